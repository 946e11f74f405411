/** Answers questions about the repository in a folder. Reads nothing before the first one. */
import { serial } from '../../../src/core/async/serial';
import { fencedSection } from '../../../src/core/compose/fencedSection';
import { escapeLine } from '../../../src/core/compose/escapePath';
import type { GitChangesRequest, GitLogRequest } from '../../../src/core/document/bodyRequest';
import { normalizeText } from '../../../src/core/files/normalize';
import { compareRepoPaths, type RepoPath } from '../../../src/core/files/repoPath';
import { findDefaultBranch } from '../../../src/core/git/repository/branches';
import { readCommit, type Commit } from '../../../src/core/git/history/commit';
import { changedFiles, log } from '../../../src/core/git/history/log';
import { findMergeBase } from '../../../src/core/git/history/mergeBase';
import { GitFault, type Oid } from '../../../src/core/git/model';
import { findOperation } from '../../../src/core/git/repository/operation';
import { readIndex } from '../../../src/core/git/index/readIndex';
import { readHead, readRef, type Head } from '../../../src/core/git/repository/refs';
import {
  openRepository,
  type OpenedRepository,
  type Repository,
} from '../../../src/core/git/repository/repository';
import { resolveCommit } from '../../../src/core/git/history/resolveName';
import { porcelainLines, type StatusEntry } from '../../../src/core/git/status/status';
import { MOST_CHANGED, MOST_COMMITS, type PastCommit } from '../../../src/core/ranking/commitIndex';
import type { DiffStart } from '../../../src/core/settings/settings';
import type { GitChange, GitCommit, GitRepository, GitState } from '../searchContract';
import {
  commitDifferences,
  folderDifferences,
  printDifferences,
  type FileDifference,
  type FolderDifferences,
} from './gitDiff';
import { gitFolderOf } from './gitFolder';
import { SnapshotCache, takeSnapshot, type GitSnapshot } from './gitSnapshot';
import { commitHead, logLines, shortName, subjectOf } from './gitTexts';
import { CleanFiles, type WorkingTreeParts } from './workingTree';

export interface FolderGitParts extends WorkingTreeParts {
  /** Whether rules leave a file out of documents, and the user has not asked for it. */
  isLeftOut(path: RepoPath): boolean;
}

interface Opened {
  readonly repository: Repository;
  readonly cache: SnapshotCache;
  /** The settings it was opened with. */
  readonly stamp: string;
}

/** The commit where the branch left the main branch. */
interface Base {
  readonly name: string;
  readonly commit: Oid;
}

/** Merges, and commits of many files, count for nothing, so more are read. */
const MAX_READ = 10_000;
/** Milliseconds of reading before other calls get their turn. */
const SLICE = 30;

export class FolderGit {
  readonly #parts: FolderGitParts;
  readonly #inTurn = serial();
  #opened: Opened | undefined;
  #snapshot: GitSnapshot | undefined;
  /** The last commit. */
  #headOid: Oid | undefined;
  /** Why there is no snapshot. */
  #fault = 'The repository has not been read.';
  #headOfHistory: Oid | undefined;
  #base: { readonly key: string; readonly base: Base | undefined } | undefined;

  constructor(parts: FolderGitParts) {
    this.#parts = parts;
  }

  /** Reads what differs now. */
  state(): Promise<GitState> {
    return this.#inTurn(async () => {
      const opened = await this.#open();
      if (opened.kind !== 'repository')
        return opened.kind === 'none' ? opened : { kind: 'unreadable', reason: opened.reason };
      try {
        return await this.#stateOf(opened);
      } catch (error) {
        if (error instanceof GitFault) return { kind: 'unreadable', reason: error.message };
        throw error;
      }
    });
  }

  /** Whether the last commit is another one than at the last question. */
  hasNewHead(): boolean {
    const oid = this.#headOid;
    const isNew = oid !== this.#headOfHistory;
    this.#headOfHistory = oid;
    return isNew;
  }

  /** The files of the folder that differ from the last commit, or from where the branch left the main branch. */
  async changedSince(start: DiffStart): Promise<readonly RepoPath[]> {
    const [opened, snapshot] = [this.#opened, this.#snapshot];
    if (opened === undefined || snapshot === undefined) return [];
    const there = (path: string): boolean => snapshot.files.has(path);
    const changed = new Set<string>(snapshot.untracked);
    if (start === 'head') {
      for (const { path } of snapshot.entries) if (there(path)) changed.add(path);
    } else {
      const { differences, unread } = await this.#differences(opened, snapshot, start);
      for (const path of [...differences.map((each) => each.path), ...unread])
        if (there(path)) changed.add(path);
    }
    return [...changed] as RepoPath[]; // each is the path of a file of the folder
  }

  /** None if they can't be read. */
  async commits(count: number): Promise<readonly GitCommit[]> {
    const commits = await this.#log(count).catch((error: unknown) => {
      if (error instanceof GitFault) return [];
      throw error;
    });
    return commits.map((commit) => ({
      name: shortName(commit.oid),
      subject: subjectOf(commit),
      author: commit.author.name,
      time: commit.author.time * 1_000,
    }));
  }

  /** The last commits that have touched a few files each, the newest first; empty without a repository. */
  async history(signal: AbortSignal): Promise<readonly PastCommit[]> {
    const { repository } = this.#opened ?? {};
    const from = this.#headOid;
    if (repository === undefined || from === undefined) return [];
    const past: PastCommit[] = [];
    let sliceEnds = performance.now() + SLICE;
    try {
      for await (const commit of log(repository, { from: [from], limit: MAX_READ })) {
        if (commit.parents.length < 2) {
          const paths = (await changedFiles(repository, commit)).map(({ path }) => path);
          if (paths.length > 0 && paths.length <= MOST_CHANGED) past.push({ message: commit.message, paths });
        }
        if (past.length >= MOST_COMMITS || signal.aborted) break;
        if (performance.now() < sliceEnds) continue;
        await new Promise((resolve) => setTimeout(resolve, 0));
        sliceEnds = performance.now() + SLICE;
      }
    } catch (error) {
      if (!(error instanceof GitFault)) throw error; // What was read before a damaged or missing commit is of use.
    }
    return past;
  }

  /** The body of the section of changes; empty if nothing has changed. */
  async renderChanges({ heading, since, commit }: GitChangesRequest): Promise<string> {
    const texts = [
      since === undefined ? '' : await this.#orReason(() => this.#uncommitted(since)),
      commit === '' ? '' : await this.#orReason(() => this.#commit(commit)),
    ];
    return fencedSection(heading, 'diff', texts.filter((text) => text !== '').join('\n'));
  }

  async renderLog({ heading, count }: GitLogRequest): Promise<string> {
    const text = await this.#orReason(async () => logLines(await this.#log(count)));
    return fencedSection(heading, 'text', text);
  }

  async #orReason(make: () => Promise<string>): Promise<string> {
    try {
      return normalizeText(await make()).text;
    } catch (error) {
      if (!(error instanceof GitFault)) throw error;
      return `ERROR: ${escapeLine(error.message)}`;
    }
  }

  async #log(count: number): Promise<readonly Commit[]> {
    const { repository } = this.#opened ?? {};
    const from = this.#headOid;
    if (repository === undefined || from === undefined) return [];
    const commits: Commit[] = [];
    for await (const commit of log(repository, { from: [from], limit: count })) commits.push(commit);
    return commits;
  }

  async #uncommitted(since: DiffStart): Promise<string> {
    const [opened, snapshot] = [this.#opened, this.#snapshot];
    if (opened === undefined) return '';
    if (snapshot === undefined) throw new GitFault(this.#fault);
    const { differences, unread } = await this.#differences(opened, snapshot, since);
    const { shown, leftOut } = this.#withoutLeftOut(differences);
    const printed = await printDifferences(shown, (path) => snapshot.clean.attributesOf(path));
    const named = [
      ...namesLine('Not shown, because rules leave them out', leftOut),
      ...namesLine('Not shown, because they can’t be read or are too large', unread),
      ...namesLine('New files that git does not track', snapshot.untracked),
    ];
    if (printed === '' && named.length === 0) return '';
    return `${[startLine(snapshot.head, since, this.#base?.base), ...named].join('\n')}\n\n${printed}`;
  }

  async #commit(name: string): Promise<string> {
    const { repository } = this.#opened ?? {};
    if (repository === undefined) return '';
    const oid = await resolveCommit(repository, name);
    if (oid === undefined) throw new GitFault(`There is no commit ${name}.`);
    const commit = await readCommit(repository, oid);
    const { shown, leftOut } = this.#withoutLeftOut(await commitDifferences(repository, commit));
    const clean = this.#snapshot?.clean ?? new CleanFiles(repository, [], this.#parts);
    const printed = await printDifferences(shown, (path) => clean.attributesOf(path));
    const named = namesLine('Not shown, because rules leave them out', leftOut);
    return [commitHead(commit), ...named, '', printed].join('\n');
  }

  #withoutLeftOut(differences: readonly FileDifference[]) {
    const isLeftOut = ({ path }: FileDifference): boolean => this.#parts.isLeftOut(path as RepoPath); // only looked up
    return {
      shown: differences.filter((difference) => !isLeftOut(difference)),
      leftOut: differences.filter(isLeftOut).map(({ path }) => path),
    };
  }

  async #differences(
    { repository, cache }: Opened,
    snapshot: GitSnapshot,
    since: DiffStart,
  ): Promise<FolderDifferences> {
    const base = this.#base?.base;
    if (since === 'base' && base === undefined)
      throw new GitFault('There is no main branch to compare with.');
    const start = since === 'base' && base ? (await readCommit(repository, base.commit)).tree : snapshot.tree;
    return folderDifferences(repository, snapshot, { start, cache });
  }

  async #open(): Promise<OpenedRepository> {
    const folder = gitFolderOf(this.#parts.reader);
    const stamps = await Promise.all(
      ['.git', '.git/config', '.git/shallow'].map((path) => folder.file(path)),
    );
    const stamp = stamps.map((file) => (file ? `${file.size}/${file.modified}` : '')).join(' ');
    if (this.#opened?.stamp === stamp) return this.#opened.repository;
    this.#snapshot = undefined;
    this.#headOid = undefined;
    this.#base = undefined;
    const opened = await openRepository(folder);
    this.#opened =
      opened.kind === 'repository'
        ? { repository: opened, cache: new SnapshotCache(opened), stamp }
        : undefined;
    return opened;
  }

  async #stateOf(repository: Repository): Promise<GitRepository> {
    const cache = this.#opened?.cache ?? new SnapshotCache(repository);
    const head = await readHead(repository);
    this.#headOid = head.kind === 'unborn' ? undefined : head.oid;
    const operation = await findOperation(repository);
    const problems = new Set<string>();
    this.#snapshot = undefined;
    try {
      this.#snapshot = await takeSnapshot(repository, await readIndex(repository), this.#parts, cache);
    } catch (error) {
      if (!(error instanceof GitFault)) throw error;
      this.#fault = error.message;
      problems.add(error.message);
    }
    const base = await this.#findBase(repository, head).catch((error: unknown) => {
      if (!(error instanceof GitFault)) throw error;
      problems.add(error.message);
      return undefined;
    });
    // A new try begins without the base of another branch.
    if (base === undefined) this.#base = undefined;
    const { entries = [], untracked = [] } = this.#snapshot ?? {};
    const changes = [...entries.flatMap(changeOf), ...untracked.map(untrackedChange)];
    return {
      kind: 'repository',
      branch: head.kind === 'detached' ? undefined : head.name,
      head: head.kind === 'unborn' ? undefined : shortName(head.oid),
      base: base && { name: base.name, commit: shortName(base.commit) },
      underWay: operation?.kind,
      // A file that is deleted in the index and there again is untracked.
      changes: [...new Map(changes.map((change) => [change.path, change])).values()].sort((one, other) =>
        compareRepoPaths(one.path, other.path),
      ),
      status: porcelainLines(entries),
      problems: [...problems],
    };
  }

  async #findBase(repository: Repository, head: Head): Promise<Base | undefined> {
    if (head.kind === 'unborn') return undefined;
    const ref = await findDefaultBranch(repository);
    const main = ref === undefined ? undefined : await readRef(repository, ref);
    if (ref === undefined || main === undefined) return undefined;
    const name = ref.replace(/^refs\/(?:heads|remotes)\//, '');
    if (head.kind === 'branch' && head.name === name) return undefined; // It is the main branch itself.
    const key = `${head.oid} ${main}`;
    if (this.#base?.key !== key) {
      const commit = await findMergeBase(repository, head.oid, main);
      this.#base = { key, base: commit === undefined ? undefined : { name, commit } };
    }
    return this.#base.base;
  }
}

function changeOf({ path, from, index, worktree }: StatusEntry): readonly GitChange[] {
  if (index === '?') return [];
  const file = path as RepoPath; // only looked up
  if (isConflict(index, worktree)) return [{ path: file, kind: 'conflicting' }];
  if (worktree === 'D' || (index === 'D' && worktree === ' ')) return [{ path: file, kind: 'deleted' }];
  if (from !== undefined) return [{ path: file, kind: 'renamed', from: from as RepoPath }];
  return [{ path: file, kind: index === 'A' || worktree === 'A' ? 'added' : 'modified' }];
}

function isConflict(index: string, worktree: string): boolean {
  return index === 'U' || worktree === 'U' || (index === worktree && (index === 'A' || index === 'D'));
}

function untrackedChange(path: RepoPath): GitChange {
  return { path, kind: 'untracked' };
}

function startLine(head: Head, since: DiffStart, base: Base | undefined): string {
  if (since === 'base' && base !== undefined)
    return `Changes since the branch left ${escapeLine(base.name)}, at commit ${shortName(base.commit)}`;
  if (head.kind === 'unborn') return 'Changes before the first commit';
  const branch = head.kind === 'branch' ? ` on branch ${escapeLine(head.name)}` : '';
  return `Changes since the last commit, ${shortName(head.oid)}${branch}`;
}

const MOST_NAMED = 200;

function namesLine(what: string, paths: readonly string[]): readonly string[] {
  if (paths.length === 0) return [];
  const more = paths.length - MOST_NAMED;
  const named = paths.slice(0, MOST_NAMED).map(escapeLine).join(', ');
  return [`${what}: ${named}${more > 0 ? `, and ${more} more` : ''}`];
}
