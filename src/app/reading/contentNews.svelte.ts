import type { ContentProgress } from '../ports';

/** Tracks how many of the folder's texts have been read, and notifies watchers of progress. */
export class ContentNews {
  readonly #watchers = new Set<() => void>();
  #progress = $state.raw<ContentProgress | undefined>();

  /** Undefined until reading begins or a question is asked. */
  get progress(): ContentProgress | undefined {
    return this.#progress;
  }

  /** Calls `onmore` whenever answers may have changed. Returns a function that stops it. */
  watch(onmore: () => void): () => void {
    this.#watchers.add(onmore);
    return () => this.#watchers.delete(onmore);
  }

  receive(progress: ContentProgress): void {
    this.#progress = progress;
    this.changed();
  }

  /** Call when the folder's files have changed. */
  changed(): void {
    for (const tell of this.#watchers) tell();
  }

  /** Takes over the progress of an answer. */
  protected async learnFrom<Answer extends { readonly progress: ContentProgress } | undefined>(
    asked: Promise<Answer>,
  ): Promise<Answer> {
    const answer = await asked;
    if (answer !== undefined) this.#progress = answer.progress;
    return answer;
  }
}
