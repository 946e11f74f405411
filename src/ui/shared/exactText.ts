/** A stretch of a line that is marked, in UTF-16 units. Marks of a line are ascending and do not overlap. */
export interface Mark {
  readonly from: number;
  readonly to: number;
  readonly isCurrent: boolean;
}

/** A piece of a line. `code` names invisible characters (`U+202E`, `U+0000 ×12`), `mark` the match around it. */
export interface TextPiece {
  readonly text: string;
  readonly code?: string;
  readonly mark?: 'match' | 'current';
}

/** Controls but the tab, soft hyphen, zero-width, line separators, bidi controls, byte order mark, tag characters. */
const INVISIBLE =
  /([\0-\x08\x0a-\x1f\x7f-\x9f\xad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]|[\u{e0000}-\u{e007f}])\1*/gu;

/** The same for a text of several lines, whose line feeds are visible as such. */
const INVISIBLE_IN_LINES =
  /([\0-\x08\x0b-\x1f\x7f-\x9f\xad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]|[\u{e0000}-\u{e007f}])\1*/gu;

/** A hostile line could contain thousands; beyond this number they are not named. */
const MAX_NAMED = 200;

/**
 * Splits a line into plain, marked and invisible pieces. Joined, they are the line. With `isLines`, the text may have several
 * lines, and line feeds are not named.
 */
export function piecesOf(text: string, marks: readonly Mark[], isLines = false): TextPiece[] {
  const pieces: TextPiece[] = [];
  const invisible = isLines ? INVISIBLE_IN_LINES : INVISIBLE;
  let at = 0;
  for (const mark of marks) {
    if (mark.to <= at || mark.from >= text.length) continue;
    addPieces(pieces, invisible, text.slice(at, mark.from));
    addPieces(pieces, invisible, text.slice(mark.from, mark.to), mark.isCurrent ? 'current' : 'match');
    at = mark.to;
  }
  addPieces(pieces, invisible, text.slice(at));
  return pieces;
}

function addPieces(pieces: TextPiece[], invisible: RegExp, text: string, mark?: TextPiece['mark']): void {
  const common = mark === undefined ? {} : { mark };
  let at = 0;
  for (const found of text.matchAll(invisible)) {
    if (pieces.length >= MAX_NAMED) break;
    if (found.index > at) pieces.push({ ...common, text: text.slice(at, found.index) });
    pieces.push({ ...common, text: found[0], code: codeOf(found[0], found[1] ?? found[0]) });
    at = found.index + found[0].length;
  }
  if (at < text.length) pieces.push({ ...common, text: text.slice(at) });
}

function codeOf(run: string, character: string): string {
  const name = `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
  const times = run.length / character.length;
  return times === 1 ? name : `${name} ×${times}`;
}
