import type { DocumentBlock } from '../../../app/document/documentBlock';
import type { BlockLines } from '../../../app/ports/engine';
import type { BlockSource } from '../../../core/document/block';

export type ReadLines = (source: BlockSource, from: number, to: number) => Promise<BlockLines>;

export interface LineSpan {
  readonly block: DocumentBlock;
  readonly from: number;
  readonly to: number;
}

/** A line as far as it is known; `cut` is the number of UTF-16 units missing at its end. */
export type LineText =
  | { readonly kind: 'text'; readonly text: string; readonly cut: number }
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed'; readonly reason: string };

type Page =
  | { readonly kind: 'lines'; readonly version: string; readonly lines: BlockLines; readonly units: number }
  | { readonly kind: 'failed'; readonly version: string; readonly reason: string };

interface WantedPage {
  readonly id: string;
  readonly block: DocumentBlock;
  readonly page: number;
}

const PAGE_LINES = 256;
const MAX_IN_FLIGHT = 4;
/** UTF-16 units kept, about 16 MB. Pages in view are kept regardless of size. */
const MAX_UNITS = 8_000_000;
const MAX_PAGES = 2_000;

/**
 * Lines of the document's blocks, fetched in pages as they come into view and cached. Only the last request is fetched. A
 * page of an older version of its block is shown until the new one arrives.
 */
export class LinePages {
  readonly #readLines: ReadLines;
  /** Least recently wanted first. Changed in place; `#revision` makes that reactive. */
  readonly #pages = new Map<string, Page>();
  readonly #inFlight = new Map<string, string>();
  #wanted: readonly WantedPage[] = [];
  #units = 0;
  #revision = $state(0);

  constructor(readLines: ReadLines) {
    this.#readLines = readLines;
  }

  line(block: DocumentBlock, line: number): LineText {
    void this.#revision;
    const page = this.#pages.get(pageId(block.key, Math.floor(line / PAGE_LINES)));
    if (page === undefined) return { kind: 'loading' };
    const isCurrent = page.version === block.version;
    if (page.kind === 'failed')
      return isCurrent ? { kind: 'failed', reason: page.reason } : { kind: 'loading' };
    const index = line % PAGE_LINES;
    const text = page.lines.texts[index];
    if (text === undefined && !isCurrent) return { kind: 'loading' };
    return { kind: 'text', text: text ?? '', cut: page.lines.cut[index] ?? 0 };
  }

  /** Requests lines, the most urgent first. Replaces earlier requests that have not begun. */
  want(spans: readonly LineSpan[]): void {
    this.#wanted = spans.flatMap(pagesOf);
    for (const { id } of this.#wanted) this.#touch(id);
    this.#forgetFailures();
    this.#fetch();
  }

  #fetch(): void {
    for (const wanted of this.#wanted) {
      if (this.#inFlight.size >= MAX_IN_FLIGHT) return;
      const { id, block } = wanted;
      if (this.#inFlight.has(id) || this.#pages.get(id)?.version === block.version) continue;
      this.#inFlight.set(id, block.version);
      void this.#read(wanted).then((page) => {
        this.#inFlight.delete(id);
        this.#keep(id, page);
        this.#fetch();
      });
    }
  }

  async #read({ block, page }: WantedPage): Promise<Page> {
    const from = page * PAGE_LINES;
    try {
      const lines = await this.#readLines(block.source, from, Math.min(block.lines, from + PAGE_LINES));
      const units = lines.texts.reduce((sum, text) => sum + text.length, 0);
      return { kind: 'lines', version: block.version, lines, units };
    } catch (error) {
      return {
        kind: 'failed',
        version: block.version,
        reason: error instanceof Error ? error.message : String(error),
      };
    }
  }

  #keep(id: string, page: Page): void {
    this.#drop(id);
    this.#pages.set(id, page);
    this.#units += unitsOf(page);
    const inView = new Set(this.#wanted.map((wanted) => wanted.id));
    for (const oldest of this.#pages.keys()) {
      if (this.#units <= MAX_UNITS && this.#pages.size <= MAX_PAGES) break;
      if (!inView.has(oldest)) this.#drop(oldest);
    }
    this.#revision += 1;
  }

  #touch(id: string): void {
    const page = this.#pages.get(id);
    if (page === undefined) return;
    this.#pages.delete(id);
    this.#pages.set(id, page);
  }

  /** Drops failed pages that are out of view, so that they are fetched again when they come back. */
  #forgetFailures(): void {
    const inView = new Set(this.#wanted.map((wanted) => wanted.id));
    for (const [id, page] of this.#pages) {
      if (page.kind === 'failed' && !inView.has(id)) this.#drop(id);
    }
  }

  #drop(id: string): void {
    const page = this.#pages.get(id);
    if (page === undefined) return;
    this.#units -= unitsOf(page);
    this.#pages.delete(id);
  }
}

function pagesOf({ block, from, to }: LineSpan): WantedPage[] {
  const first = Math.floor(from / PAGE_LINES);
  const count = Math.floor((to - 1) / PAGE_LINES) - first + 1;
  return Array.from({ length: count }, (_, i) => ({
    id: pageId(block.key, first + i),
    block,
    page: first + i,
  }));
}

function pageId(key: string, page: number): string {
  return `${page}:${key}`;
}

function unitsOf(page: Page): number {
  return page.kind === 'lines' ? page.units : 0;
}
