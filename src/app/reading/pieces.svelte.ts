import type { Clock } from '../ports';

/** So few entries are seen to at once: a frame holds them. */
const AT_ONCE = 1_000;

/** Milliseconds of work after which the page may draw, and hear its user, before it goes on. */
const TURN = 12;

/** Entries between two looks at the clock. */
const STEP = 100;

/** Sees to entries: to a few at once, to many a piece at a time, so that 100,000 of them do not hold the page up. */
export class Pieces<T> {
  readonly #clock: Clock;
  readonly #see: (entries: readonly T[]) => void;
  readonly #waiting = new Set<T>();
  #running = $state.raw<Promise<void> | undefined>();
  #failure: { readonly reason: unknown } | undefined;
  #isClosed = false;

  /** `see` goes by how things are when it is called; an entry may be given to it more than once. */
  constructor(clock: Clock, see: (entries: readonly T[]) => void) {
    this.#clock = clock;
    this.#see = see;
  }

  /** Resolves when nothing waits; undefined when nothing does. */
  get running(): Promise<void> | undefined {
    return this.#running;
  }

  /** Undefined when all was done at once, else resolves when it is done, with whatever is added meanwhile. */
  add(entries: readonly T[]): Promise<void> | undefined {
    if (entries.length <= AT_ONCE) {
      this.#see(entries);
      return undefined;
    }
    for (const entry of entries) this.#waiting.add(entry);
    return (this.#running ??= this.#run());
  }

  /** What waits is not seen to any more. */
  close(): void {
    this.#isClosed = true;
  }

  async #run(): Promise<void> {
    try {
      while (this.#waiting.size > 0) {
        await new Promise<void>((resolve) => this.#clock.after(0, resolve));
        if (this.#isClosed) return;
        this.#turn();
      }
    } finally {
      this.#running = undefined;
    }
    if (this.#failure !== undefined) throw this.#failure.reason;
  }

  #turn(): void {
    const end = this.#clock.now() + TURN;
    let step: T[] = [];
    for (const entry of this.#waiting) {
      this.#waiting.delete(entry);
      step.push(entry);
      if (step.length < STEP) continue;
      this.#seeTo(step);
      step = [];
      if (this.#clock.now() >= end) return;
    }
    if (step.length > 0) this.#seeTo(step);
  }

  /** What fails must not keep the others waiting. */
  #seeTo(step: readonly T[]): void {
    try {
      this.#see(step);
    } catch (error) {
      this.#failure ??= { reason: error };
    }
  }
}
