import type { TreeRow } from './visibleRows';

/** Letters typed within this time belong together. */
const PAUSE = 700;

export interface Typed {
  readonly text: string;
  /** Milliseconds. */
  readonly at: number;
}

/** The letters typed so far, with one more. */
export function typeMore(typed: Typed, letter: string, now: number): Typed {
  return { text: now - typed.at > PAUSE ? letter : typed.text + letter, at: now };
}

/**
 * Index of the next row whose name begins with the typed text, wrapping around; -1 if there is none. Repeating one letter
 * moves through all matching rows; different letters stay on a row that still matches.
 */
export function findTyped(rows: readonly TreeRow[], from: number, text: string): number {
  const wanted = text.toLowerCase();
  const isOneLetter = [...wanted].every((letter) => wanted.startsWith(letter));
  const prefix = isOneLetter ? (wanted.at(0) ?? '') : wanted;
  for (let step = isOneLetter ? 1 : 0; step <= rows.length; step += 1) {
    const index = (from + step) % rows.length;
    if (rows[index]?.label.toLowerCase().startsWith(prefix)) return index;
  }
  return -1;
}
