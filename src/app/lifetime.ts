/** A part of the workspace that opens, saves, and closes. */
interface LivingPart {
  /** Begins its work. Reading and counting keep all cores busy and would delay the first screen, so they wait until it is `drawn`. */
  open?(drawn: Promise<void>): Promise<void>;
  /** Resolves when all changes so far are stored or have failed. */
  flush?(): Promise<void>;
  /** The values that `flush` would store. */
  unstored?(): readonly Unstored[];
  /** Stops. Resolves when the last changes are stored or have failed. */
  close?(): void | Promise<void>;
}

export type Unstored = readonly [key: string, value: unknown];

/** The lifetime of a workspace, shared by its parts. */
export class Lifetime {
  readonly #parts: LivingPart[] = [];

  /** Lets a part live and end with the workspace, after the parts that it depends on. */
  add(part: LivingPart): void {
    this.#parts.push(part);
  }

  async open(drawn: Promise<void>): Promise<void> {
    await Promise.all(this.#parts.map((part) => part.open?.(drawn)));
  }

  async flush(): Promise<void> {
    await Promise.all(this.#parts.map((part) => part.flush?.()));
  }

  unstored(): readonly Unstored[] {
    return this.#parts.flatMap((part) => part.unstored?.() ?? []);
  }

  /** Closes the last part first, so that none outlives what it depends on. */
  async close(): Promise<void> {
    await Promise.all(this.#parts.toReversed().map((part) => part.close?.()));
  }
}
