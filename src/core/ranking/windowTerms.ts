/** Packs the terms of each window of 20 lines in a text, which is enough to find the windows that match any task. */
import { countLines } from '../files/normalize';
import { HashCounts } from './hashCounts';
import { createTermHasher } from './termHashes';
import { visitWords } from './words';

export const WINDOW_LINES = 20;

export interface WindowTerms {
  /** The number of lines in all windows. */
  readonly lines: number;
  /** Hashes, ascending. */
  readonly terms: Uint32Array;
  /** The windows of term `at` are at `starts[at]` to `starts[at + 1]`. */
  readonly starts: Uint32Array;
  /** Numbers of windows from 0, ascending for each term. */
  readonly windows: Uint16Array;
}

/** Text beyond these limits is not read. */
const MOST_LINES = 12_000;
/** UTF-16 units. */
const MOST_UNITS = 400_000;

/** The limit on cached words, as of termHashes. */
const MOST_REMEMBERED = 1 << 17;

export type TermsReader = (text: string) => WindowTerms;

/** Creates a reader that caches the terms of words across texts. Linear in the text. */
export function createTermsReader(): TermsReader {
  const { visitTermHashes } = createTermHasher();
  let words = new HashCounts();
  /** Rows of terms, by the word's row. */
  let termsOfWords: (readonly number[])[] = [];
  let terms = new HashCounts();
  /** The number of the last window of any text that has the word or the term, by row. */
  let lastOfWords: number[] = [];
  let lastOfTerms: number[] = [];
  /** The positions of the current text's terms, by row. */
  let places: number[] = [];
  let windowsRead = 0;

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
    const before = windowsRead;
    /** The text's terms. */
    const rows: number[] = [];
    /** Each term and window once, in the order of the windows. */
    const found = { rows: new Array<number>(), windows: new Array<number>() };

    const readWindow = (window: number, start: number, end: number): void => {
      windowsRead += 1;
      visitWords(
        text,
        (from, to, hash) => {
          const word = words.addRow(hash);
          if (lastOfWords[word] === windowsRead) return;
          lastOfWords[word] = windowsRead;
          for (const row of (termsOfWords[word] ??= termsOf(text, from, to))) {
            const last = lastOfTerms[row] ?? 0;
            if (last === windowsRead) continue;
            if (last <= before) rows.push(row);
            lastOfTerms[row] = windowsRead;
            found.rows.push(row);
            found.windows.push(window);
          }
        },
        start,
        end,
      );
    };

    const lines = Math.min(MOST_LINES, countLines(text));
    let start = 0;
    for (let window = 0; window * WINDOW_LINES < lines && start < MOST_UNITS; window += 1) {
      const end = Math.min(startAfter(text, start, WINDOW_LINES), MOST_UNITS);
      readWindow(window, start, end);
      start = end;
    }
    rows.sort((one, other) => terms.hashAt(one) - terms.hashAt(other));
    for (const [place, row] of rows.entries()) places[row] = place;
    const hashes = Uint32Array.from(rows, (row) => terms.hashAt(row));
    return { lines, terms: hashes, ...grouped(found, places, rows.length) };
  };
}

/** Groups the windows by term. */
function grouped(
  { rows, windows }: { readonly rows: readonly number[]; readonly windows: readonly number[] },
  places: readonly number[],
  size: number,
): Pick<WindowTerms, 'starts' | 'windows'> {
  const starts = new Uint32Array(size + 1);
  for (const row of rows) {
    const at = (places[row] ?? 0) + 1;
    starts[at] = (starts[at] ?? 0) + 1;
  }
  for (let at = 1; at < starts.length; at += 1) starts[at] = (starts[at] ?? 0) + (starts[at - 1] ?? 0);
  const next = starts.slice();
  const sorted = new Uint16Array(windows.length);
  for (const [index, row] of rows.entries()) {
    const at = places[row] ?? 0;
    const place = next[at] ?? 0;
    next[at] = place + 1;
    sorted[place] = windows[index] ?? 0;
  }
  return { starts, windows: sorted };
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
