import { decoded, withBlanks } from '../decodings';
import type { NotUnderstood, ReplyEdit } from '../replyEdit';

/** The edits that a format has read, and the parts that it could not. Lines are 1-based. */
export interface ReadEdits {
  readonly edits: readonly ReplyEdit[];
  readonly notUnderstood: readonly NotUnderstood[];
  /** Index of the line behind it. */
  readonly next: number;
}

/** Paths for an edit that names none itself. */
export interface NamedPaths {
  /** The path in the lines above the edit. */
  readonly above: () => string | undefined;
  /** The path of the edit before, which later ones of the same file need not repeat. */
  readonly before: string | undefined;
}

export interface ReplyFormat {
  readonly name: string;
  /**
   * Reads the edits whose first marker is at a line. Undefined if none begins there. Takes time in proportion to the lines that it
   * reads.
   */
  read(lines: readonly string[], at: number, paths: NamedPaths): ReadEdits | undefined;
}

/** A part of the reply that could not be read. `next` is the index of the line behind it. */
export function unread(lines: readonly string[], at: number, next: number, reason: string): ReadEdits {
  const text = lines.slice(at, next).join('\n');
  return { edits: [], notUnderstood: [{ from: at + 1, to: next, text, reason }], next };
}

export const NO_PATH = 'It does not say which file it changes.';
export const NO_CALL =
  'It is not valid JSON, or it does not say which file it changes, or from what to what.';
export const NO_END = 'Its end is missing, so it may not be complete.';

/** A line as its markers are recognized: chats change spaces and quotes, and some copies have entities. */
export function bare(line: string): string {
  if (line.length > LONGEST_MARKER) return line;
  return decoded(withBlanks(line), 'entities').trim();
}

/** UTF-16 units. Longer lines are no markers. */
const LONGEST_MARKER = 1_000;

/** The mark of a line of a diff. Copies make that of context unbreakable. */
export function markOf(line: string): string {
  return line.startsWith('\u00a0') ? ' ' : line.charAt(0);
}
