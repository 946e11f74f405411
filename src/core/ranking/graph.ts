/**
 * The graph of files that use each other. The weight of an edge from A to B comes from the names that A uses and B
 * defines, and from A's imports of B.
 */
import { runSteps, type Steps } from '../async/steps';
import type { FileTable } from './fileIndex';
import { visitDefined, visitUsed, type DefinedName } from './fileTerms';
import { HashCounts } from './hashCounts';

/** Edges by file: those of file `at` are at `starts[at]` to `starts[at + 1]`. */
export interface EdgeList {
  readonly starts: Uint32Array;
  readonly files: Uint32Array;
  readonly weights: Float64Array;
  /** The sum of the edge weights of each file. */
  readonly sums: Float64Array;
}

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
const MOST_EDGES = 64;
const IMPORT_WEIGHT = 4;
const PRIVATE_FACTOR = 0.3;
const CODE_LIKE_FACTOR = 1.5;

export function buildGraph(table: FileTable, importsOf = noImports): FileGraph {
  return runSteps(graphSteps(table, importsOf));
}

/** `buildGraph` in steps of one file. */
export function* graphSteps(table: FileTable, importsOf: ImportTargets): Steps<FileGraph> {
  const names = yield* readNames(table);
  const edges: (readonly Edge[])[] = [];
  for (const [file, path] of table.paths.entries()) {
    yield;
    const weights = new Map<number, number>();
    addUses(table, names, file, weights);
    for (const targets of importsOf(path)) addImport(table, targets, weights);
    weights.delete(file);
    edges.push(heaviest(weights));
  }
  return { uses: edgeList(edges), usedBy: edgeList(reversed(edges)) };
}

interface Names {
  /** Rows are positions in `definers` and `traits`. */
  readonly rows: HashCounts;
  /** The files that define each name; undefined if there are too many. */
  readonly definers: (number[] | undefined)[];
  readonly traits: DefinedName[];
}

const USERS = 0;

function* readNames({ records }: FileTable): Steps<Names> {
  const rows = new HashCounts();
  const definers: Names['definers'] = [];
  const traits: DefinedName[] = [];
  for (const [file, record] of records.entries()) {
    yield;
    visitDefined(record, (name) => {
      if (name.isShort) return;
      if (rows.add(name.hash, 0)) {
        definers.push([file]);
        traits.push(name);
        return;
      }
      const row = rows.rowOf(name.hash);
      const known = definers[row];
      if (known !== undefined && known.length === MOST_DEFINERS) definers[row] = undefined;
      else known?.push(file);
    });
  }
  for (const record of records) {
    yield;
    visitUsed(record, (hash) => {
      if (rows.has(hash)) rows.add(hash, 1, USERS);
    });
  }
  return { rows, definers, traits };
}

function addUses(
  { records, paths }: FileTable,
  { rows, definers, traits }: Names,
  file: number,
  weights: Map<number, number>,
): void {
  visitUsed(records[file] as FileTable['records'][number], (hash, count) => {
    const row = rows.rowOf(hash);
    const targets = row < 0 ? undefined : definers[row];
    if (targets === undefined) return;
    const { isPrivate, isCodeLike } = traits[row] as DefinedName; // In bounds: a row.
    const weight =
      ((1 + Math.log(count)) *
        Math.log(1 + paths.length / rows.countAt(row, USERS)) *
        (isPrivate ? PRIVATE_FACTOR : 1) *
        (isCodeLike ? CODE_LIKE_FACTOR : 1)) /
      targets.length;
    for (const target of targets) weights.set(target, (weights.get(target) ?? 0) + weight);
  });
}

function addImport({ positions }: FileTable, targets: readonly string[], weights: Map<number, number>): void {
  for (const target of targets) {
    const file = positions.get(target);
    if (file !== undefined) weights.set(file, (weights.get(file) ?? 0) + IMPORT_WEIGHT / targets.length);
  }
}

type Edge = readonly [file: number, weight: number];

/** Keeps the heaviest edges up to the limit, in the order of files. */
function heaviest(weights: ReadonlyMap<number, number>): readonly Edge[] {
  const edges = [...weights];
  const kept =
    edges.length <= MOST_EDGES ? edges : edges.sort(([a, x], [b, y]) => y - x || a - b).slice(0, MOST_EDGES);
  return kept.sort(([a], [b]) => a - b);
}

function reversed(edges: readonly (readonly Edge[])[]): readonly (readonly Edge[])[] {
  const into: Edge[][] = edges.map(() => []);
  for (const [from, list] of edges.entries()) for (const [to, weight] of list) into[to]?.push([from, weight]);
  return into;
}

function edgeList(edges: readonly (readonly Edge[])[]): EdgeList {
  const size = edges.reduce((sum, { length }) => sum + length, 0);
  const starts = new Uint32Array(edges.length + 1);
  const files = new Uint32Array(size);
  const weights = new Float64Array(size);
  const sums = new Float64Array(edges.length);
  let at = 0;
  for (const [from, list] of edges.entries()) {
    for (const [to, weight] of list) {
      files[at] = to;
      weights[at] = weight;
      sums[from] = (sums[from] ?? 0) + weight;
      at += 1;
    }
    starts[from + 1] = at;
  }
  return { starts, files, weights, sums };
}
