import type { TokenEncoding } from './encoding';
import { CASELESS, LETTER, LINE_END, LOWER, MARK, NUMBER, SYMBOL, UPPER, WHITE } from './characterClasses';
import { END, classAt, next, previous, skip } from './characterClasses';

/**
 * Returns the end of the piece at `start` in UTF-8 text terminated by END. No token crosses the end of a piece. Each
 * pretokenizer is a hand-written equivalent of its encoding's regular expression, backtracking included, in linear
 * time.
 */
export type Pretokenizer = (bytes: Uint8Array, start: number) => number;

/** The pretokenizer of an encoding. */
export function pretokenizerFor(encoding: TokenEncoding): Pretokenizer {
  switch (encoding) {
    case 'o200k_base':
      return pieceOfO200k;
    case 'cl100k_base':
      return pieceOfCl100k;
  }
}

const UPPER_PART = UPPER | CASELESS | MARK;
const LOWER_PART = LOWER | CASELESS | MARK;
const WORD_PART = UPPER_PART | LOWER_PART;
const SYMBOL_PART = SYMBOL | MARK;

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const SPACE = 0x20;
const APOSTROPHE = 0x27;
const SLASH = 0x2f;

/**
 * With U for UPPER_PART, L for LOWER_PART, and P for a character that is neither letter, number nor line end:
 *
 *     P? U* L+ contraction?  |  P? U+ L* contraction?  |  \p{N}{1,3}  |  blank? [^\s\p{L}\p{N}]+ [\r\n/]*
 *     |  \s*[\r\n]+  |  \s+(?!\S)  |  \s+
 */
function pieceOfO200k(bytes: Uint8Array, start: number): number {
  const first = classAt(bytes, start);
  if (first & LETTER) return afterContraction(bytes, casedWordEnd(bytes, start));
  if (first & NUMBER) return numberEnd(bytes, start);
  if (first & LINE_END) return whiteEnd(bytes, start, false);
  const second = next(bytes, start);
  const follower = classAt(bytes, second);
  if (follower & WORD_PART) return prefixedWordEnd(bytes, start, first, second);
  // A mark is a separate word if it matches both P and U.
  if (first & MARK) return afterContraction(bytes, second);
  if (first & SYMBOL) return afterLineEndsOrSlashes(bytes, skip(bytes, second, SYMBOL_PART));
  if (bytes[start] === SPACE && follower & SYMBOL) {
    return afterLineEndsOrSlashes(bytes, skip(bytes, second, SYMBOL_PART));
  }
  return whiteEnd(bytes, start, false);
}

/** The end of `P U* L+` or `P U+ L*`, where P is the character before `start`. */
function prefixedWordEnd(bytes: Uint8Array, prefix: number, prefixClass: number, start: number): number {
  const end = casedWordEnd(bytes, start);
  // `P? U* L+` comes first: a mark before uppercase only matches as U* L+ without a P, and is a separate word.
  const alone = (prefixClass & MARK) !== 0 && skip(bytes, start, UPPER) === end;
  return afterContraction(bytes, alone ? next(bytes, prefix) : end);
}

/**
 * The end of `U* L+`, else of `U+ L*`. U and L overlap in caseless letters and marks. If U* has consumed up to a
 * character not in L, it backtracks until L+ can match one, so the word ends after the last character of both.
 */
function casedWordEnd(bytes: Uint8Array, start: number): number {
  let end = -1;
  let index = start;
  for (;;) {
    index = skip(bytes, index, UPPER);
    const follower = classAt(bytes, index);
    if (follower & LOWER) return skip(bytes, index, LOWER_PART);
    if (!(follower & UPPER_PART)) return end === -1 ? index : end;
    index = skip(bytes, index, CASELESS | MARK);
    end = index;
  }
}

/**
 *     contraction  |  [^\r\n\p{L}\p{N}]?\p{L}+  |  \p{N}{1,3}  |  blank? [^\s\p{L}\p{N}]+ [\r\n]*
 *     |  \s+$  |  \s*[\r\n]  |  \s+(?!\S)  |  \s
 */
function pieceOfCl100k(bytes: Uint8Array, start: number): number {
  const first = classAt(bytes, start);
  if (first & LETTER) return skip(bytes, start, LETTER);
  if (first & NUMBER) return numberEnd(bytes, start);
  if (first & LINE_END) return whiteEnd(bytes, start, true);
  if (bytes[start] === APOSTROPHE) {
    const end = afterContraction(bytes, start);
    if (end > start) return end;
  }
  const second = next(bytes, start);
  const follower = classAt(bytes, second);
  if (follower & LETTER) return skip(bytes, second, LETTER);
  if (first & SYMBOL_PART) return afterLineEnds(bytes, skip(bytes, second, SYMBOL_PART));
  if (bytes[start] === SPACE && follower & SYMBOL_PART) {
    return afterLineEnds(bytes, skip(bytes, second, SYMBOL_PART));
  }
  return whiteEnd(bytes, start, true);
}

function numberEnd(bytes: Uint8Array, start: number): number {
  let end = next(bytes, start);
  for (let more = 0; more < 2 && classAt(bytes, end) & NUMBER; more++) end = next(bytes, end);
  return end;
}

/**
 * The end of white space: after its last line end. Without one, the end of the text if the white space reaches it, else
 * before its last character.
 */
function whiteEnd(bytes: Uint8Array, start: number, wholeAtEnd: boolean): number {
  const end = skip(bytes, start, WHITE);
  const atEnd = bytes[end] === END;
  if (atEnd && wholeAtEnd) return end;
  for (let index = end; index > start; index--) {
    const byte = bytes[index - 1];
    if (byte === LINE_FEED || byte === CARRIAGE_RETURN) return index;
  }
  if (atEnd) return end;
  const last = previous(bytes, end);
  return last === start ? end : last;
}

/** The index after `'s`, `'t`, `'m`, `'d`, `'ll`, `'ve` or `'re` at `index`, in either case. */
function afterContraction(bytes: Uint8Array, index: number): number {
  if (bytes[index] !== APOSTROPHE) return index;
  // ORing 0x20 lowercases ASCII letters, and only their uppercase forms map to these letters.
  const one = (bytes[index + 1] as number) | 0x20; // In bounds: END comes after the text at the latest.
  if (one === 0x73 || one === 0x74 || one === 0x6d || one === 0x64) return index + 2;
  if (one !== 0x6c && one !== 0x76 && one !== 0x72) return index;
  const two = (bytes[index + 2] as number) | 0x20; // In bounds: the byte before was a letter.
  return two === (one === 0x6c ? 0x6c : 0x65) ? index + 3 : index;
}

function afterLineEnds(bytes: Uint8Array, index: number): number {
  return skip(bytes, index, LINE_END);
}

function afterLineEndsOrSlashes(bytes: Uint8Array, index: number): number {
  for (;;) {
    const byte = bytes[index];
    if (byte !== LINE_FEED && byte !== CARRIAGE_RETURN && byte !== SLASH) return index;
    index++;
  }
}
