import { Signal } from '../../core/async/signal';
import type { ContentProgress } from '../ports/engine';
import type { FolderReading, ParsedFor } from './folderReading.svelte';

/** Tracks how many of the folder's texts have been read, and notifies watchers of progress. */
export class ContentNews {
  readonly #more = new Signal();
  #progress = $state.raw<ContentProgress | undefined>();

  /** Undefined until reading begins or a question is asked. */
  get progress(): ContentProgress | undefined {
    return this.#progress;
  }

  /** Calls `onmore` whenever answers may have changed. Returns a function that stops it. */
  watch(onmore: () => void): () => void {
    return this.#more.subscribe(onmore);
  }

  receive(progress: ContentProgress): void {
    this.#progress = progress;
    this.#more.emit();
  }

  /** Follows the reading of a folder. Returns this object. */
  following(reading: Pick<FolderReading, 'parsed' | 'progressOf' | 'ended'>, what: ParsedFor): this {
    this.#progress = reading.progressOf[what];
    reading.parsed.subscribe((event) => {
      if (event.kind === what) this.receive(event.progress);
    });
    reading.ended.subscribe((end) => {
      if (end !== 'died') this.#more.emit();
    });
    return this;
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
