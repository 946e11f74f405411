/** The terms of a text by block of 20 lines, packed: enough to find the blocks that match any task. */
import { countLines } from '../files/normalize';
import { HashCounts } from './hashCounts';
import { createTermHasher } from './termHashes';
import { visitWords } from './words';

export const BLOCK_LINES = 20;

export interface TextBlocks {
  /** The number of lines in all blocks. */
  readonly lines: number;
  /** Hashes, ascending. */
  readonly terms: Uint32Array;
  /** The blocks of term `at` are at `starts[at]` to `starts[at + 1]`. */
  readonly starts: Uint32Array;
  /** Numbers of blocks from 0, ascending for each term. */
  readonly blocks: Uint16Array;
}

/** Text beyond these limits is not read. */
const MOST_LINES = 12_000;
/** UTF-16 units. */
const MOST_UNITS = 400_000;

/** The limit on cached words, as of termHashes. */
const MOST_REMEMBERED = 1 << 17;

export type BlockReader = (text: string) => TextBlocks;

/** Creates a reader that caches the terms of words across texts. Linear in the text. */
export function createBlockReader(): BlockReader {
  const { visitTermHashes } = createTermHasher();
  let words = new HashCounts();
  /** Rows of terms, by the word's row. */
  let termsOfWords: (readonly number[])[] = [];
  let terms = new HashCounts();
  /** The number of the last block of any text that has the word or the term, by row. */
  let lastOfWords: number[] = [];
  let lastOfTerms: number[] = [];
  /** The positions of the current text's terms, by row. */
  let places: number[] = [];
  let blocksRead = 0;

  function forget(): void {
    [words, terms] = [new HashCounts(), new HashCounts()];
    [termsOfWords, lastOfWords, lastOfTerms, places] = [[], [], [], []];
  }

  function termsOf(text: string, start: number, end: number): readonly number[] {
    const rows: number[] = [];
    visitTermHashes(text, start, end, (hash) => rows.push(terms.addRow(hash)));
    return rows;
  }

  return (text) => {
    if (words.size > MOST_REMEMBERED) forget();
    const before = blocksRead;
    /** The text's terms. */
    const rows: number[] = [];
    /** Each term and block once, in the order of the blocks. */
    const found = { rows: new Array<number>(), blocks: new Array<number>() };

    const readBlock = (block: number, start: number, end: number): void => {
      blocksRead += 1;
      visitWords(
        text,
        (from, to, hash) => {
          const word = words.addRow(hash);
          if (lastOfWords[word] === blocksRead) return;
          lastOfWords[word] = blocksRead;
          for (const row of (termsOfWords[word] ??= termsOf(text, from, to))) {
            const last = lastOfTerms[row] ?? 0;
            if (last === blocksRead) continue;
            if (last <= before) rows.push(row);
            lastOfTerms[row] = blocksRead;
            found.rows.push(row);
            found.blocks.push(block);
          }
        },
        start,
        end,
      );
    };

    const lines = Math.min(MOST_LINES, countLines(text));
    let start = 0;
    for (let block = 0; block * BLOCK_LINES < lines && start < MOST_UNITS; block += 1) {
      const end = Math.min(startAfter(text, start, BLOCK_LINES), MOST_UNITS);
      readBlock(block, start, end);
      start = end;
    }
    rows.sort((one, other) => terms.hashAt(one) - terms.hashAt(other));
    for (const [place, row] of rows.entries()) places[row] = place;
    const hashes = Uint32Array.from(rows, (row) => terms.hashAt(row));
    return { lines, terms: hashes, ...grouped(found, places, rows.length) };
  };
}

/** Groups the blocks by term. */
function grouped(
  { rows, blocks }: { readonly rows: readonly number[]; readonly blocks: readonly number[] },
  places: readonly number[],
  size: number,
): Pick<TextBlocks, 'starts' | 'blocks'> {
  const starts = new Uint32Array(size + 1);
  for (const row of rows) {
    const at = (places[row] ?? 0) + 1;
    starts[at] = (starts[at] ?? 0) + 1;
  }
  for (let at = 1; at < starts.length; at += 1) starts[at] = (starts[at] ?? 0) + (starts[at - 1] ?? 0);
  const next = starts.slice();
  const sorted = new Uint16Array(blocks.length);
  for (const [index, row] of rows.entries()) {
    const at = places[row] ?? 0;
    const place = next[at] ?? 0;
    next[at] = place + 1;
    sorted[place] = blocks[index] ?? 0;
  }
  return { starts, blocks: sorted };
}

/** The offset after this many lines, or the end of the text. */
function startAfter(text: string, start: number, lines: number): number {
  let at = start;
  for (let line = 0; line < lines; line += 1) {
    const end = text.indexOf('\n', at);
    if (end < 0) return text.length;
    at = end + 1;
  }
  return at;
}
