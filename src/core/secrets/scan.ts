/** What the matchers of secrets share: each is called at its keywords and adds the candidates that it finds. */
import type { Span } from '../facts/fileFacts';

/** A value that may be a secret. */
export interface Candidate extends Span {
  readonly kind: string;
  /** Of candidates that overlap, the highest rank says the kind. */
  readonly rank: Rank;
  readonly isPublic?: boolean;
  /** The value with its surroundings, which summaries hide too. */
  readonly outer?: Span;
}

/** How certain a kind is: by a name alone, by a name and a format, by a notation, by its own format. */
export const RANK = { name: 1, namedFormat: 2, notation: 3, format: 4 } as const;
export type Rank = (typeof RANK)[keyof typeof RANK];

export interface Scan {
  readonly text: string;
  /**
   * Summaries hide whatever has the form of a secret. Findings stop a copy, so they leave out placeholders and whatever is
   * more likely something else.
   */
  readonly purpose: 'findings' | 'summaries';
  /** Values whose name alone makes them secret count only where people write them, not in generated files. */
  readonly withNames: boolean;
  readonly found: Candidate[];
}

/**
 * Looks at a keyword at [start, end), which matches in any case. Returns the offset before which it needs no other call,
 * which keeps matchers with a long reach linear.
 */
export type Match = (scan: Scan, start: number, end: number) => number | undefined;

export interface Matcher {
  /** ASCII. */
  readonly keywords: readonly string[];
  readonly match: Match;
}

/** Whether a token can begin here: not after a letter or a digit, except those of an escape sequence. */
export function isBoundary(text: string, at: number): boolean {
  if (!isAlphanumeric(text.charCodeAt(at - 1))) return true;
  return /(?:\\[nrtbf]|%[\da-f]{2}|\\u[\da-f]{4})$/i.test(text.slice(Math.max(0, at - 6), at));
}

function isAlphanumeric(code: number): boolean {
  return (code > 47 && code < 58) || (code > 64 && code < 91) || (code > 96 && code < 123);
}
