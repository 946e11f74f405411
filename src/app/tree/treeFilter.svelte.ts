import { coalesce } from '../../core/async/coalesce';
import type { RepoPath } from '../../core/files/repoPath';

/** The query that finds the files that git says have changed. */
export const CHANGED_FILES = '@changed';

interface Found {
  readonly query: string;
  readonly paths: readonly RepoPath[];
}

/** The filter of the tree: the query and the entries that match it. Runs one query at a time; the latest wins. */
export class TreeFilter {
  readonly #ask: (query: string) => Promise<readonly RepoPath[]>;
  #query = $state('');
  #found = $state.raw<Found | undefined>();
  #onAnswer: (() => void) | undefined;

  constructor(ask: (query: string) => Promise<readonly RepoPath[]>) {
    this.#ask = ask;
  }

  get query(): string {
    return this.#query;
  }

  /** The paths of the entries that match, best first; undefined without a filter, or before its first answer. */
  get matches(): readonly RepoPath[] | undefined {
    return this.#found?.paths;
  }

  /** The query that these matches answer; a newer one may be waiting. */
  get answered(): string {
    return this.#found?.query ?? '';
  }

  /** Calls `onAnswer` when this query is answered, unless another query or `clear` comes first. */
  set(query: string, onAnswer: () => void): void {
    if (query.trim() === '') {
      this.clear();
      return;
    }
    this.#query = query;
    this.#onAnswer = onAnswer;
    void this.#run();
  }

  /** Calls `verb` once the current query is answered, unless another query or `clear` comes first. */
  onceAnswered(verb: () => void): void {
    if (this.answered === this.#query) {
      verb();
      return;
    }
    const before = this.#onAnswer;
    this.#onAnswer = () => {
      before?.();
      verb();
    };
  }

  clear(): void {
    this.#query = '';
    this.#found = undefined;
    this.#onAnswer = undefined;
  }

  /** Runs the query again after the entries changed. */
  refresh(): void {
    if (this.#query !== '') void this.#run();
  }

  readonly #run = coalesce(async () => {
    const query = this.#query;
    if (query === '') return;
    const paths = await this.#ask(query);
    if (query !== this.#query) return;
    this.#found = { query, paths };
    const answered = this.#onAnswer;
    this.#onAnswer = undefined;
    answered?.();
  });
}
