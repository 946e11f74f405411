import { coalesce } from '../../core/async/coalesce';
import { Signal } from '../../core/async/signal';
import type { RepoPath } from '../../core/files/repoPath';
import type { DiffStart } from '../../core/settings/settings';
import type { Engine, GitChange, GitCommit, GitState } from '../ports/engine';
import type { EngineRun } from '../reading/engineRun.svelte';
import type { FolderReading } from '../reading/folderReading.svelte';

interface Parts {
  readonly engine: Pick<Engine, 'gitState' | 'gitChangedSince' | 'gitCommits'>;
  readonly reading: Pick<FolderReading, 'ended' | 'repositoryChanged'>;
  readonly run: EngineRun;
}

/** Commits to choose from. */
const RECENT = 50;

/** The state of the folder's repository. It is read again after every run, and when the repository changes. */
export class Git {
  readonly changed = new Signal();
  readonly #parts: Parts;
  readonly #refreshLatest = coalesce(() => this.#refresh());
  #refreshing: Promise<void> = Promise.resolve();
  #state = $state.raw<GitState>({ kind: 'none' });
  #recent = $state.raw<readonly GitCommit[]>([]);

  readonly #changeByPath: ReadonlyMap<RepoPath, GitChange> = $derived(
    new Map(this.changes.map((change) => [change.path, change])),
  );
  readonly #changedFolders: ReadonlySet<string> = $derived(new Set(this.changes.flatMap(foldersOf)));

  constructor(parts: Parts) {
    this.#parts = parts;
    const refresh = (): void => {
      this.#refreshing = parts.run.asMeasuring(() => this.#refreshLatest());
    };
    parts.reading.ended.subscribe((end) => {
      if (end === 'done') refresh();
    });
    parts.reading.repositoryChanged.subscribe(refresh);
  }

  get state(): GitState {
    return this.#state;
  }

  /** The files that differ from the last commit, sorted by path. */
  get changes(): readonly GitChange[] {
    return this.#state.kind === 'repository' ? this.#state.changes : [];
  }

  changeOf(path: RepoPath): GitChange | undefined {
    return this.#changeByPath.get(path);
  }

  /** Whether something in a folder differs from the last commit. */
  isChangedIn(folder: string): boolean {
    return this.#changedFolders.has(folder);
  }

  changedSince(start: DiffStart): Promise<readonly RepoPath[]> {
    return this.#parts.engine.gitChangedSince(start);
  }

  /** The last commits, the newest first. */
  get recent(): readonly GitCommit[] {
    return this.#recent;
  }

  /** Resolves when the document follows what git said last. Never rejects. */
  async settled(): Promise<void> {
    await this.#refreshing;
  }

  async #refresh(): Promise<void> {
    const { engine } = this.#parts;
    const state = await engine.gitState();
    if (state.kind === 'none' && this.#state.kind === 'none') return;
    this.#recent = state.kind === 'repository' ? await engine.gitCommits(RECENT) : [];
    this.#state = state;
    await this.changed.emitAndWait();
  }
}

function foldersOf({ path }: GitChange): readonly string[] {
  const folders: string[] = [];
  for (let slash = path.indexOf('/'); slash !== -1; slash = path.indexOf('/', slash + 1))
    folders.push(path.slice(0, slash));
  return folders;
}
