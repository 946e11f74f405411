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
  /** The number of segments of the path. */
  readonly depths: Uint16Array;
  /** Combines the bits below. */
  readonly traits: Uint8Array;
}

/** The number of files that work in steps handles at a time. */
export const FILES_PER_STEP = 500;

export const CODE = 1;
export const TEST = 2;
export const DOCS = 4;
export const ASIDE = 8;

/** Columns that depend only on the paths. */
type PathColumns = Pick<FileTable, 'paths' | 'positions' | 'depths'> & { readonly pathTraits: Uint8Array };

export class FileIndex {
  readonly #records = new Map<string, FileTerms>();
  #paths: PathColumns | undefined;
  #table: FileTable | undefined;

  get size(): number {
    return this.#records.size;
  }

  /** Adds a file or replaces its record. */
  set(path: string, record: FileTerms): void {
    if (!this.#records.has(path)) this.#paths = undefined;
    this.#records.set(path, record);
    this.#table = undefined;
  }

  delete(path: string): void {
    if (!this.#records.delete(path)) return;
    this.#paths = undefined;
    this.#table = undefined;
  }

  /** The same table until a file changes. */
  table(): FileTable {
    this.#paths ??= pathColumns(this.#records.keys());
    return (this.#table ??= tableOf(this.#paths, this.#records));
  }
}

function pathColumns(keys: Iterable<string>): PathColumns {
  const paths = [...keys].sort();
  return {
    paths,
    positions: new Map(paths.map((path, at) => [path, at])),
    depths: Uint16Array.from(paths, (path) => path.split('/').length),
    pathTraits: Uint8Array.from(paths, traitsOf),
  };
}

function tableOf(
  { paths, positions, depths, pathTraits }: PathColumns,
  recordByPath: ReadonlyMap<string, FileTerms>,
): FileTable {
  const width = FIELDS.length;
  const records = paths.map((path) => recordByPath.get(path) as FileTerms); // The paths are the keys.
  const lengths = new Uint32Array(paths.length * width);
  const units = new Uint32Array(paths.length);
  const traits = pathTraits.slice();
  const sums = FIELDS.map(() => 0);
  for (const [at, record] of records.entries()) {
    const head = headOf(record);
    units[at] = head.units;
    if (head.isCode) traits[at] = (traits[at] ?? 0) | CODE;
    lengths.set(head.lengths, at * width);
    for (const [field, length] of head.lengths.entries()) sums[field] = (sums[field] ?? 0) + length;
  }
  const averageLengths = sums.map((sum) => sum / paths.length || 1);
  return { paths, records, positions, depths, lengths, averageLengths, units, traits };
}

function traitsOf(path: string): number {
  return (isTestPath(path) ? TEST : 0) | (isDocsPath(path) ? DOCS : 0) | (isAsidePath(path) ? ASIDE : 0);
}
