import { compareRepoPaths, type RepoPath } from '../files/repoPath';

/** A file by its path, with what is known of its content. */
export interface KnownFile {
  readonly path: RepoPath;
  readonly hash?: string | undefined;
  readonly lines?: number | undefined;
}

/** So many are enough to choose from; a repository may have thousands of files of one name. */
export const ENOUGH = 50;

/** Files that are alike, to be asked for those about as long as another. The order in which they are added says nothing. */
export interface FilesByLength {
  add(file: KnownFile): void;
  /** Enough of those whose length is nearest, and of those whose length nobody knows. */
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

/** Keeps those of the shortest paths, ascending: where folders are shared, theirs is the largest share. */
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

/** Those about as long, the nearest first. `lengths` ascend. */
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

/** Index of the first that is not less. */
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

/** Lines that any file may have won or lost and still be the same. */
const FEW_LINES = 10;

function areAboutAsLong(one: number, other: number): boolean {
  return Math.abs(one - other) <= Math.max(FEW_LINES, Math.max(one, other) / 2);
}
