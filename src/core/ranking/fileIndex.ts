/** Holds the records of a folder's files, and a table of them in the order that all results use. */
import { FIELDS, headOf, type FileTerms } from './fileTerms';
import { isAsidePath, isDocsPath, isTestPath } from './pathTraits';

/** The files of an index, ordered by the code units of their paths. Columns have a value for each file. */
export interface FileTable {
  readonly paths: readonly string[];
  readonly records: readonly FileTerms[];
  /** The position of a path in the columns. */
  readonly positions: ReadonlyMap<string, number>;
  /** `FIELDS.length` values per file: the number of terms in each field. */
  readonly lengths: Uint32Array;
  /** Indexed by field. */
  readonly averageLengths: readonly number[];
  readonly units: Uint32Array;
  /** Combines the bits below. */
  readonly traits: Uint8Array;
}

export const CODE = 1;
export const TEST = 2;
export const DOCS = 4;
export const ASIDE = 8;

export class FileIndex {
  readonly #records = new Map<string, FileTerms>();
  #table: FileTable | undefined;

  get size(): number {
    return this.#records.size;
  }

  /** Adds a file or replaces its record. */
  set(path: string, record: FileTerms): void {
    this.#records.set(path, record);
    this.#table = undefined;
  }

  delete(path: string): void {
    if (this.#records.delete(path)) this.#table = undefined;
  }

  /** The same table until a file changes. */
  table(): FileTable {
    return (this.#table ??= tableOf(this.#records));
  }
}

function tableOf(records: ReadonlyMap<string, FileTerms>): FileTable {
  const files = [...records].sort(([a], [b]) => (a < b ? -1 : 1));
  const width = FIELDS.length;
  const lengths = new Uint32Array(files.length * width);
  const units = new Uint32Array(files.length);
  const traits = new Uint8Array(files.length);
  const sums = FIELDS.map(() => 0);
  for (const [at, [path, record]] of files.entries()) {
    const head = headOf(record);
    units[at] = head.units;
    traits[at] = (head.isCode ? CODE : 0) | pathTraits(path);
    lengths.set(head.lengths, at * width);
    for (const [field, length] of head.lengths.entries()) sums[field] = (sums[field] ?? 0) + length;
  }
  return {
    paths: files.map(([path]) => path),
    records: files.map(([, record]) => record),
    positions: new Map(files.map(([path], at) => [path, at])),
    lengths,
    averageLengths: sums.map((sum) => sum / files.length || 1),
    units,
    traits,
  };
}

function pathTraits(path: string): number {
  return (isTestPath(path) ? TEST : 0) | (isDocsPath(path) ? DOCS : 0) | (isAsidePath(path) ? ASIDE : 0);
}
