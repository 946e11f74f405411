/** Counts searches, documents being assembled, and views being measured, so that work in the background can wait. */
export class UserWork {
  readonly #running = new Set<Promise<unknown>>();

  during<T>(work: () => Promise<T>): Promise<T> {
    const running = work().finally(() => this.#running.delete(running));
    this.#running.add(running);
    return running;
  }

  /** Resolves when nothing is running. */
  async ended(): Promise<void> {
    while (this.#running.size > 0) await Promise.allSettled(this.#running);
  }
}
