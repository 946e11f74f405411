/** Notifies its subscribers. The sender does not know them. */
export class Signal<News = void> {
  readonly #listeners = new Set<(news: News) => unknown>();

  /** Calls `listener` with all news from now on, after earlier subscribers. Returns a function that ends it. */
  subscribe(listener: (news: News) => unknown): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** Tells all subscribers, in the order in which they came. */
  emit(news: News): void {
    for (const listener of [...this.#listeners]) listener(news);
  }

  /** Also resolves when what they began is done. Rejects if one of them fails. */
  async emitAndWait(news: News): Promise<void> {
    await Promise.all(Array.from(this.#listeners, (listener) => listener(news)));
  }
}
