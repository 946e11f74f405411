/** Diffs as git prints them: of a commit, or of the folder's tracked files against a tree. */
import { compareUtf8 } from '../../../src/core/compareUtf8';
import { isSameType, type FileChange } from '../../../src/core/git/status/changes';
import { changedFiles } from '../../../src/core/git/history/log';
import type { Commit } from '../../../src/core/git/history/commit';
import type { IndexEntry, Oid, TreeFile } from '../../../src/core/git/model';
import type { Repository } from '../../../src/core/git/repository/repository';
import { withRenames, type RenameFile } from '../../../src/core/git/diffs/renames';
import { changesBetween, type TreeChange } from '../../../src/core/git/objects/treeChanges';
import { unifiedDiff, type DiffSide, type DiffSides } from '../../../src/core/git/diffs/unifiedDiff';
import { RENAME_LIMIT } from './renameLimit';
import type { CleanFiles } from './workingTree';
import type { GitSnapshot, SnapshotCache } from './gitSnapshot';

/** One side of a file. Its bytes are read only for a diff, or to find a rename. */
export interface FileSide extends TreeFile, RenameFile {
  readonly oid: Oid;
}

export interface FileDifference {
  readonly path: string;
  readonly before: FileSide | undefined;
  readonly after: FileSide | undefined;
}

const SUBMODULE = 0o160000;

export interface FolderDifferences {
  readonly differences: readonly FileDifference[];
  /** Files that differ or may, and can't be read or are too large. */
  readonly unread: readonly string[];
}

/** Compares the tracked files of the folder with a tree, as `git diff TREE` does. */
export async function folderDifferences(
  repository: Repository,
  snapshot: GitSnapshot,
  { start, cache }: { readonly start: Oid | undefined; readonly cache: SnapshotCache },
): Promise<FolderDifferences> {
  const { tree, entries, index } = snapshot;
  const committed = start === tree ? [] : await changesBetween(repository.objects, start, tree);
  const beforeByPath = new Map(committed.map(({ path, before }) => [path, before]));
  const inHead = await cache.filesIn(tree);
  const entryByPath = entriesByPath(index.entries);
  const paths = new Set<string>(beforeByPath.keys());
  for (const { path, from, index: letter } of entries) {
    if (letter === '?') continue;
    paths.add(path);
    if (from !== undefined) paths.add(from);
  }
  const differences: FileDifference[] = [];
  const unread: string[] = [];
  for (const path of paths) {
    const known = beforeByPath.has(path) ? beforeByPath.get(path) : inHead.get(path);
    const before = known && storedSide(repository, { ...known, path });
    const entry = entryByPath.get(path);
    const after = entry && (await presentSide(repository, entry, { snapshot, cache }));
    if (after === 'unread') unread.push(path);
    else if (before?.oid !== after?.oid || before?.mode !== after?.mode)
      differences.push({ path, before, after });
  }
  return { differences, unread };
}

/** Without those that the browser doesn't show, a file that isn't there was deleted. */
async function presentSide(
  repository: Repository,
  entry: IndexEntry,
  { snapshot, cache }: { readonly snapshot: GitSnapshot; readonly cache: SnapshotCache },
): Promise<FileSide | 'unread' | undefined> {
  const { path, mode } = entry;
  const { files, clean } = snapshot;
  const file = files.get(path);
  if (file === undefined)
    return mode === SUBMODULE || clean.isUnseen(entry) ? storedSide(repository, entry) : undefined;
  const oid = await cache.oidOf(file, clean);
  if (oid === undefined) return 'unread';
  // Read again for the diff: the texts of all changed files would not fit into memory.
  const read = async (): Promise<Uint8Array> => (await clean.read(path))?.bytes ?? new Uint8Array();
  return { path, mode, oid, read, sizeOf: async () => (await read()).length };
}

/** Of a file with conflicts, ours or else any side. */
function entriesByPath(entries: readonly IndexEntry[]): ReadonlyMap<string, IndexEntry> {
  const byPath = new Map<string, IndexEntry>();
  for (const entry of entries)
    if (entry.stage === 0 || entry.stage === 2 || !byPath.has(entry.path)) byPath.set(entry.path, entry);
  return byPath;
}

export async function commitDifferences(
  repository: Repository,
  commit: Commit,
): Promise<readonly FileDifference[]> {
  const side = (path: string, each: TreeChange['before']) =>
    each && storedSide(repository, { ...each, path });
  const changes = await changedFiles(repository, commit);
  return changes.map(({ path, before, after }) => ({
    path,
    before: side(path, before),
    after: side(path, after),
  }));
}

function storedSide({ objects }: Repository, { path, mode, oid }: TreeFile): FileSide {
  return {
    ...{ path, mode, oid },
    sizeOf: () => objects.sizeOf(oid),
    read: async () => (mode === SUBMODULE ? new Uint8Array() : (await objects.read(oid)).bytes),
  };
}

/** As many digits of ids as git shows at least. */
const ID_LENGTH = 7;

/** Prints differences with renames, in git's order. Bytes that are not UTF-8 become U+FFFD. */
export async function printDifferences(
  differences: readonly FileDifference[],
  attributesOf: CleanFiles['attributesOf'],
): Promise<string> {
  const changes = differences.flatMap(changeOf).sort((one, other) => compareUtf8(one.path, other.path));
  const renamed = await withRenames(changes, {
    ...{ sourceOf: (side) => side, targetOf: (side) => side },
    limit: RENAME_LIMIT,
  });
  const decoder = new TextDecoder();
  let printed = '';
  for (const change of renamed) {
    const sides = await sidesOf(change);
    const { diff } = await attributesOf(change.path);
    printed += decoder.decode(
      unifiedDiff(sides, {
        idLength: ID_LENGTH,
        // A driver only changes how hunks are named.
        diff: diff.kind === 'driver' ? 'unspecified' : diff.kind,
        ...(change.kind === 'renamed' && { similarity: change.similarity }),
      }),
    );
  }
  return printed;
}

function changeOf({ path, before, after }: FileDifference): readonly FileChange<FileSide, FileSide>[] {
  if (before === undefined) return after === undefined ? [] : [{ kind: 'added', path, after }];
  if (after === undefined) return [{ kind: 'deleted', path, before }];
  return [{ kind: isSameType(before, after) ? 'modified' : 'type', path, before, after }];
}

async function sidesOf(change: FileChange<FileSide, FileSide>): Promise<DiffSides> {
  if (change.kind === 'added') return { before: undefined, after: await readSide(change.after) };
  const before = await readSide(change.before);
  return { before, after: change.kind === 'deleted' ? undefined : await readSide(change.after) };
}

async function readSide({ path, mode, oid, read }: FileSide): Promise<DiffSide> {
  return { path, mode, oid, bytes: await read() };
}
