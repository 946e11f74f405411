/** Counts searches, documents being assembled, and views being measured, so that work in the background can wait. */

/** Milliseconds. Somebody who types is likely to press the next key within this time. */
const BETWEEN_KEYS = 1_000;

export class UserWork {
  readonly #running = new Set<Promise<unknown>>();

  during<T>(work: () => Promise<T>): Promise<T> {
    const running = work().finally(() => this.#running.delete(running));
    this.#running.add(running);
    return running;
  }

  /** Like `during`, for answers to single keys: counts the time until the next key, too. */
  duringTyping<T>(answer: () => Promise<T>): Promise<T> {
    const answered = answer();
    const nextKey = () => new Promise((resolve) => setTimeout(resolve, BETWEEN_KEYS));
    void this.during(() => Promise.allSettled([answered]).then(nextKey));
    return answered;
  }

  /** Resolves when nothing is running. */
  async ended(): Promise<void> {
    while (this.#running.size > 0) await Promise.allSettled(this.#running);
  }
}
