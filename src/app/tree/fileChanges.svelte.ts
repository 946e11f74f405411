import { Signal } from '../../core/async/signal';
import type { RepoPath } from '../../core/files/repoPath';
import type { Clock } from '../ports/clock';
import { ChunkedQueue } from './chunkedQueue.svelte';

/** Tells which files changed: first those that keep records of them, file by file, then the screen. */
export class FileChanges {
  /**
   * The records of these composed files may have changed. A path may come more than once. Subscribers may read those before
   * them.
   */
  readonly files = new Signal<readonly RepoPath[]>();
  /** The subscribers of `files` follow all changes so far. */
  readonly followed = new Signal();
  /** `revision` is about to rise. */
  readonly raising = new Signal();
  /** Many files changed at once; the promise settles when all have followed. */
  readonly fellBehind = new Signal<Promise<void>>();
  readonly #items: ReadonlyMap<RepoPath, unknown>;
  readonly #queue: ChunkedQueue<RepoPath>;
  readonly #atNextFrame: (task: () => void) => void;
  #revision = $state(0);
  #isFramePending = false;
  #isClosed = false;

  /** `items` are those of the composition: `files` tells only of composed files. */
  constructor(items: ReadonlyMap<RepoPath, unknown>, clock: Clock, atNextFrame: (task: () => void) => void) {
    this.#items = items;
    this.#atNextFrame = atNextFrame;
    this.#queue = new ChunkedQueue(clock, (paths) => {
      this.files.emit(paths);
    });
  }

  /** Rises when the screen should follow. */
  get revision(): number {
    return this.#revision;
  }

  /** True while `files` has yet to tell of a change of very many files. */
  get behind(): boolean {
    return this.#queue.running !== undefined;
  }

  /** The items of these files changed: the screen follows at once, but for records that need time. */
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
    this.raising.emit();
    this.#revision += 1;
  }

  /** Resolves when all subscribers of `files`, and what derives from them, follow all changes so far. */
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
    this.followed.emit();
    this.raise();
  }

  #follow(paths: readonly RepoPath[]): void {
    const wasBehind = this.behind;
    const following = this.#queue.add(paths);
    if (following === undefined) this.followed.emit();
    else if (!wasBehind) this.fellBehind.emit(following.then(() => this.#caughtUp()));
  }
}
