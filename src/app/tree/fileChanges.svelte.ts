import type { RepoPath } from '../../core/files/repoPath';
import type { Clock } from '../ports';
import { ChunkedQueue } from './chunkedQueue.svelte';

/** Something kept up to date from the file tree and the composition, file by file. */
export interface FileProjection {
  /** The records of these files may have changed. A path may come more than once. */
  filesChanged(paths: readonly RepoPath[]): void;
}

interface Hooks {
  /** The projections follow all changes so far. */
  onfollowed(): void;
  /** `revision` is about to rise. */
  onraise(): void;
  /** Many files changed at once; the promise settles when the projections have followed. */
  onbehind(following: Promise<void>): void;
}

const NO_HOOKS: Hooks = {
  onfollowed: () => undefined,
  onraise: () => undefined,
  onbehind: () => undefined,
};

/** Passes on which files changed: to the projections in their order, then to the screen. */
export class FileChanges {
  readonly #items: ReadonlyMap<RepoPath, unknown>;
  readonly #queue: ChunkedQueue<RepoPath>;
  readonly #atNextFrame: (task: () => void) => void;
  #projections: readonly FileProjection[] = [];
  #hooks: Hooks = NO_HOOKS;
  #revision = $state(0);
  #isFramePending = false;
  #isClosed = false;

  /** `items` are those of the composition: only composed files are projected. */
  constructor(items: ReadonlyMap<RepoPath, unknown>, clock: Clock, atNextFrame: (task: () => void) => void) {
    this.#items = items;
    this.#atNextFrame = atNextFrame;
    this.#queue = new ChunkedQueue(clock, (paths) => {
      for (const projection of this.#projections) projection.filesChanged(paths);
    });
  }

  /** Rises when the screen should follow. */
  get revision(): number {
    return this.#revision;
  }

  /** True while the projections have yet to follow a change of very many files. */
  get behind(): boolean {
    return this.#queue.running !== undefined;
  }

  /** Sets the projections; a later one may read an earlier one. */
  project(projections: readonly FileProjection[], hooks: Hooks): void {
    this.#projections = projections;
    this.#hooks = hooks;
  }

  /** The items of these files changed: the screen follows at once, but for projections that need time. */
  now(paths: readonly RepoPath[]): void {
    this.#follow(paths);
    this.raise();
  }

  /** More is known of these files: the screen follows with the next frame. */
  soon(paths: readonly RepoPath[]): void {
    this.#follow(paths.filter((path) => this.#items.has(path)));
    if (this.#isFramePending) return;
    this.#isFramePending = true;
    this.#atNextFrame(() => {
      this.#isFramePending = false;
      this.raise();
    });
  }

  /** Lets the screen follow now. */
  raise(): void {
    if (this.#isClosed) return;
    this.#hooks.onraise();
    this.#revision += 1;
  }

  /** Resolves when the projections, and what derives from them, follow all changes so far. */
  async settled(): Promise<void> {
    await this.#queue.running;
    if (this.#isFramePending) this.raise();
  }

  close(): void {
    this.#isClosed = true;
    this.#queue.close();
  }

  #caughtUp(): void {
    if (this.#isClosed) return;
    this.#hooks.onfollowed();
    this.raise();
  }

  #follow(paths: readonly RepoPath[]): void {
    const wasBehind = this.behind;
    const following = this.#queue.add(paths);
    if (following === undefined) {
      this.#hooks.onfollowed();
    } else if (!wasBehind) this.#hooks.onbehind(following.then(() => this.#caughtUp()));
  }
}
