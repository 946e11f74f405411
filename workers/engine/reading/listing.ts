/** Keeps the index's entries in step with the folder. */
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

export interface ListingContext {
  readonly reader: FolderReader;
  readonly index: WorkspaceIndex;
  readonly outbox: Outbox;
}

export class Listing {
  readonly #reader: FolderReader;
  readonly #index: WorkspaceIndex;
  readonly #outbox: Outbox;
  /** The rules that apply where each walked folder lies. */
  readonly #stackByFolder = new Map<FolderPath, IgnoreStack>();
  readonly #openIgnored = new Set<RepoPath>();
  readonly #adopted = new Set<RepoPath>();

  constructor({ reader, index, outbox }: ListingContext) {
    this.#reader = reader;
    this.#index = index;
    this.#outbox = outbox;
  }

  /** Lists everything again; entries that are gone are removed. `onFile` is called with each file that is not left out. */
  async scan(userPatterns: string, signal: AbortSignal, onFile?: (path: RepoPath) => void): Promise<void> {
    const seen = new Set<RepoPath>();
    const problems: IgnoreProblem[] = [];
    this.#stackByFolder.clear();
    const stack = await rootStack(this.#reader, userPatterns, (problem) => problems.push(problem));
    const walk = this.#walkOf(seen, problems, signal);
    await walkFolders([{ path: '', stack }], {
      ...walk,
      found(path, kind, leftOut) {
        walk.found(path, kind, leftOut);
        if (kind === 'file' && leftOut === undefined) onFile?.(path);
      },
    });
    for (const folder of this.#openIgnored) await this.#listInIgnored(folder, seen);
    signal.throwIfAborted();
    this.#index.remove(
      [...this.#index.entries.keys()].filter((path) => !seen.has(path) && !this.#adopted.has(path)),
    );
    for (const path of this.#adopted) if (!seen.has(path)) this.#noteAdopted(path);
    this.#outbox.send({ kind: 'ignore-problems', problems });
  }

  /** Lists the direct children of these folders again, and everything below the new ones. */
  async relist(folders: Iterable<FolderPath>, signal: AbortSignal): Promise<void> {
    const toWalk: FolderToWalk[] = [];
    for (const path of folders) {
      const stack = this.#stackByFolder.get(path);
      if (stack !== undefined) toWalk.push({ path, stack });
      else if (this.#openIgnored.has(path as RepoPath)) await this.listIgnored(path as RepoPath); // the set holds it
    }
    const walked = new Set<FolderPath>();
    const standing = new Set<FolderPath>();
    const seen = new Set<RepoPath>();
    await walkFolders(toWalk, {
      ...this.#walkOf(seen, [], signal),
      entered: (folder, stack) => {
        walked.add(folder);
        this.#stackByFolder.set(folder, stack);
      },
      descends: (path) => {
        standing.add(path);
        return !this.#stackByFolder.has(path);
      },
    });
    signal.throwIfAborted();
    this.#dropVanished(walked, standing, seen);
  }

  /** Lists the direct children of a folder that is left out. */
  async listIgnored(folder: RepoPath): Promise<void> {
    this.#openIgnored.add(folder);
    const seen = new Set<RepoPath>();
    await this.#listInIgnored(folder, seen);
    this.#index.remove(
      [...this.#index.entries.keys()].filter(
        (path) => folderOf(path) === folder && !seen.has(path) && !this.#adopted.has(path),
      ),
    );
  }

  /** Lists files that no walk lists, because they lie in a folder that is left out or are gone. They stay listed. */
  adopt(paths: Iterable<RepoPath>): void {
    for (const path of paths) {
      this.#adopted.add(path);
      if (!this.#index.entries.has(path)) this.#noteAdopted(path);
    }
  }

  /** Whether this lies directly in a folder that is left out, and was listed all the same. */
  isOpen(path: RepoPath): boolean {
    return this.#openIgnored.has(folderOf(path) as RepoPath); // the root is not in the set
  }

  /** Why the folder that holds this path, or is it, is left out. */
  leftOutAbove(path: RepoPath): LeftOut | undefined {
    for (const folder of [...foldersAbove(path), path]) {
      const entry = this.#index.entries.get(folder);
      if (entry?.kind === 'folder') return entry.leftOut;
    }
    return undefined;
  }

  #walkOf(seen: Set<RepoPath>, problems: IgnoreProblem[], signal: AbortSignal): Walk {
    return {
      reader: this.#reader,
      signal,
      found: (path, kind, leftOut) => {
        seen.add(path);
        this.#index.note(path, kind, leftOut);
        // A folder that could not be read is no longer walked; the next walk above it tries again.
        if (kind === 'folder') this.#stackByFolder.delete(path);
        this.#outbox.progress('scan', seen.size, 0);
      },
      entered: (folder, stack) => this.#stackByFolder.set(folder, stack),
      problem: (problem) => problems.push(problem),
    };
  }

  /** Removes what the walked folders no longer hold, with everything below it. */
  #dropVanished(
    walked: ReadonlySet<FolderPath>,
    standing: ReadonlySet<FolderPath>,
    seen: ReadonlySet<RepoPath>,
  ): void {
    const isLost = (path: RepoPath, there: ReadonlySet<FolderPath>): boolean =>
      walked.has(folderOf(path)) && !there.has(path);
    const lostEntries = new Set([...this.#index.entries.keys()].filter((path) => isLost(path, seen)));
    const lostFolders = new Set(this.#foldersListed().filter((folder) => isLost(folder, standing)));
    for (const path of lostEntries) {
      // A folder that could not be read has an entry, and loses only that once it can be read again.
      if (this.#index.entries.get(path)?.kind === 'folder' && !standing.has(path)) lostFolders.add(path);
    }
    if (lostEntries.size + lostFolders.size === 0) return;
    const isInside = (path: RepoPath): boolean =>
      foldersAbove(path).some((folder) => lostFolders.has(folder));
    this.#index.remove(
      [...this.#index.entries.keys()].filter(
        (path) => !this.#adopted.has(path) && (lostEntries.has(path) || isInside(path)),
      ),
    );
    for (const folder of this.#foldersListed()) {
      if (lostFolders.has(folder) || isInside(folder)) this.#stackByFolder.delete(folder);
    }
  }

  #foldersListed(): readonly RepoPath[] {
    return [...this.#stackByFolder.keys()].flatMap((folder) => (folder === '' ? [] : [folder]));
  }

  async #listInIgnored(folder: RepoPath, seen: Set<RepoPath>): Promise<void> {
    const reason = this.leftOutAbove(folder);
    if (reason === undefined) return void this.#openIgnored.delete(folder);
    try {
      for await (const slice of listChildren(this.#reader, folder)) {
        for (const { path, kind, leftOut } of slice) {
          seen.add(path);
          this.#index.note(path, kind, leftOut ?? this.#sensitiveReason(path, kind) ?? reason);
        }
      }
    } catch (error) {
      const failure = await judgeFailure(this.#reader, error);
      if (failure.kind === 'missing' || isStandIn(folder)) this.#openIgnored.delete(folder);
      else this.#index.note(folder, 'folder', { source: 'unreadable', rule: failure.reason });
    }
  }

  /** A sensitive file keeps its reason wherever it lies, so that ticking it takes its own click. */
  #sensitiveReason(path: RepoPath, kind: 'file' | 'folder'): LeftOut | undefined {
    const walked = foldersAbove(path).findLast((folder) => this.#stackByFolder.has(folder)) ?? '';
    const stack = this.#stackByFolder.get(walked);
    const own = stack === undefined ? undefined : decide(stack, path, kind === 'folder');
    return own?.source === 'sensitive' ? own : undefined;
  }

  #noteAdopted(path: RepoPath): void {
    this.#index.note(
      path,
      'file',
      this.leftOutAbove(folderOf(path) as RepoPath) ?? this.#index.entries.get(path)?.leftOut,
    );
  }
}
