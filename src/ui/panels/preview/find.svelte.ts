import type { DocumentBlock } from '../../../app/document/documentBlock';
import type { SearchResult } from '../../../app/ports/engine';
import { latestWins } from '../../../core/async/latestWins';
import type { Mark } from '../../shared/exactText';
import { TEXT } from './text';

export type Search = (query: string, limit: number) => Promise<SearchResult | undefined>;

/** A match, addressed by the key of its block so that it stays valid when other blocks change. */
export interface FoundMatch {
  readonly key: string;
  readonly line: number;
  readonly column: number;
  readonly length: number;
}

export interface FindSource {
  /** The blocks that `search` searches now. */
  readonly blocks: () => readonly DocumentBlock[];
  readonly search: Search;
  /** Index of the first match at or below the top edge; -1 if there is none. */
  readonly nearest: (matches: readonly FoundMatch[]) => number;
  readonly show: (match: FoundMatch) => void;
}

const MAX_MATCHES = 1_000;
const DEBOUNCE_MS = 120;

/** The search in the preview: a query, its matches, and the current one. */
export class Find {
  readonly #source: FindSource;
  #query = $state.raw('');
  #matches = $state.raw<readonly FoundMatch[]>([]);
  #more = $state.raw(false);
  #current = $state.raw(-1);
  #settled = $state.raw(true);
  #failure = $state.raw<string | undefined>(undefined);
  /** Whether the next answer scrolls to the nearest match. */
  #intent: 'show' | 'stay' = 'stay';
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** Whether the running search is still the latest. */
  #running: (() => boolean) | undefined;
  #isOutdated = false;
  readonly #begin = latestWins();
  #unshown: FoundMatch | undefined;

  readonly #marks = $derived(groupByLine(this.#matches));

  constructor(source: FindSource) {
    this.#source = source;
  }

  get query(): string {
    return this.#query;
  }

  get count(): number {
    return this.#matches.length;
  }

  /** Text beside the box, such as `3 of 41`. Empty until the first answer. */
  get label(): string {
    if (this.#query === '') return '';
    if (this.#failure !== undefined) return this.#failure;
    if (this.#matches.length === 0) return this.#settled ? TEXT.find.none : '';
    return TEXT.find.place(this.#current + 1, this.#matches.length, this.#more);
  }

  setQuery(query: string): void {
    if (query === this.#query) return;
    this.#query = query;
    this.#settled = false;
    this.#intent = query === '' ? 'stay' : 'show';
    this.#stopTimer();
    if (query === '') this.#forget();
    else this.#searchSoon();
  }

  /**
   * Searches again after the document has changed, without scrolling. The document may change many times a second while
   * counts come in, so a waiting or running search is completed first.
   */
  refresh(): void {
    if (this.#query === '' || this.#timer !== undefined) return;
    if (this.#running === undefined) this.#searchSoon();
    else this.#isOutdated = true;
  }

  step(direction: 1 | -1): void {
    const count = this.#matches.length;
    if (count > 0) this.#goTo((this.#current + direction + count) % count);
  }

  clear(): void {
    this.setQuery('');
  }

  marksOn(key: string, line: number): readonly Mark[] {
    const marks = this.#marks.get(key)?.get(line);
    if (marks === undefined) return [];
    return marks.map(({ match, index }) => ({
      from: match.column,
      to: match.column + match.length,
      isCurrent: index === this.#current,
    }));
  }

  /** True once after each step to a match: scrolling back to it later must not scroll sideways again. */
  takeUnshown(): boolean {
    const had = this.#unshown !== undefined;
    this.#unshown = undefined;
    return had;
  }

  dispose(): void {
    this.#stopTimer();
    this.#begin();
  }

  #searchSoon(): void {
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      void this.#search();
    }, DEBOUNCE_MS);
  }

  #stopTimer(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  async #search(): Promise<void> {
    const isLatest = this.#begin();
    this.#running = isLatest;
    this.#isOutdated = false;
    const blocks = this.#source.blocks();
    try {
      const result = await this.#source.search(this.#query, MAX_MATCHES);
      if (isLatest() && result !== undefined) this.#take(result, blocks);
    } catch (error) {
      if (isLatest()) this.#fail(error);
    }
    if (this.#running !== isLatest) return;
    this.#running = undefined;
    if (this.#isOutdated) this.refresh();
  }

  #take(result: SearchResult, blocks: readonly DocumentBlock[]): void {
    const before = this.#matches[this.#current];
    this.#matches = result.matches.flatMap(({ block, line, column, length }) => {
      const key = blocks[block]?.key;
      return key === undefined ? [] : [{ key, line, column, length }];
    });
    this.#more = result.more;
    this.#settled = true;
    this.#failure = undefined;
    const intent = this.#intent;
    this.#intent = 'stay';
    if (this.#matches.length === 0) this.#current = -1;
    else if (intent === 'show') this.#goTo(this.#nearest());
    else if (this.#current === -1) this.#current = this.#nearest();
    else this.#current = this.#find(before) ?? Math.min(this.#current, this.#matches.length - 1);
  }

  #nearest(): number {
    const index = this.#source.nearest(this.#matches);
    return Math.max(0, index);
  }

  #find(match: FoundMatch | undefined): number | undefined {
    if (match === undefined) return undefined;
    const index = this.#matches.findIndex(
      (other) => other.key === match.key && other.line === match.line && other.column === match.column,
    );
    return index === -1 ? undefined : index;
  }

  #goTo(index: number): void {
    this.#current = index;
    this.#unshown = this.#matches[index];
    if (this.#unshown !== undefined) this.#source.show(this.#unshown);
  }

  #fail(error: unknown): void {
    this.#forget();
    this.#failure = TEXT.find.failed(error instanceof Error ? error.message : String(error));
  }

  #forget(): void {
    this.#begin();
    this.#matches = [];
    this.#more = false;
    this.#current = -1;
    this.#settled = true;
    this.#failure = undefined;
  }
}

function groupByLine(matches: readonly FoundMatch[]) {
  const byKey = new Map<string, Map<number, { match: FoundMatch; index: number }[]>>();
  for (const [index, match] of matches.entries()) {
    const byLine = byKey.get(match.key) ?? new Map<number, { match: FoundMatch; index: number }[]>();
    byKey.set(match.key, byLine);
    const onLine = byLine.get(match.line) ?? [];
    byLine.set(match.line, onLine);
    onLine.push({ match, index });
  }
  return byKey;
}
