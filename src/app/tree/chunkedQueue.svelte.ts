import type { Clock } from '../ports/clock';

/** A frame has time for this many entries. */
const AT_ONCE = 1_000;

/** Milliseconds of work before the page may draw and answer its user. */
const TURN = 12;

/** Entries between two looks at the clock. */
const STEP = 100;

/** Handles a few entries at once and many in chunks, so that 100,000 of them do not block the page. */
export class ChunkedQueue<T> {
  readonly #clock: Clock;
  readonly #handle: (entries: readonly T[]) => void;
  readonly #waiting = new Set<T>();
  #running = $state.raw<Promise<void> | undefined>();
  #failure: { readonly reason: unknown } | undefined;
  #isClosed = false;

  /** `handle` may get an entry more than once. */
  constructor(clock: Clock, handle: (entries: readonly T[]) => void) {
    this.#clock = clock;
    this.#handle = handle;
  }

  /** Resolves when the queue is empty; undefined if it is empty now. */
  get running(): Promise<void> | undefined {
    return this.#running;
  }

  /** Returns undefined if all entries were handled at once; else resolves when the queue is empty. */
  add(entries: readonly T[]): Promise<void> | undefined {
    if (entries.length <= AT_ONCE) {
      this.#handle(entries);
      return undefined;
    }
    for (const entry of entries) this.#waiting.add(entry);
    return (this.#running ??= this.#run());
  }

  /** Drops what is waiting. */
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
    const failure = this.#failure;
    this.#failure = undefined;
    if (failure !== undefined) throw failure.reason;
  }

  #turn(): void {
    const end = this.#clock.now() + TURN;
    let step: T[] = [];
    for (const entry of this.#waiting) {
      this.#waiting.delete(entry);
      step.push(entry);
      if (step.length < STEP) continue;
      this.#try(step);
      step = [];
      if (this.#clock.now() >= end) return;
    }
    if (step.length > 0) this.#try(step);
  }

  /** A failure must not keep the other entries waiting. */
  #try(step: readonly T[]): void {
    try {
      this.#handle(step);
    } catch (error) {
      this.#failure ??= { reason: error };
    }
  }
}
