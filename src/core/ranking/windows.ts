/** Finds the parts of a text that match a task, in consecutive windows of 20 lines. */
import type { WeighedTerm } from './fieldScores';
import { WINDOW_LINES, type WindowTerms } from './windowTerms';

export interface TextWindow {
  /** 1-based, inclusive. */
  readonly startLine: number;
  readonly endLine: number;
  /** The weights of its terms, plus nine tenths of those that only the next window has. */
  readonly score: number;
  /** The number of different words of the task in it. */
  readonly words: number;
}

const NEIGHBOR = 0.9;

export interface WindowFinder {
  /** Returns the windows with at least one term, in source order. */
  windowsOf(text: WindowTerms): readonly TextWindow[];
  /** Returns the first window with the best score; undefined if nothing matches. */
  bestWindow(text: WindowTerms): TextWindow | undefined;
}

/** Creates a finder for the terms of one task. */
export function createWindowFinder(terms: readonly WeighedTerm[]): WindowFinder {
  const wordNumbers = numbersOfWords(terms);

  function windowsOf(text: WindowTerms): readonly TextWindow[] {
    const termsByWindow = findTerms(text, terms);
    const windows = Array.from(termsByWindow).sort(([one], [other]) => one - other);
    return windows.map(([window, found]) => {
      const startLine = window * WINDOW_LINES + 1;
      const endLine = Math.min(text.lines, startLine + WINDOW_LINES - 1);
      return {
        startLine,
        endLine,
        score: scoreOf(found, termsByWindow.get(window + 1)),
        words: wordsIn(found),
      };
    });
  }

  function scoreOf(window: Uint8Array, after: Uint8Array | undefined): number {
    let score = 0;
    for (const [at, { weight }] of terms.entries())
      if (window[at] === 1) score += weight;
      else if (after?.[at] === 1) score += NEIGHBOR * weight;
    return score;
  }

  function wordsIn(window: Uint8Array): number {
    return new Set(wordNumbers.filter((number, at) => number !== undefined && window[at] === 1)).size;
  }

  function bestWindow(text: WindowTerms): TextWindow | undefined {
    let best: TextWindow | undefined;
    for (const window of windowsOf(text)) if (best === undefined || window.score > best.score) best = window;
    return best;
  }

  return { windowsOf, bestWindow };
}

/** For each window with any of the terms, a 1 for each term that it has. */
function findTerms(
  { terms: hashes, starts, windows }: WindowTerms,
  terms: readonly WeighedTerm[],
): ReadonlyMap<number, Uint8Array> {
  const termsByWindow = new Map<number, Uint8Array>();
  for (const [at, { hash }] of terms.entries()) {
    const row = placeOf(hashes, hash);
    if (hashes[row] !== hash) continue;
    for (const window of windows.subarray(starts[row], starts[row + 1])) {
      const found = termsByWindow.get(window) ?? new Uint8Array(terms.length);
      found[at] = 1;
      termsByWindow.set(window, found);
    }
  }
  return termsByWindow;
}

/** The position of the first hash that is not smaller. */
function placeOf(hashes: Uint32Array, hash: number): number {
  let [low, high] = [0, hashes.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((hashes[middle] ?? 0) < hash) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Numbers the words that the terms come from; undefined for two words in a row, which already count alone. */
function numbersOfWords(terms: readonly WeighedTerm[]): readonly (number | undefined)[] {
  const numbers = new Map<string, number>();
  for (const { word } of terms)
    if (!word.includes(' ') && !numbers.has(word)) numbers.set(word, numbers.size);
  return terms.map(({ word }) => numbers.get(word));
}
