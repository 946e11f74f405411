/** The differences between the last commit, the index, and the folder at one moment. */
import { stagedChanges } from '../../../src/core/git/status/changes';
import { readCommit } from '../../../src/core/git/history/commit';
import { conflictsIn } from '../../../src/core/git/status/conflicts';
import type { Oid, TreeFile } from '../../../src/core/git/model';
import { readHead, type Head } from '../../../src/core/git/repository/refs';
import type { GitIndex } from '../../../src/core/git/index/readIndex';
import type { Repository } from '../../../src/core/git/repository/repository';
import { withRenames, type RenameFile } from '../../../src/core/git/diffs/renames';
import { statusEntries, type StatusEntry } from '../../../src/core/git/status/status';
import { filesOf } from '../../../src/core/git/objects/treeFiles';
import { untrackedPaths } from '../../../src/core/git/status/untracked';
import { worktreeChanges, type WorkingFile } from '../../../src/core/git/status/worktreeChanges';
import { isNameHidden } from '../../../src/core/files/hiddenNames';
import type { RepoPath } from '../../../src/core/files/repoPath';
import { isSetIn } from '../../../src/core/ignore/gitConfig';
import { RENAME_LIMIT } from './renameLimit';
import { CleanFiles, trackedFiles, untrackedFiles, type WorkingTreeParts } from './workingTree';

export interface GitSnapshot {
  readonly head: Head;
  /** The tree of the last commit; undefined before the first one. */
  readonly tree: Oid | undefined;
  readonly index: GitIndex;
  readonly files: ReadonlyMap<string, WorkingFile>;
  readonly clean: CleanFiles;
  readonly entries: readonly StatusEntry[];
  /** Files of the folder that git does not track. */
  readonly untracked: readonly RepoPath[];
}

/** Keeps what is expensive and seldom changes. */
export class SnapshotCache {
  readonly #repository: Repository;
  #headFiles: { readonly tree: Oid; readonly files: ReadonlyMap<string, TreeFile> } | undefined;
  #attributes = '';
  /** The ids of files in the folder by path, with the size and time that they were read with. */
  readonly #oids = new Map<string, { readonly stamp: string; readonly oid: Oid }>();

  constructor(repository: Repository) {
    this.#repository = repository;
  }

  /** The files of a tree by path. Keeps those of the last one. */
  async filesIn(tree: Oid | undefined): Promise<ReadonlyMap<string, TreeFile>> {
    if (tree === undefined) return new Map();
    if (this.#headFiles?.tree !== tree) {
      const files = await filesOf(this.#repository.objects, tree);
      this.#headFiles = { tree, files: new Map(files.map((file) => [file.path, file])) };
    }
    return this.#headFiles.files;
  }

  async oidOf({ path, size, modified }: WorkingFile, clean: CleanFiles): Promise<Oid | undefined> {
    const stamp = `${size}/${modified}`;
    const known = this.#oids.get(path);
    if (known?.stamp === stamp) return known.oid;
    const oid = await clean.oidOf(path);
    if (oid !== undefined) this.#oids.set(path, { stamp, oid });
    return oid;
  }

  /** Forgets the ids if attributes have changed, which decide what git stores. */
  useAttributes(stamp: string): void {
    if (stamp !== this.#attributes) this.#oids.clear();
    this.#attributes = stamp;
  }
}

export async function takeSnapshot(
  repository: Repository,
  index: GitIndex,
  parts: WorkingTreeParts,
  cache: SnapshotCache,
): Promise<GitSnapshot> {
  const head = await readHead(repository);
  const tree = head.kind === 'unborn' ? undefined : (await readCommit(repository, head.oid)).tree;
  const files = await trackedFiles(index.entries, parts);
  const clean = new CleanFiles(repository, index.entries, parts);
  cache.useAttributes(attributeStamp(index, parts));
  // Nothing is staged while the index has the very tree of the last commit.
  const isAsCommitted = tree !== undefined && index.treeByFolder.get('')?.oid === tree;
  const staged = isAsCommitted ? [] : stagedChanges(await cache.filesIn(tree), index.entries);
  const worktree = await worktreeChanges(index.entries, {
    files,
    indexModified: index.modified,
    oidOf: async (path) => {
      const file = files.get(path);
      return file && cache.oidOf(file, clean);
    },
    isHidden: isNameHidden,
    isSparse: isSetIn(repository.config, 'core.sparsecheckout'),
    hasSymlinks: !repository.config.some(({ key, value }) => key === 'core.symlinks' && value === 'false'),
  });
  const stored = ({ oid, mode }: TreeFile): RenameFile => storedFile(repository, oid, mode);
  const untracked = untrackedFiles(index.entries, parts);
  const entries = statusEntries({
    staged: await withRenames(staged, { sourceOf: stored, targetOf: stored, limit: RENAME_LIMIT }),
    worktree: await withRenames(worktree, {
      sourceOf: stored,
      targetOf: (file) => workingFile(file, clean),
      limit: RENAME_LIMIT,
    }),
    conflicts: conflictsIn(index.entries),
    untracked: untrackedPaths([...untracked.shown, ...untracked.leftOut.map(insideOf)], index.entries),
  });
  return { head, tree, index, files, clean, entries, untracked: untracked.shown };
}

/** Another one if the index or a file of attributes is. */
function attributeStamp({ modified }: GitIndex, { index }: WorkingTreeParts): string {
  const stamps = [...index.entries.keys()].flatMap((path) => {
    const record = /(?:^|\/)\.gitattributes$/.test(path) ? index.record(path) : undefined;
    return record === undefined ? [] : [`${path}/${record.size}/${record.modified}`];
  });
  return [modified, ...stamps].join('\n');
}

/** A path in a folder that stands for its files, which are not listed. */
function insideOf(path: string): string {
  return path.endsWith('/') ? `${path}*` : path;
}

function storedFile({ objects }: Repository, oid: Oid, mode: number): RenameFile {
  return {
    ...{ oid, mode },
    sizeOf: () => objects.sizeOf(oid),
    read: async () => (await objects.read(oid)).bytes,
  };
}

const PLAIN_FILE = 0o100644;

function workingFile({ path }: WorkingFile, clean: CleanFiles): RenameFile {
  const read = async (): Promise<Uint8Array> => (await clean.read(path))?.bytes ?? new Uint8Array();
  return { oid: undefined, mode: PLAIN_FILE, sizeOf: async () => (await read()).length, read };
}
