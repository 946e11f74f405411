/** Keeps the index's entries in step with the folder. */
import type { RepoPath } from '../../../src/core/files/repoPath';
import type { FolderPath } from '../../../src/core/ignore/ignoreFile';
import { decide, isIgnoredByGit, type IgnoreStack } from '../../../src/core/ignore/ignoreStack';
import type { LeftOut } from '../../../src/core/ignore/leftOut';
import type { IgnoreProblem } from '../contract';
import { judgeFailure, type FolderReader } from '../folders/folderReader';
import { isStandIn, listChildren } from '../folders/listChildren';
import { folderOf, foldersAbove } from '../folders/listedPath';
import type { Outbox } from '../outbox';
import { rootStack, walkFolders, type FolderToWalk, type Walk } from './walk';
import type { WorkspaceIndex } from './workspaceIndex';

export interface ListingContext {
  readonly reader: FolderReader;
  readonly index: WorkspaceIndex;
  readonly outbox: Outbox;
}

interface ScanHooks {
  /** Called for each file that is not left out. */
  readonly found?: (path: RepoPath) => void;
  /** No more folders are listed until it resolves. */
  readonly pause?: () => Promise<void>;
}

const NOT_WALKED: LeftOut = { source: 'unreadable', rule: 'the folder has not been read' };

export class Listing {
  readonly #reader: FolderReader;
  readonly #index: WorkspaceIndex;
  readonly #outbox: Outbox;
  /** The rules that apply to each walked folder. */
  readonly #stackByFolder = new Map<FolderPath, IgnoreStack>();
  /** The rules for the contents of each walked folder. */
  #rulesInFolder = new Map<FolderPath, IgnoreStack>();
  readonly #openIgnored = new Set<RepoPath>();
  readonly #adopted = new Set<RepoPath>();

  constructor({ reader, index, outbox }: ListingContext) {
    this.#reader = reader;
    this.#index = index;
    this.#outbox = outbox;
  }

  /** Lists everything again and removes entries that are gone. */
  async scan(userPatterns: string, signal: AbortSignal, hooks: ScanHooks = {}): Promise<void> {
    const seen = new Set<RepoPath>();
    const problems: IgnoreProblem[] = [];
    this.#stackByFolder.clear();
    const stack = await rootStack(this.#reader, userPatterns, (problem) => problems.push(problem));
    const walk = this.#walkOf(seen, problems, signal);
    const rules = new Map<FolderPath, IgnoreStack>();
    await walkFolders([{ path: '', stack }], {
      ...walk,
      found(path, kind, leftOut) {
        walk.found(path, kind, leftOut);
        if (kind === 'file' && leftOut === undefined) hooks.found?.(path);
      },
      ...(hooks.pause && { pause: hooks.pause }),
      ruled: (folder, inside) => rules.set(folder, inside),
    });
    // Until now, those of the last walk held.
    this.#rulesInFolder = rules;
    for (const folder of this.#openIgnored) await this.#listInIgnored(folder, seen);
    signal.throwIfAborted();
    this.#index.remove(
      [...this.#index.entries.keys()].filter((path) => !seen.has(path) && !this.#adopted.has(path)),
    );
    for (const path of this.#adopted) if (!seen.has(path)) this.#noteAdopted(path);
    this.#outbox.send({ kind: 'ignore-problems', problems });
  }

  /** Lists the direct children of these folders again, and everything below new folders. */
  async relist(folders: Iterable<FolderPath>, signal: AbortSignal): Promise<void> {
    const toWalk: FolderToWalk[] = [];
    for (const path of folders) {
      const stack = this.#stackByFolder.get(path);
      if (stack !== undefined) toWalk.push({ path, stack });
      else if (this.#openIgnored.has(path as RepoPath)) await this.listIgnored(path as RepoPath); // the set holds it
    }
    const walked = new Set<FolderPath>();
    const foundFolders = new Set<FolderPath>();
    const seen = new Set<RepoPath>();
    await walkFolders(toWalk, {
      ...this.#walkOf(seen, [], signal),
      entered: (folder, stack) => {
        walked.add(folder);
        this.#stackByFolder.set(folder, stack);
      },
      descends: (path) => {
        foundFolders.add(path);
        return !this.#stackByFolder.has(path);
      },
    });
    signal.throwIfAborted();
    this.#dropVanished(walked, foundFolders, seen);
  }

  /** Lists the direct children of a left-out folder. */
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

  /** Lists files that walks do not reach, because they are gone or in a left-out folder. They stay listed. */
  adopt(paths: Iterable<RepoPath>): void {
    for (const path of paths) {
      this.#adopted.add(path);
      if (!this.#index.entries.has(path)) this.#noteAdopted(path);
    }
  }

  /** Whether this is a direct child of a left-out folder that was listed anyway. */
  isOpen(path: RepoPath): boolean {
    return this.#openIgnored.has(folderOf(path) as RepoPath); // the root is not in the set
  }

  /** Why this path or a folder above it is left out. */
  leftOutAbove(path: RepoPath): LeftOut | undefined {
    for (const folder of [...foldersAbove(path), path]) {
      const entry = this.#index.entries.get(folder);
      if (entry?.kind === 'folder') return entry.leftOut;
    }
    return undefined;
  }

  /** The rule that leaves a file out, or a folder above it. Both may be gone. Undefined rules leave everything out. */
  whyLeftOut(path: RepoPath): LeftOut | undefined {
    const listed = this.#index.entries.get(path)?.leftOut;
    if (listed !== undefined) return listed;
    for (const folder of foldersAbove(path)) {
      const rule = this.#index.entries.get(folder)?.leftOut ?? this.#decide(folder, true);
      if (rule !== undefined) return rule;
    }
    return this.#decide(path, false);
  }

  #decide(path: RepoPath, isFolder: boolean): LeftOut | undefined {
    const rules = this.#rulesAbove(path);
    return rules === undefined ? NOT_WALKED : decide(rules, path, isFolder);
  }

  /** Whether git ignores an entry, or a folder above it, by its own rules. */
  isIgnoredByGit(path: RepoPath, kind: 'file' | 'folder'): boolean {
    const isIgnored = (each: RepoPath, isFolder: boolean): boolean => {
      const rules = this.#rulesAbove(each);
      return rules !== undefined && isIgnoredByGit(rules, each, isFolder);
    };
    return foldersAbove(path).some((folder) => isIgnored(folder, true)) || isIgnored(path, kind === 'folder');
  }

  /** The rules of the nearest walked folder. */
  #rulesAbove(path: RepoPath): IgnoreStack | undefined {
    const folder = foldersAbove(path).findLast((above) => this.#rulesInFolder.has(above)) ?? '';
    return this.#rulesInFolder.get(folder);
  }

  #walkOf(seen: Set<RepoPath>, problems: IgnoreProblem[], signal: AbortSignal): Walk {
    return {
      reader: this.#reader,
      signal,
      found: (path, kind, leftOut) => {
        seen.add(path);
        this.#index.note(path, kind, leftOut);
        // Unreadable folders are skipped until the next walk above them.
        if (kind === 'folder') this.#stackByFolder.delete(path);
        this.#outbox.progress('scan', seen.size, 0);
      },
      entered: (folder, stack) => this.#stackByFolder.set(folder, stack),
      ruled: (folder, inside) => this.#rulesInFolder.set(folder, inside),
      problem: (problem) => problems.push(problem),
    };
  }

  /** Removes entries that are no longer in the walked folders, with everything below them. */
  #dropVanished(
    walked: ReadonlySet<FolderPath>,
    foundFolders: ReadonlySet<FolderPath>,
    seen: ReadonlySet<RepoPath>,
  ): void {
    const isLost = (path: RepoPath, there: ReadonlySet<FolderPath>): boolean =>
      walked.has(folderOf(path)) && !there.has(path);
    const lostEntries = new Set([...this.#index.entries.keys()].filter((path) => isLost(path, seen)));
    const lostFolders = new Set(this.#foldersListed().filter((folder) => isLost(folder, foundFolders)));
    for (const path of lostEntries) {
      // An unreadable folder has its own entry, which goes once the folder is readable.
      if (this.#index.entries.get(path)?.kind === 'folder' && !foundFolders.has(path)) lostFolders.add(path);
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

  /** A sensitive file keeps this reason in any folder, so that ticking it needs a confirmation. */
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
