import { latestWins } from '../../core/async/latestWins';
import { Signal } from '../../core/async/signal';
import { compareRepoPaths } from '../../core/files/repoPath';
import { compilePathFilter } from '../../core/search/pathFilter';
import { compileTextQuery } from '../../core/search/textQuery';
import type { SearchFields } from '../storage/searchFields';
import type { FolderReading } from '../reading/folderReading.svelte';
import type { Clock } from '../ports/clock';
import type { Engine, FileSearchEnd, FileSearchProgress, FoundFile } from '../ports/engine';

export type SearchStatus =
  | { readonly kind: 'none' }
  | ({ readonly kind: 'searching' | 'stopped' } & FileSearchProgress)
  | FileSearchEnd
  | { readonly kind: 'failed'; readonly reason: string };

/** Why the fields cannot be searched for; empty if they can. */
export interface FieldFaults {
  readonly text: string;
  readonly paths: string;
}

type SearchEngine = Pick<Engine, 'searchFiles' | 'cancelFileSearch' | 'prepareFileSearch'>;

const EMPTY: SearchFields = { text: '', paths: '', isPattern: false, matchCase: false, wholeWord: false };
const NONE: SearchStatus = { kind: 'none' };
/** Matches to stop after. */
const LIMIT = 100_000;
/** Milliseconds without typing until a search begins. */
const PAUSE = 150;

/** The search in the texts of the folder's files: what is searched for, and what has been found. */
export class FileSearch {
  readonly fieldsChanged = new Signal();
  readonly #engine: SearchEngine;
  readonly #clock: Pick<Clock, 'after'>;
  readonly #begin = latestWins();
  #stopWaiting: () => void = () => undefined;
  #fields = $state.raw(EMPTY);
  /** The options of the latest search, and those that the shown files were found with. */
  #wanted = EMPTY;
  #foundBy = EMPTY;
  #files = $state.raw<readonly FoundFile[]>([]);
  #status = $state.raw(NONE);
  #isOutdated = $state(false);

  /** Matches in all files found. */
  readonly matches: number = $derived(this.#files.reduce((sum, { matches }) => sum + matches, 0));
  readonly faults: FieldFaults = $derived(faultsOf(this.#fields));

  /** `fields` are those of an earlier visit. */
  constructor(
    engine: SearchEngine,
    clock: Pick<Clock, 'after'>,
    reading: Pick<FolderReading, 'textsChanged'>,
    fields = EMPTY,
  ) {
    this.#engine = engine;
    this.#clock = clock;
    this.#fields = fields;
    reading.textsChanged.subscribe(() => {
      if (this.#status.kind !== 'none') this.#isOutdated = true;
    });
  }

  get fields(): SearchFields {
    return this.#fields;
  }

  /** In order of their paths. While a new search has found nothing yet, those of the last one. */
  get files(): readonly FoundFile[] {
    return this.#files;
  }

  /** The text that the shown files were found with. */
  get foundText(): string {
    return this.#foundBy.text;
  }

  get status(): SearchStatus {
    return this.#status;
  }

  /** Files have changed since the search. */
  get isOutdated(): boolean {
    return this.#isOutdated;
  }

  /** Somebody is about to search. Searches at once if the fields are those of an earlier visit. */
  prepare(): void {
    // A search fails, too, and reports the error.
    this.#engine.prepareFileSearch().catch(() => undefined);
    if (this.#status.kind === 'none' && this.#fields.text !== '') void this.search();
  }

  /** Changes fields and searches once the user pauses. */
  set(fields: Partial<SearchFields>): void {
    this.#fields = { ...this.#fields, ...fields };
    this.fieldsChanged.emit();
    this.#stopWaiting();
    this.#stopWaiting = this.#clock.after(PAUSE, () => void this.search());
  }

  /** Searches now. */
  async search(): Promise<void> {
    this.#stopWaiting();
    const isLatest = this.#begin();
    const wanted = { ...this.#fields };
    const { paths, ...query } = wanted;
    const { faults } = this;
    if (query.text === '' || faults.text !== '' || faults.paths !== '') {
      this.#clear();
      return;
    }
    this.#isOutdated = false;
    this.#status = { kind: 'searching', searched: 0, total: 0 };
    this.#wanted = wanted;
    const take = (files: readonly FoundFile[]): void => {
      this.#files = withFound(this.#foundBy === wanted ? this.#files : [], files);
      this.#foundBy = wanted;
    };
    try {
      const end = await this.#engine.searchFiles({ query, paths, limit: LIMIT }, (news) => {
        if (!isLatest()) return;
        if (news.files.length > 0) take(news.files);
        this.#status = { kind: 'searching', searched: news.searched, total: news.total };
      });
      if (!isLatest() || end === undefined) return;
      take([]);
      this.#status = end;
    } catch (error) {
      if (!isLatest()) return;
      take([]);
      this.#status = { kind: 'failed', reason: error instanceof Error ? error.message : String(error) };
    }
  }

  /** Stops searching and keeps what the search has found. */
  stop(): void {
    this.#begin();
    this.#stopWaiting();
    this.#cancel();
    if (this.#status.kind !== 'searching') return;
    if (this.#foundBy !== this.#wanted) this.#files = [];
    this.#status = { ...this.#status, kind: 'stopped' };
  }

  #clear(): void {
    this.#cancel();
    this.#files = [];
    this.#status = NONE;
    this.#isOutdated = false;
  }

  #cancel(): void {
    // It only rejects if the engine has ended, which ends the search anyway.
    this.#engine.cancelFileSearch().catch(() => undefined);
  }
}

function faultsOf(fields: SearchFields): FieldFaults {
  const query = fields.text === '' ? undefined : compileTextQuery(fields);
  const filter = compilePathFilter(fields.paths);
  return {
    text: query?.kind === 'invalid' ? query.reason : '',
    paths: filter.kind === 'invalid' ? filter.reason : '',
  };
}

/** Merges two lists in order of their paths; `added` need not be. Further lines of a file follow those known. */
function withFound(files: readonly FoundFile[], added: readonly FoundFile[]): readonly FoundFile[] {
  const sorted = [...added].sort((one, other) => compareRepoPaths(one.path, other.path));
  const merged: FoundFile[] = [];
  let next = 0;
  for (const file of sorted) {
    for (
      let before = files[next];
      before && compareRepoPaths(before.path, file.path) <= 0;
      before = files[next]
    ) {
      merged.push(before);
      next += 1;
    }
    const last = merged.at(-1);
    if (last?.path !== file.path) merged.push(file);
    else {
      const { path, matches } = last;
      merged.splice(-1, 1, { path, lines: [...last.lines, ...file.lines], matches: matches + file.matches });
    }
  }
  return [...merged, ...files.slice(next)];
}
