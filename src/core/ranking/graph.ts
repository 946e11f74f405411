/**
 * The graph of files that use each other. The weight of an edge from A to B comes from the names that A uses and B
 * defines, and from A's imports of B.
 */
import { runSteps, type Steps } from '../async/steps';
import { createEdgeWriter, reversed, type EdgeList } from './edgeList';
import type { FileTable } from './fileIndex';
import { visitDefined, visitUsed, type DefinedName } from './fileTerms';
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
  const names = yield* readNames(table);
  const uses = yield* readUses(table, names);
  const writer = createEdgeWriter(table.paths.length);
  const imports = importedFiles(table);
  for (const [file, path] of table.paths.entries()) {
    yield;
    addUses(names, uses, file, writer.add);
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

function* readNames({ records }: FileTable): Steps<HashCounts> {
  const names = new HashCounts(FIRST_DEFINER + MOST_DEFINERS);
  for (const [file, record] of records.entries()) {
    yield;
    visitDefined(record, (name) => {
      if (name.length < SHORTEST_NAME || name.isWeak) return;
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

/** The unambiguous names that each file uses: those of file `at` are at `starts[at]` to `starts[at + 1]`. */
interface Uses {
  readonly starts: Uint32Array;
  /** Rows of the names. */
  readonly rows: readonly number[];
  readonly counts: readonly number[];
  /** The weight of a single use, by row. */
  readonly weights: Float64Array;
}

/** Counts the files that use each name. */
function* readUses({ records, paths }: FileTable, names: HashCounts): Steps<Uses> {
  const starts = new Uint32Array(records.length + 1);
  const rows: number[] = [];
  const counts: number[] = [];
  for (const [file, record] of records.entries()) {
    yield;
    visitUsed(record, (hash, count) => {
      const row = names.rowOf(hash);
      if (row < 0 || names.countAt(row, DEFINERS) > MOST_DEFINERS) return;
      names.addAt(row, 1, USERS);
      rows.push(row);
      counts.push(count);
    });
    starts[file + 1] = rows.length;
  }
  yield;
  const weights = Float64Array.from({ length: names.size }, (_, row) =>
    Math.log(1 + paths.length / names.countAt(row, USERS)),
  );
  return { starts, rows, counts, weights };
}

function addUses(
  names: HashCounts,
  { starts, rows, counts, weights }: Uses,
  file: number,
  add: (target: number, weight: number) => void,
): void {
  const end = starts[file + 1] ?? 0;
  for (let at = starts[file] ?? 0; at < end; at += 1) {
    const row = rows[at] ?? 0;
    const flags = names.countAt(row, FLAGS);
    const definers = names.countAt(row, DEFINERS);
    const weight =
      ((1 + Math.log(counts[at] ?? 1)) *
        (weights[row] ?? 0) *
        ((flags & PRIVATE) !== 0 ? PRIVATE_FACTOR : 1) *
        ((flags & CODE_LIKE) !== 0 ? CODE_LIKE_FACTOR : 1)) /
      definers;
    for (let definer = 0; definer < definers; definer += 1)
      add(names.countAt(row, FIRST_DEFINER + definer), weight);
  }
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
