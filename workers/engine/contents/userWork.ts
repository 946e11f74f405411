/** Counts the requests that a user waits for, so that other work can wait for them. */
export class UserWork {
  #running = 0;
  #resume: () => void = () => undefined;
  #ended: Promise<void> = Promise.resolve();

  async during<T>(work: () => Promise<T>): Promise<T> {
    if (this.#running === 0) this.#ended = new Promise((resolve) => (this.#resume = resolve));
    this.#running += 1;
    try {
      return await work();
    } finally {
      this.#running -= 1;
      if (this.#running === 0) this.#resume();
    }
  }

  /** Resolves when no request is running. */
  async ended(): Promise<void> {
    while (this.#running > 0) await this.#ended;
  }
}
