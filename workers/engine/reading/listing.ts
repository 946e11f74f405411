/** Keeps the index's entries in step with what the folder holds. */
import type { RepoPath } from '../../../src/core/files/repoPath';
import type { FolderPath } from '../../../src/core/ignore/ignoreFile';
import { decide, type IgnoreStack } from '../../../src/core/ignore/ignoreStack';
import type { LeftOut } from '../../../src/core/ignore/leftOut';
import type { IgnoreProblem } from '../contract';
import { judgeFailure, type FolderReader } from '../folders/folderReader';
import { isStandIn, listChildren } from '../folders/listChildren';
import { folderOf, foldersAbove } from '../folders/listedPath';
import type { Outbox } from '../outbox';
import { rootStack, walkFolders, type FolderToWalk, type Walk } from './walk';
import type { WorkspaceIndex } from '../workspaceIndex';

export interface Listing {
  /** Lists everything anew; what is not there any more goes. `onFile` is told each file that is not left out. */
  scan(userPatterns: string, signal: AbortSignal, onFile?: (path: RepoPath) => void): Promise<void>;
  /** Lists what lies directly in these folders anew, and all of what is new among it. */
  relist(folders: Iterable<FolderPath>, signal: AbortSignal): Promise<void>;
  /** Lists what lies directly in a folder that is left out. */
  listIgnored(folder: RepoPath): Promise<void>;
  /** Lists files that no walk lists: they lie in a folder that is left out, or are gone. They stay listed. */
  adopt(paths: Iterable<RepoPath>): void;
  /** Whether this lies directly in a folder that is left out, and was listed all the same. */
  isOpen(path: RepoPath): boolean;
  /** The folder that is left out and holds this path, or is it. */
  leftOutAbove(path: RepoPath): LeftOut | undefined;
}

export interface ListingContext {
  readonly reader: FolderReader;
  readonly index: WorkspaceIndex;
  readonly outbox: Outbox;
}

export function createListing({ reader, index, outbox }: ListingContext): Listing {
  /** The rules that hold where each walked folder lies. */
  const stackByFolder = new Map<FolderPath, IgnoreStack>();
  const openIgnored = new Set<RepoPath>();
  const adopted = new Set<RepoPath>();

  function walkOf(seen: Set<RepoPath>, problems: IgnoreProblem[], signal: AbortSignal): Walk {
    return {
      reader,
      signal,
      found(path, kind, leftOut) {
        seen.add(path);
        index.note(path, kind, leftOut);
        // A folder that could not be read is no longer walked, so that the next walk above it tries again.
        if (kind === 'folder') stackByFolder.delete(path);
        outbox.progress('scan', seen.size, 0);
      },
      entered: (folder, stack) => stackByFolder.set(folder, stack),
      problem: (problem) => problems.push(problem),
    };
  }

  async function scan(
    userPatterns: string,
    signal: AbortSignal,
    onFile?: (path: RepoPath) => void,
  ): Promise<void> {
    const seen = new Set<RepoPath>();
    const problems: IgnoreProblem[] = [];
    stackByFolder.clear();
    const stack = await rootStack(reader, userPatterns, (problem) => problems.push(problem));
    const walk = walkOf(seen, problems, signal);
    await walkFolders([{ path: '', stack }], {
      ...walk,
      found(path, kind, leftOut) {
        walk.found(path, kind, leftOut);
        if (kind === 'file' && leftOut === undefined) onFile?.(path);
      },
    });
    for (const folder of openIgnored) await listInIgnored(folder, seen);
    signal.throwIfAborted();
    index.remove([...index.entries.keys()].filter((path) => !seen.has(path) && !adopted.has(path)));
    for (const path of adopted) if (!seen.has(path)) noteAdopted(path);
    outbox.send({ kind: 'ignore-problems', problems });
  }

  async function relist(folders: Iterable<FolderPath>, signal: AbortSignal): Promise<void> {
    const toWalk: FolderToWalk[] = [];
    for (const path of folders) {
      const stack = stackByFolder.get(path);
      if (stack !== undefined) toWalk.push({ path, stack });
      else if (openIgnored.has(path as RepoPath)) await listIgnored(path as RepoPath); // the set holds it
    }
    const walked = new Set<FolderPath>();
    const standing = new Set<FolderPath>();
    const seen = new Set<RepoPath>();
    await walkFolders(toWalk, {
      ...walkOf(seen, [], signal),
      entered(folder, stack) {
        walked.add(folder);
        stackByFolder.set(folder, stack);
      },
      descends(path) {
        standing.add(path);
        return !stackByFolder.has(path);
      },
    });
    signal.throwIfAborted();
    dropVanished(walked, standing, seen);
  }

  /** What the walked folders held and hold no more, with all below. */
  function dropVanished(
    walked: ReadonlySet<FolderPath>,
    standing: ReadonlySet<FolderPath>,
    seen: ReadonlySet<RepoPath>,
  ): void {
    const isLost = (path: RepoPath, there: ReadonlySet<FolderPath>): boolean =>
      walked.has(folderOf(path)) && !there.has(path);
    const lostEntries = new Set([...index.entries.keys()].filter((path) => isLost(path, seen)));
    const lostFolders = new Set(foldersListed().filter((folder) => isLost(folder, standing)));
    for (const path of lostEntries) {
      // One that could not be read has an entry of its own, and loses only that when it can be again.
      if (index.entries.get(path)?.kind === 'folder' && !standing.has(path)) lostFolders.add(path);
    }
    if (lostEntries.size + lostFolders.size === 0) return;
    const isInside = (path: RepoPath): boolean =>
      foldersAbove(path).some((folder) => lostFolders.has(folder));
    index.remove(
      [...index.entries.keys()].filter(
        (path) => !adopted.has(path) && (lostEntries.has(path) || isInside(path)),
      ),
    );
    for (const folder of foldersListed()) {
      if (lostFolders.has(folder) || isInside(folder)) stackByFolder.delete(folder);
    }
  }

  function foldersListed(): readonly RepoPath[] {
    return [...stackByFolder.keys()].flatMap((folder) => (folder === '' ? [] : [folder]));
  }

  async function listIgnored(folder: RepoPath): Promise<void> {
    openIgnored.add(folder);
    const seen = new Set<RepoPath>();
    await listInIgnored(folder, seen);
    index.remove(
      [...index.entries.keys()].filter(
        (path) => folderOf(path) === folder && !seen.has(path) && !adopted.has(path),
      ),
    );
  }

  async function listInIgnored(folder: RepoPath, seen: Set<RepoPath>): Promise<void> {
    const reason = leftOutAbove(folder);
    if (reason === undefined) return void openIgnored.delete(folder);
    try {
      for await (const slice of listChildren(reader, folder)) {
        for (const { path, kind, leftOut } of slice) {
          seen.add(path);
          index.note(path, kind, leftOut ?? sensitiveReason(path, kind) ?? reason);
        }
      }
    } catch (error) {
      const failure = await judgeFailure(reader, error);
      if (failure.kind === 'missing' || isStandIn(folder)) openIgnored.delete(folder);
      else index.note(folder, 'folder', { source: 'unreadable', rule: failure.reason });
    }
  }

  /** A secret is named as one wherever it lies, so that ticking it takes its own click. */
  function sensitiveReason(path: RepoPath, kind: 'file' | 'folder'): LeftOut | undefined {
    const walked = foldersAbove(path).findLast((folder) => stackByFolder.has(folder)) ?? '';
    const stack = stackByFolder.get(walked);
    const own = stack === undefined ? undefined : decide(stack, path, kind === 'folder');
    return own?.source === 'sensitive' ? own : undefined;
  }

  function leftOutAbove(path: RepoPath): LeftOut | undefined {
    for (const folder of [...foldersAbove(path), path]) {
      const entry = index.entries.get(folder);
      if (entry?.kind === 'folder') return entry.leftOut;
    }
    return undefined;
  }

  function noteAdopted(path: RepoPath): void {
    index.note(path, 'file', leftOutAbove(folderOf(path) as RepoPath) ?? index.entries.get(path)?.leftOut);
  }

  return {
    scan,
    relist,
    listIgnored,
    leftOutAbove,
    isOpen: (path) => openIgnored.has(folderOf(path) as RepoPath), // the root is not in the set
    adopt(paths) {
      for (const path of paths) {
        adopted.add(path);
        if (!index.entries.has(path)) noteAdopted(path);
      }
    },
  };
}
