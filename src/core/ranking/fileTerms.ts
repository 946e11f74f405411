/** The record of one file: its terms and names as hashes, without strings. */
import { createPackedReader, createPackedWriter, type PackedReader } from './packedNumbers';

/** A packed record. Only the functions of this module read it. */
export type FileTerms = Uint8Array<ArrayBuffer>;

/** The parts of a file in which a term can occur. */
export const FIELDS = ['base', 'folder', 'symbols', 'identifiers', 'words'] as const;
export type Field = (typeof FIELDS)[number];
export const BASE = 0;
export const FOLDER = 1;
export const SYMBOLS = 2;
export const IDENTIFIERS = 3;
/** Words in comments and strings; in a file without a grammar, all words. */
export const WORDS = 4;

export interface TermEntry {
  readonly hash: number;
  /** Indexed by field. */
  readonly counts: readonly number[];
}

export interface DefinedName {
  readonly hash: number;
  /** In UTF-16 units, at most `LONGEST_LENGTH`, which stands for all longer names. */
  readonly length: number;
  /** Whether it begins with `_`. */
  readonly isPrivate: boolean;
  readonly isCodeLike: boolean;
  /** A prototype, a field, or a namespace: a use of its name elsewhere is weak evidence of a link to this file. */
  readonly isWeak: boolean;
  readonly place: NamePlace;
}

export const LONGEST_LENGTH = 4;

/**
 * How widely a name can be used. `exported`: in other packages. `top`: at the top level of its file or namespace.
 * `method`: through a value of its type. `inner`: hardly outside its scope.
 */
export const NAME_PLACES = ['inner', 'method', 'top', 'exported'] as const;
export type NamePlace = (typeof NAME_PLACES)[number];

export interface UsedName {
  readonly hash: number;
  readonly count: number;
  /** The first line that uses it, 1-based. */
  readonly line: number;
}

/** The unpacked content of a record; the lists ascend by hash. */
export interface FileTermsContent {
  /** The length of the text in UTF-16 units. */
  readonly units: number;
  readonly isCode: boolean;
  /** The total number of terms in each field. */
  readonly lengths: readonly number[];
  readonly terms: readonly TermEntry[];
  readonly defined: readonly DefinedName[];
  readonly used: readonly UsedName[];
}

/** Common combinations of counts, which take one code; other terms store their counts in full. */
const COMMON_COUNTS: readonly (readonly number[])[] = [
  [0, 0, 0, 1, 0],
  [0, 0, 0, 0, 1],
  [0, 0, 0, 2, 0],
  [0, 0, 0, 0, 2],
  [0, 0, 0, 1, 1],
  [0, 0, 0, 3, 0],
  [0, 0, 1, 1, 0],
];
const WRITTEN_COUNTS = COMMON_COUNTS.length;
const CODES = WRITTEN_COUNTS + 1;
const CODE_BITS = 3;

/** The first flags are the length minus 1. */
const PRIVATE = LONGEST_LENGTH;
const CODE_LIKE = PRIVATE * 2;
const WEAK = CODE_LIKE * 2;
const PLACE = WEAK * 2;
const FLAGS = PLACE * NAME_PLACES.length;
const FLAG_BITS = 7;

/** Counts that are packed into the same number as the hash; the last code means that the count follows. */
const USE_CODES = 4;
const USE_BITS = 2;

export function packFileTerms(content: FileTermsContent): FileTerms {
  const terms = packSorted(content.terms, CODES, ({ counts }, write) => {
    const common = COMMON_COUNTS.findIndex((each) => each.every((count, field) => count === counts[field]));
    if (common >= 0) return common;
    write.push(counts.reduce((mask, count, field) => (count > 0 ? mask | (1 << field) : mask), 0));
    for (const count of counts) if (count > 0) write.push(count);
    return WRITTEN_COUNTS;
  });
  const defined = packSorted(
    content.defined,
    FLAGS,
    ({ length, isPrivate, isCodeLike, isWeak, place }) =>
      (length - 1) |
      (isPrivate ? PRIVATE : 0) |
      (isCodeLike ? CODE_LIKE : 0) |
      (isWeak ? WEAK : 0) |
      (NAME_PLACES.indexOf(place) * PLACE),
  );
  const used = packSorted(content.used, USE_CODES, ({ count, line }, write) => {
    if (count >= USE_CODES) write.push(count);
    write.push(line);
    return Math.min(count, USE_CODES) - 1;
  });
  const writer = createPackedWriter();
  for (const value of [content.units, content.isCode ? 1 : 0, ...content.lengths]) writer.write(value);
  for (const part of [terms, defined]) writer.write(part.length);
  for (const part of [terms, defined, used]) writer.append(part);
  return writer.finish();
}

/**
 * Each entry is one number, made of the distance from the previous hash and a code below `codes`, followed by the
 * numbers that `codeOf` pushes.
 */
function packSorted<Entry extends { readonly hash: number }>(
  entries: readonly Entry[],
  codes: number,
  codeOf: (entry: Entry, write: number[]) => number,
): Uint8Array {
  const writer = createPackedWriter();
  let before = 0;
  const rest: number[] = [];
  for (const entry of entries) {
    const code = codeOf(entry, rest);
    writer.write((entry.hash - before) * codes + code);
    for (const value of rest) writer.write(value);
    rest.length = 0;
    before = entry.hash;
  }
  return writer.finish();
}

export interface FileTermsHead {
  readonly units: number;
  readonly isCode: boolean;
  readonly lengths: readonly number[];
}

export function headOf(record: FileTerms): FileTermsHead {
  const reader = createPackedReader(record);
  const units = reader.next();
  const isCode = reader.next() === 1;
  return { units, isCode, lengths: FIELDS.map(() => reader.next()) };
}

/**
 * Calls `visit` for each of the hashes that is a term of the record, with its position in `hashes`. `counts`, indexed by
 * field, is reused by the next call.
 *
 * @param hashes ascending
 */
export function visitTerms(
  record: FileTerms,
  hashes: Uint32Array,
  visit: (at: number, counts: Uint32Array) => void,
): void {
  const { reader, termsEnd } = partsOf(record);
  const counts = new Uint32Array(FIELDS.length);
  let hash = 0;
  let at = 0;
  let wanted = hashes[at] ?? NO_HASH;
  // Rankings look at the terms of all files. Without the reader's calls, that takes half the time.
  for (let offset = reader.at; offset < termsEnd && wanted !== NO_HASH;) {
    let byte = record[offset++] as number; // In bounds, unless the record is damaged.
    const code = byte & (CODES - 1);
    let distance = (byte & 0x7f) >> CODE_BITS;
    for (let shift = 7 - CODE_BITS; byte >= 0x80; shift += 7) {
      byte = record[offset++] as number;
      distance |= (byte & 0x7f) << shift;
    }
    hash += distance >>> 0;
    while (wanted < hash) wanted = hashes[++at] ?? NO_HASH;
    if (wanted !== hash) {
      if (code === WRITTEN_COUNTS) offset = afterCounts(record, offset);
      continue;
    }
    if (code === WRITTEN_COUNTS) {
      reader.at = offset;
      const mask = reader.next();
      for (let field = 0; field < FIELDS.length; field += 1)
        counts[field] = (mask >> field) & 1 ? reader.next() : 0;
      offset = reader.at;
    } else counts.set(COMMON_COUNTS[code] ?? []);
    visit(at, counts);
  }
}

/** Returns the offset behind the mask at `offset` and the counts that it announces. */
function afterCounts(record: FileTerms, offset: number): number {
  let after = offset + 1;
  for (let mask = record[offset] as number; mask !== 0; mask &= mask - 1)
    while ((record[after++] as number) >= 0x80);
  return after;
}

/** Larger than all sums of distances, even those of a damaged record. */
const NO_HASH = Infinity;

/** Visits the names that the file defines, by ascending hash. */
export function visitDefined(record: FileTerms, visit: (name: DefinedName) => void): void {
  const { reader, termsEnd, definedEnd } = partsOf(record);
  reader.at = termsEnd;
  let hash = 0;
  while (reader.at < definedEnd) {
    hash += reader.nextCoded(FLAG_BITS);
    const flags = reader.code;
    const length = (flags & (PRIVATE - 1)) + 1;
    const isPrivate = (flags & PRIVATE) !== 0;
    const isCodeLike = (flags & CODE_LIKE) !== 0;
    const isWeak = (flags & WEAK) !== 0;
    const place = NAME_PLACES[Math.floor(flags / PLACE)] ?? 'inner';
    visit({ hash, length, isPrivate, isCodeLike, isWeak, place });
  }
}

/** Visits the names that the file uses, by ascending hash. */
export function visitUsed(
  record: FileTerms,
  visit: (hash: number, count: number, line: number) => void,
): void {
  const { reader, definedEnd } = partsOf(record);
  reader.at = definedEnd;
  let hash = 0;
  while (reader.at < record.length) {
    hash += reader.nextCoded(USE_BITS);
    const { code } = reader;
    const count = code === USE_CODES - 1 ? reader.next() : code + 1;
    visit(hash, count, reader.next());
  }
}

interface Parts {
  /** Positioned at the first term. */
  readonly reader: PackedReader;
  readonly termsEnd: number;
  readonly definedEnd: number;
}

function partsOf(record: FileTerms): Parts {
  const reader = createPackedReader(record);
  for (let skipped = 0; skipped < 2 + FIELDS.length; skipped += 1) reader.next();
  const terms = reader.next();
  const defined = reader.next();
  // The lengths in a damaged record may be of any size.
  const termsEnd = Math.min(reader.at + terms, record.length);
  return { reader, termsEnd, definedEnd: Math.min(termsEnd + defined, record.length) };
}
