import { compareUtf8 } from '../../compareUtf8';
import type { CachedTree } from './cacheTree';
import { joinPath } from '../gitPath';
import { damagedIndex, parseIndexEntries } from './indexEntries';
import { parseIndexExtensions, type IndexExtensions, type IndexLink } from './indexExtensions';
import { GitFault, type IndexEntry, type Oid } from '../model';
import type { Repository } from '../repository/repository';
import { readWhole } from '../smallFile';
import { isFolderMode } from '../objects/tree';
import { filesOf } from '../objects/treeFiles';

/** The index: the state of every tracked file when it was last added or checked out. */
export interface GitIndex {
  /** In git's order: by the bytes of the path, then by stage. */
  readonly entries: readonly IndexEntry[];
  /** By folder, `''` for the top: the trees that the entries still agree with. */
  readonly treeByFolder: ReadonlyMap<string, CachedTree>;
  /** When the index was written, in milliseconds since the epoch. Files modified later may differ though they look equal. */
  readonly modified: number;
}

/** Reads the index, which is empty if there is none. Rejects with a GitFault if it is damaged or of an unknown kind. */
export async function readIndex(repository: Repository): Promise<GitIndex> {
  const path = joinPath(repository.ownPath, 'index');
  const file = await repository.folder.file(path);
  if (file === undefined) return { entries: [], treeByFolder: new Map(), modified: 0 };
  const own = parseIndex(await readWhole(path, file));
  const joined = own.link === undefined ? own.entries : await joinShared(repository, own.entries, own.link);
  const entries = await expandFolders(repository, joined);
  return { entries, treeByFolder: own.treeByFolder, modified: file.modified };
}

interface ParsedIndex extends IndexExtensions {
  readonly entries: readonly IndexEntry[];
}

/** Parses an index file by itself: a split index isn't complete, and folders of a sparse one are entries. */
export function parseIndex(bytes: Uint8Array): ParsedIndex {
  const { entries, end } = parseIndexEntries(bytes);
  return { entries, ...parseIndexExtensions(bytes, end) };
}

const NO_OID = '0'.repeat(40);

/** Adds the entries of the shared index to those of a split one. */
async function joinShared(
  { folder, ownPath }: Repository,
  own: readonly IndexEntry[],
  link: IndexLink,
): Promise<readonly IndexEntry[]> {
  if (link.shared === NO_OID) return own;
  const path = joinPath(ownPath, `sharedindex.${link.shared}`);
  const file = await folder.file(path);
  if (file === undefined) throw new GitFault('The shared part of the index is missing.');
  return applyLink(parseIndex(await readWhole(path, file)).entries, own, link);
}

/** Replacements come first, without a path, in the order of what they replace; then what was added. */
export function applyLink(
  shared: readonly IndexEntry[],
  own: readonly IndexEntry[],
  { deleted, replaced }: Pick<IndexLink, 'deleted' | 'replaced'>,
): IndexEntry[] {
  const entries: (IndexEntry | undefined)[] = [...shared];
  for (const [at, place] of replaced.entries()) {
    const [before, after] = [shared[place], own[at]];
    if (before === undefined || after === undefined || after.path !== '') throw damagedIndex();
    entries[place] = { ...after, path: before.path };
  }
  for (const place of deleted) {
    if (place >= entries.length) throw damagedIndex();
    entries[place] = undefined;
  }
  const entryByKey = new Map(
    [...entries, ...own.slice(replaced.length)].flatMap((entry) =>
      entry === undefined ? [] : [[`${entry.stage} ${entry.path}`, entry] as const],
    ),
  );
  return [...entryByKey.values()].toSorted((a, b) => compareUtf8(a.path, b.path) || a.stage - b.stage);
}

/** A sparse index has folders that aren't checked out as one entry each. */
async function expandFolders(
  { objects }: Repository,
  entries: readonly IndexEntry[],
): Promise<readonly IndexEntry[]> {
  if (!entries.some(({ mode }) => isFolderMode(mode))) return entries;
  const expanded: IndexEntry[] = [];
  for (const entry of entries) {
    if (!isFolderMode(entry.mode)) expanded.push(entry);
    else
      for (const file of await filesOf(objects, entry.oid, folderPrefix(entry)))
        expanded.push({ ...entry, ...file });
  }
  return expanded;
}

function folderPrefix({ path }: { readonly path: string; readonly oid: Oid }): string {
  if (!path.endsWith('/')) throw damagedIndex();
  return path;
}
