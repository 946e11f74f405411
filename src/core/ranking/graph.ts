/**
 * The graph of files that use each other. The weight of an edge from A to B comes from the names that A uses and B
 * defines, and from A's imports of B.
 */
import { runSteps, type Steps } from '../async/steps';
import { createEdgeWriter, reversed, type EdgeList } from './edgeList';
import type { FileTable } from './fileIndex';
import { visitDefined, visitUsed, type DefinedName, type FileTerms } from './fileTerms';
import { HashCounts } from './hashCounts';

/** Files are positions in the table that the graph was built from. */
export interface FileGraph {
  /** From a file to those it uses. */
  readonly uses: EdgeList;
  /** From a file to those that use it. */
  readonly usedBy: EdgeList;
}

/** Returns the files that each import of a path refers to. */
export type ImportTargets = (path: string) => readonly (readonly string[])[];

const noImports: ImportTargets = () => [];

/** Names defined in more files than this are ambiguous, and ignored. */
const MOST_DEFINERS = 5;
const IMPORT_WEIGHT = 4;
const PRIVATE_FACTOR = 0.3;
const CODE_LIKE_FACTOR = 1.5;

export function buildGraph(table: FileTable, importsOf = noImports): FileGraph {
  return runSteps(graphSteps(table, importsOf));
}

/** `buildGraph` in steps of one file. */
export function* graphSteps(table: FileTable, importsOf: ImportTargets): Steps<FileGraph> {
  const names = yield* readNames(table, yield* readUsed(table));
  const weights = yield* weighNames(table, names);
  const writer = createEdgeWriter(table.paths.length);
  const imports = importedFiles(table);
  for (const [file, path] of table.paths.entries()) {
    yield;
    addUses(table.records[file] as FileTerms, names, weights, writer.add); // A file of the table.
    for (const targets of importsOf(path)) {
      const files = imports(targets);
      for (const target of files) writer.add(target, IMPORT_WEIGHT / targets.length);
    }
    writer.finishFile(file);
  }
  const forward = writer.finish();
  yield;
  return { uses: forward, usedBy: reversed(forward) };
}

/** In UTF-16 units. Shorter names occur everywhere. */
const SHORTEST_NAME = 4;

/** Names that files define, in rows with these columns. The columns from `FIRST_DEFINER` list files. */
const USERS = 0;
const DEFINERS = 1;
const FLAGS = 2;
const FIRST_DEFINER = 3;

/** Flags of the first definition. */
const PRIVATE = 1;
const CODE_LIKE = 2;

/** The number of lower bits of a hash that find its bit among the used names. Few unused names share one with a used name. */
const USED_BITS = 26;

/**
 * Marks the names that files use, in one bit each. In some folders, most names are never used (the registers in a driver's
 * headers, for example), and rows for them would only take memory.
 */
function* readUsed({ records }: FileTable): Steps<Uint8Array> {
  const used = new Uint8Array(2 ** (USED_BITS - 3));
  for (const record of records) {
    yield;
    visitUsed(record, (hash) => {
      const bit = hash & (2 ** USED_BITS - 1);
      used[bit >> 3] = (used[bit >> 3] as number) | (1 << (bit & 7)); // In bounds: masked.
    });
  }
  return used;
}

function mayBeUsed(used: Uint8Array, hash: number): boolean {
  const bit = hash & (2 ** USED_BITS - 1);
  return (((used[bit >> 3] as number) >> (bit & 7)) & 1) === 1; // In bounds: masked.
}

/** Reads the names that files define, mostly without those that no file uses. */
function* readNames({ records }: FileTable, used: Uint8Array): Steps<HashCounts> {
  const names = new HashCounts(FIRST_DEFINER + MOST_DEFINERS);
  for (const [file, record] of records.entries()) {
    yield;
    visitDefined(record, (name) => {
      if (name.length < SHORTEST_NAME || name.isWeak || !mayBeUsed(used, name.hash)) return;
      const row = names.addRow(name.hash);
      const definers = names.countAt(row, DEFINERS);
      if (definers === 0) names.addAt(row, flagsOf(name), FLAGS);
      if (definers < MOST_DEFINERS) names.addAt(row, file, FIRST_DEFINER + definers);
      names.addAt(row, 1, DEFINERS);
    });
  }
  return names;
}

function flagsOf({ isPrivate, isCodeLike }: DefinedName): number {
  return (isPrivate ? PRIVATE : 0) | (isCodeLike ? CODE_LIKE : 0);
}

/** Counts the files that use each name. Returns the weight of a single use, by row. */
function* weighNames({ records, paths }: FileTable, names: HashCounts): Steps<Float64Array> {
  for (const record of records) {
    yield;
    visitUsed(record, (hash) => {
      const row = names.rowOf(hash);
      if (row >= 0) names.addAt(row, 1, USERS);
    });
  }
  yield;
  return Float64Array.from({ length: names.size }, (_, row) =>
    Math.log(1 + paths.length / names.countAt(row, USERS)),
  );
}

function addUses(
  record: FileTerms,
  names: HashCounts,
  weights: Float64Array,
  add: (target: number, weight: number) => void,
): void {
  visitUsed(record, (hash, count) => {
    const row = names.rowOf(hash);
    if (row < 0) return;
    const flags = names.countAt(row, FLAGS);
    const definers = names.countAt(row, DEFINERS);
    if (definers > MOST_DEFINERS) return;
    const weight =
      ((1 + Math.log(count)) *
        (weights[row] ?? 0) *
        ((flags & PRIVATE) !== 0 ? PRIVATE_FACTOR : 1) *
        ((flags & CODE_LIKE) !== 0 ? CODE_LIKE_FACTOR : 1)) /
      definers;
    for (let definer = 0; definer < definers; definer += 1)
      add(names.countAt(row, FIRST_DEFINER + definer), weight);
  });
}

/** Looks up positions once per list, because imports of a package share one. */
function importedFiles({ positions }: FileTable): (paths: readonly string[]) => readonly number[] {
  const known = new Map<readonly string[], readonly number[]>();
  return (paths) => {
    const before = known.get(paths);
    if (before !== undefined) return before;
    const files = paths.flatMap((path) => positions.get(path) ?? []);
    known.set(paths, files);
    return files;
  };
}
