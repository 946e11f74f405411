/** Finds the words of a text and hashes them, so that an index doesn't need to store strings. */

/** Receives a word as UTF-16 offsets, and its hash. */
export type VisitWord = (start: number, end: number, hash: number) => void;

/**
 * Visits the words of `text[start, end)`: a letter, `_`, or `$`, then any number of these and digits. Letters beyond the
 * Basic Multilingual Plane separate words. Linear.
 */
export function visitWords(text: string, visit: VisitWord, start = 0, end = text.length): void {
  for (let at = start; at < end; at += 1) {
    let unit = text.charCodeAt(at);
    if (!isLetter(unit)) continue;
    const wordStart = at;
    let state = HASH_SEED;
    do {
      state = stepHash(state, unit);
      at += 1;
      unit = at < end ? text.charCodeAt(at) : 0;
    } while (isLetter(unit) || isDigit(unit));
    visit(wordStart, at, finishHash(state));
  }
}

export function wordsOf(text: string): readonly string[] {
  const words: string[] = [];
  visitWords(text, (start, end) => words.push(text.slice(start, end)));
  return words;
}

/** A 32-bit hash: FNV-1a over UTF-16 units, finished as in MurmurHash3. Equals the hash that `visitWords` gives a word. */
export function hashOf(text: string): number {
  let state = HASH_SEED;
  for (let at = 0; at < text.length; at += 1) state = stepHash(state, text.charCodeAt(at));
  return finishHash(state);
}

export const HASH_SEED = 0x811c9dc5;
const PRIME = 0x01000193;

/** Adds one UTF-16 unit to the state. */
export function stepHash(state: number, unit: number): number {
  return Math.imul(state ^ unit, PRIME);
}

/** Finishes the hash: FNV-1a alone gives close values to words that differ only in their last letter. */
export function finishHash(state: number): number {
  let hash = state ^ (state >>> 16);
  hash = Math.imul(hash, 0x85ebca6b);
  hash ^= hash >>> 13;
  hash = Math.imul(hash, 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

const LETTER = 1;
const DIGIT = 2;

function isLetter(unit: number): boolean {
  return classOf(unit) === LETTER;
}

function isDigit(unit: number): boolean {
  return classOf(unit) === DIGIT;
}

function classOf(unit: number): number {
  if (unit < 0x80) return ASCII[unit] as number; // In bounds: 128 entries.
  others ??= Uint8Array.from({ length: 0x10000 }, (_, each) => classOfCharacter(String.fromCharCode(each)));
  return others[unit] as number; // In bounds: an entry for each unit.
}

/** Created when a text first needs it. */
let others: Uint8Array | undefined;

const ASCII = Uint8Array.from({ length: 0x80 }, (_, unit) => classOfCharacter(String.fromCharCode(unit)));

function classOfCharacter(character: string): number {
  if (/[\p{L}_$]/u.test(character)) return LETTER;
  return /\p{N}/u.test(character) ? DIGIT : 0;
}
