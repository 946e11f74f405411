/**
 * Lines are compared without what copies of rendered chats change; added lines are decoded only if the old lines prove that
 * the copy was changed in this way.
 */
import { plainLine } from '../decodings';

/** A line without what copying adds, and without blanks at its end. */
export function foldLine(line: string): string {
  return plainLine(line).trimEnd();
}

/** A folded line with its white space reduced to single spaces, and none at its ends. */
export function collapseLine(line: string): string {
  const folded = foldLine(line).trim();
  return /\s\s|[^\S ]/.test(folded) ? folded.replaceAll(/\s+/g, ' ') : folded;
}

/** Whether a line says something about its place: braces, blank lines and short keywords are everywhere. */
export function isTelling(line: string): boolean {
  return (line.match(/[\p{L}\p{N}]/gu)?.length ?? 0) >= LETTERS_OF_TELLING;
}

const LETTERS_OF_TELLING = 6;

/** The white space before a line's text. */
export function indentOf(line: string): string {
  return line.slice(0, line.length - line.trimStart().length);
}
