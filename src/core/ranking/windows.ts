/** Finds the parts of a text that match a task, in consecutive windows of 20 lines. */
import { countLines } from '../files/normalize';
import type { WeighedTerm } from './fieldScores';
import { HashCounts } from './hashCounts';
import { createTermHasher } from './termHashes';
import { visitWords } from './words';

export const WINDOW_LINES = 20;

export interface TextWindow {
  /** 1-based, inclusive. */
  readonly startLine: number;
  readonly endLine: number;
  /** The weights of its terms, plus nine tenths of those that only the next window has. */
  readonly score: number;
  /** The number of different words of the task in it. */
  readonly words: number;
}

/** Text beyond these limits is not searched. */
const MOST_LINES = 12_000;
/** UTF-16 units. */
const MOST_UNITS = 400_000;
const NEIGHBOR = 0.9;

export interface WindowFinder {
  /** Returns the windows with at least one term, in source order. Linear in the text. */
  windowsOf(text: string): readonly TextWindow[];
  /** Returns the first window with the best score; undefined if nothing matches. */
  bestWindow(text: string): TextWindow | undefined;
}

/** Creates a finder for the terms of one task. */
export function createWindowFinder(terms: readonly WeighedTerm[]): WindowFinder {
  const { visitTermHashes } = createTermHasher();
  /** Rows are the positions in `terms`. */
  const positions = new HashCounts();
  for (const { hash } of terms) positions.add(hash, 1);
  /** Words known to contain none of the terms; most words are. */
  const irrelevant = new HashCounts();
  const wordNumbers = numbersOfWords(terms);

  /** Returns a 1 for each term that occurs in `text[start, end)`. */
  function termsIn(text: string, start: number, end: number): Uint8Array {
    const found = new Uint8Array(terms.length);
    let isRelevant = false;
    const note = (hash: number): void => {
      const at = positions.rowOf(hash);
      if (at < 0) return;
      found[at] = 1;
      isRelevant = true;
    };
    visitWords(
      text,
      (from, to, word) => {
        if (irrelevant.has(word)) return;
        isRelevant = false;
        visitTermHashes(text, from, to, note);
        if (!isRelevant) irrelevant.add(word, 1);
      },
      start,
      end,
    );
    return found;
  }

  function windowsOf(text: string): readonly TextWindow[] {
    const lines = Math.min(MOST_LINES, countLines(text));
    const blocks: Uint8Array[] = [];
    let start = 0;
    while (blocks.length * WINDOW_LINES < lines && start < MOST_UNITS) {
      const end = Math.min(startAfter(text, start, WINDOW_LINES), MOST_UNITS);
      blocks.push(termsIn(text, start, end));
      start = end;
    }
    return blocks.flatMap((block, index) => {
      if (!block.includes(1)) return [];
      const startLine = index * WINDOW_LINES + 1;
      const endLine = Math.min(lines, startLine + WINDOW_LINES - 1);
      return [{ startLine, endLine, score: scoreOf(block, blocks[index + 1]), words: wordsIn(block) }];
    });
  }

  function scoreOf(block: Uint8Array, after: Uint8Array | undefined): number {
    let score = 0;
    for (const [at, { weight }] of terms.entries())
      if (block[at] === 1) score += weight;
      else if (after?.[at] === 1) score += NEIGHBOR * weight;
    return score;
  }

  function wordsIn(block: Uint8Array): number {
    return new Set(wordNumbers.filter((number, at) => number !== undefined && block[at] === 1)).size;
  }

  function bestWindow(text: string): TextWindow | undefined {
    let best: TextWindow | undefined;
    for (const window of windowsOf(text)) if (best === undefined || window.score > best.score) best = window;
    return best;
  }

  return { windowsOf, bestWindow };
}

/** Numbers the words that the terms come from; undefined for two words in a row, which already count alone. */
function numbersOfWords(terms: readonly WeighedTerm[]): readonly (number | undefined)[] {
  const numbers = new Map<string, number>();
  for (const { word } of terms)
    if (!word.includes(' ') && !numbers.has(word)) numbers.set(word, numbers.size);
  return terms.map(({ word }) => numbers.get(word));
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
