/** Counts the work that the user waits for, so that work in the background can wait. */

/** Milliseconds. */
const BETWEEN_KEYS = 1_000;

export class UserWork {
  readonly #running = new Set<Promise<unknown>>();

  during<T>(work: () => Promise<T>): Promise<T> {
    const running = work().finally(() => this.#running.delete(running));
    this.#running.add(running);
    return running;
  }

  /** Like `during`, but counts one more second, because another key is likely to follow. */
  duringTyping<T>(answer: () => Promise<T>): Promise<T> {
    const answered = answer();
    const nextKey = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, BETWEEN_KEYS));
    void this.during(() => answered.then(nextKey, nextKey));
    return answered;
  }

  /** Resolves when nothing is running. */
  async ended(): Promise<void> {
    while (this.#running.size > 0) await Promise.allSettled(this.#running);
  }
}
