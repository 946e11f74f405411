import { compareRepoPaths, type RepoPath } from '../files/repoPath';

/** A file with the known facts about its content. */
export interface KnownFile {
  readonly path: RepoPath;
  readonly hash?: string | undefined;
  readonly lines?: number | undefined;
}

/** Limit on candidates. A repository may have thousands of files with one name. */
export const ENOUGH = 50;

/** Similar files, indexed by length. The result does not depend on the order in which they are added. */
export interface FilesByLength {
  add(file: KnownFile): void;
  /** Up to `ENOUGH` files of the nearest lengths, and up to `ENOUGH` of unknown length. */
  near(lines: number | undefined): readonly KnownFile[];
}

export function filesByLength(): FilesByLength {
  const all: KnownFile[] = [];
  const unknown: KnownFile[] = [];
  const known = new Map<number, KnownFile[]>();
  let lengths: readonly number[] | undefined;
  return {
    add(file) {
      keepFirst(all, file);
      const { lines } = file;
      const alike = lines === undefined ? unknown : known.get(lines);
      if (alike !== undefined) keepFirst(alike, file);
      else if (lines !== undefined) {
        known.set(lines, [file]);
        lengths = undefined;
      }
    },
    near(lines) {
      if (lines === undefined) return all;
      lengths ??= [...known.keys()].sort((a, b) => a - b);
      const found: KnownFile[] = [];
      for (const length of lengthsNear(lengths, lines)) {
        found.push(...(known.get(length) ?? []).slice(0, ENOUGH - found.length));
        if (found.length >= ENOUGH) break;
      }
      return [...found, ...unknown];
    },
  };
}

/** Keeps the files with the shortest paths, because shared folders are the largest part of those. */
function keepFirst(files: KnownFile[], file: KnownFile): void {
  const last = files.at(-1);
  if (files.length >= ENOUGH && last !== undefined && compareFiles(last, file) <= 0) return;
  const at = files.findIndex((other) => compareFiles(other, file) > 0);
  files.splice(at < 0 ? files.length : at, 0, file);
  if (files.length > ENOUGH) files.pop();
}

function compareFiles({ path: a }: KnownFile, { path: b }: KnownFile): number {
  return a.length - b.length || compareRepoPaths(a, b);
}

/** Similar lengths, nearest first. `lengths` must be ascending. */
function* lengthsNear(lengths: readonly number[], lines: number): Generator<number, void> {
  let up = firstFrom(lengths, lines);
  let down = up - 1;
  const at = (index: number): number | undefined => {
    const length = lengths[index];
    return length !== undefined && areAboutAsLong(length, lines) ? length : undefined;
  };
  for (;;) {
    const above = at(up);
    const below = at(down);
    if (above !== undefined && (below === undefined || above - lines < lines - below)) {
      yield above;
      up += 1;
    } else if (below !== undefined) {
      yield below;
      down -= 1;
    } else return;
  }
}

/** Index of the first value that is not less than `least`. */
function firstFrom(ascending: readonly number[], least: number): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ascending[middle] ?? least) < least) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Number of lines by which any two versions of a file may differ. */
const FEW_LINES = 10;

function areAboutAsLong(one: number, other: number): boolean {
  return Math.abs(one - other) <= Math.max(FEW_LINES, Math.max(one, other) / 2);
}
