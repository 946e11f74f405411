/**
 * Escapes a path for a code span. Characters that are invisible or would end the line become `\uXXXX` (UTF-16 units), a
 * backtick `\x60`, and a backslash `\x5c`. Leading and trailing blanks are escaped, too, because a code span may drop them.
 * `unescapePath` reverses this.
 */
export function escapePath(path: string): string {
  return path.replaceAll(NOT_PLAIN, escapeUnits).replaceAll(OUTER_BLANKS, escapeUnits);
}

/** Escapes line ends and invisible characters in a message. */
export function escapeLine(text: string): string {
  return text.replaceAll(UNSEEN, escapeUnits);
}

/** Puts a text on one line: collapses white space to single blanks and escapes invisible characters. */
export function oneLine(text: string): string {
  return escapeLine(text.replaceAll(/\s+/g, ' ').trim());
}

export function unescapePath(escaped: string): string {
  return escaped.replaceAll(/\\(?:u([0-9a-f]{4})|x([0-9a-f]{2}))/g, (_, unit?: string, byte?: string) =>
    String.fromCharCode(parseInt(unit ?? byte ?? '', 16)),
  );
}

/** Control, format (bidi, zero-width, tags), line and paragraph separators, lone surrogates. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;
const NOT_PLAIN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}`\\]/gu;
const OUTER_BLANKS = /^\p{Zs}+|\p{Zs}+$/gu;

function escapeUnits(chars: string): string {
  return Array.from({ length: chars.length }, (_, i) => escapeUnit(chars.charCodeAt(i))).join('');
}

function escapeUnit(unit: number): string {
  if (unit === 0x60 || unit === 0x5c) return `\\x${unit.toString(16)}`;
  return `\\u${unit.toString(16).padStart(4, '0')}`;
}
