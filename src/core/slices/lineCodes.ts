/**
 * A short hash of each line in a slice, so that its text can be found in one pass over a file, and its remaining lines
 * after an edit. Hashing every window of a file with SHA-256 would be too slow and find no edits. Stored as four
 * characters (24 bits) per line; a long slice stores only its first and last lines.
 */

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const CHARACTERS_PER_LINE = 4;
const LINES_AT_EACH_END = 128;

/** Hashes a line without trailing blanks: FNV-1a, mixed and folded to 24 bits. */
export function lineCode(line: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < line.length; at += 1) hash = Math.imul(hash ^ line.charCodeAt(at), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (hash ^ (hash >>> 12)) & 0xffffff;
}

/** Encodes the codes of a slice's lines as text. */
export function writeLineCodes(codes: readonly number[]): string {
  let text = '';
  for (const at of codedLines(codes.length)) {
    const code = codes[at] ?? 0;
    for (let shift = 18; shift >= 0; shift -= 6) text += ALPHABET.charAt((code >>> shift) & 63);
  }
  return text;
}

/** A line of a slice, 0-based from its start, with its code. */
export interface CodedLine {
  readonly at: number;
  readonly code: number;
}

/** Undefined if the text does not fit a slice of this many lines. */
export function readLineCodes(text: string, lines: number): readonly CodedLine[] | undefined {
  if (lines < 1 || text.length !== Math.min(lines, 2 * LINES_AT_EACH_END) * CHARACTERS_PER_LINE)
    return undefined;
  const coded: CodedLine[] = [];
  for (const [index, at] of codedLines(lines).entries()) {
    let code = 0;
    for (let character = 0; character < CHARACTERS_PER_LINE; character += 1) {
      const value = ALPHABET.indexOf(text.charAt(index * CHARACTERS_PER_LINE + character));
      if (value < 0) return undefined;
      code = (code << 6) | value;
    }
    coded.push({ at, code });
  }
  return coded;
}

/** The 0-based lines that have a code, in a slice of this many lines. */
export function codedLines(lines: number): readonly number[] {
  const count = Math.min(lines, 2 * LINES_AT_EACH_END);
  const head = Math.min(lines, LINES_AT_EACH_END);
  return Array.from({ length: count }, (_, index) => (index < head ? index : lines - count + index));
}
