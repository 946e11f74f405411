/** Hashes the terms of words without creating strings, which is many times faster than `termsOf`. */
import { HashCounts } from './hashCounts';
import { LONGEST_PART, MOST_PARTS, stem, termsOf } from './terms';
import { finishHash, HASH_SEED, hashOf, stepHash } from './words';

export interface TermHasher {
  /** Calls `visit` with the hash of each term that `termsOf` returns for `text[start, end)`. */
  visitTermHashes(text: string, start: number, end: number, visit: (hash: number) => void): void;
}

/** The limit on cached parts of words. Folders of 10,000 files have fewer; this bounds data with endless different words. */
const MOST_REMEMBERED = 1 << 17;

const SEPARATOR = 0;
const UPPER = 1;
const LOWER = 2;
const DIGIT = 3;
/** Not ASCII. */
const OTHER = 4;
const KINDS = Uint8Array.from({ length: 0x80 }, (_, unit) => kindOf(String.fromCharCode(unit)));

/** The hash of `=`, which marks a compound. */
const COMPOUND_SEED = stepHash(HASH_SEED, 0x3d);

/** Creates a hasher that caches stems across texts. */
export function createTermHasher(): TermHasher {
  /** Hashes of stems by the hash of the part. */
  let stems = new HashCounts();

  function stemHash(hash: number, text: string, start: number, end: number): number {
    const row = stems.rowOf(hash);
    if (row >= 0) return stems.countAt(row);
    if (stems.size > MOST_REMEMBERED) stems = new HashCounts();
    const stemmed = hashOf(stem(text.slice(start, end).toLowerCase()));
    stems.add(hash, stemmed);
    return stemmed;
  }

  function visitTermHashes(text: string, start: number, end: number, visit: (hash: number) => void): void {
    if (!isAscii(text, start, end)) {
      for (const term of termsOf(text.slice(start, end))) visit(hashOf(term));
      return;
    }
    let compound = COMPOUND_SEED;
    let parts = 0;
    for (let at = start; at < end;) {
      if (kindAt(text, at) === SEPARATOR) {
        at += 1;
        continue;
      }
      const partStart = at;
      let part = HASH_SEED;
      let isNumber = true;
      do {
        const kind = kindAt(text, at);
        const unit = text.charCodeAt(at) + (kind === UPPER ? 0x20 : 0);
        part = stepHash(part, unit);
        compound = stepHash(compound, unit);
        isNumber &&= kind === DIGIT;
        at += 1;
      } while (at < end && !startsPart(text, at, end));
      parts += 1;
      const length = at - partStart;
      if (!isNumber && length > 1 && length <= LONGEST_PART)
        visit(stemHash(finishHash(part), text, partStart, at));
    }
    if (parts > 1 && parts <= MOST_PARTS) visit(finishHash(compound));
  }

  return { visitTermHashes };
}

/** Returns whether a part that started before `at` ends there. */
function startsPart(text: string, at: number, end: number): boolean {
  const kind = kindAt(text, at);
  if (kind === SEPARATOR) return true;
  if (kind !== UPPER) return false;
  return kindAt(text, at - 1) !== UPPER || (at + 1 < end && kindAt(text, at + 1) === LOWER);
}

function isAscii(text: string, start: number, end: number): boolean {
  for (let at = start; at < end; at += 1) if (kindAt(text, at) === OTHER) return false;
  return true;
}

function kindAt(text: string, at: number): number {
  return KINDS[text.charCodeAt(at)] ?? OTHER;
}

function kindOf(character: string): number {
  if (/[A-Z]/.test(character)) return UPPER;
  if (/[a-z]/.test(character)) return LOWER;
  return /\d/.test(character) ? DIGIT : SEPARATOR;
}
