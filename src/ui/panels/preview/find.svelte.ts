import type { DocumentBlock } from '../../../app/document.svelte';
import type { SearchResult } from '../../../app/ports';
import type { Mark } from './exactText';

export type Search = (query: string, limit: number) => Promise<SearchResult | undefined>;

/** A match by what stays true when other blocks come and go. */
export interface FoundMatch {
  readonly key: string;
  readonly line: number;
  readonly column: number;
  readonly length: number;
}

export interface FindSource {
  /** The blocks that `search` goes through now. */
  readonly blocks: () => readonly DocumentBlock[];
  readonly search: Search;
  /** Index of the first match at or below what is read now; the number of matches where there is none. */
  readonly nearest: (matches: readonly FoundMatch[]) => number;
  readonly show: (match: FoundMatch) => void;
}

const MOST_MATCHES = 1_000;
const DEBOUNCE_MS = 120;

/** The search within the preview: a query, its matches, and the one that is looked at. */
export class Find {
  readonly #source: FindSource;
  #query = $state.raw('');
  #matches = $state.raw<readonly FoundMatch[]>([]);
  #more = $state.raw(false);
  #current = $state.raw(-1);
  #settled = $state.raw(true);
  #failure = $state.raw<string | undefined>(undefined);
  #timer: ReturnType<typeof setTimeout> | undefined;
  #run = 0;
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

  /** What stands beside the box: `3 of 41`. Empty while nothing is known. */
  get label(): string {
    if (this.#query === '') return '';
    if (this.#failure !== undefined) return this.#failure;
    if (this.#matches.length === 0) return this.#settled ? 'No matches' : '';
    const total = this.#matches.length.toLocaleString('en') + (this.#more ? '+' : '');
    return `${(this.#current + 1).toLocaleString('en')} of ${total}`;
  }

  setQuery(query: string): void {
    if (query === this.#query) return;
    this.#query = query;
    this.#settled = false;
    clearTimeout(this.#timer);
    if (query === '') this.#forget();
    else this.#timer = setTimeout(() => void this.#search('show'), DEBOUNCE_MS);
  }

  /** Searches again because the document has changed; the place stays. */
  refresh(): void {
    if (this.#query === '') return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#search('stay'), DEBOUNCE_MS);
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

  /** True once for each time a match was gone to: scrolling back to it later must not scroll sideways again. */
  takeUnshown(): boolean {
    const had = this.#unshown !== undefined;
    this.#unshown = undefined;
    return had;
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#run += 1;
  }

  async #search(then: 'show' | 'stay'): Promise<void> {
    const run = ++this.#run;
    const blocks = this.#source.blocks();
    let result: SearchResult | undefined;
    try {
      result = await this.#source.search(this.#query, MOST_MATCHES);
    } catch (error) {
      if (run === this.#run) this.#fail(error);
      return;
    }
    if (run !== this.#run || result === undefined) return;
    const before = this.#matches[this.#current];
    this.#matches = result.matches.flatMap(({ block, line, column, length }) => {
      const key = blocks[block]?.key;
      return key === undefined ? [] : [{ key, line, column, length }];
    });
    this.#more = result.more;
    this.#settled = true;
    this.#failure = undefined;
    if (then === 'show' && this.#matches.length > 0) this.#goTo(this.#nearest());
    else this.#current = this.#find(before) ?? Math.min(this.#current, this.#matches.length - 1);
  }

  #nearest(): number {
    const index = this.#source.nearest(this.#matches);
    return index < this.#matches.length ? index : 0;
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
    this.#failure = `Search failed: ${error instanceof Error ? error.message : String(error)}`;
  }

  #forget(): void {
    this.#run += 1;
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
