import type { ContentProgress } from '../ports';

/** How much is known of the folder's texts, and who waits for more. */
export class ContentNews {
  readonly #watchers = new Set<() => void>();
  #progress = $state.raw<ContentProgress | undefined>();

  /** Undefined until somebody has asked. */
  get progress(): ContentProgress | undefined {
    return this.#progress;
  }

  /** Calls `onmore` when an answer may be another than before. Returns a function to stop. */
  watch(onmore: () => void): () => void {
    this.#watchers.add(onmore);
    return () => this.#watchers.delete(onmore);
  }

  receive(progress: ContentProgress): void {
    this.#progress = progress;
    this.changed();
  }

  /** The folder's files have changed. */
  changed(): void {
    for (const tell of this.#watchers) tell();
  }

  protected learn(progress: ContentProgress | undefined): void {
    if (progress !== undefined) this.#progress = progress;
  }
}
