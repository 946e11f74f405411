import { Signal } from '../../core/async/signal';
import { baseName, type RepoPath } from '../../core/files/repoPath';
import type { KnownFile } from '../../core/items/filesByLength';
import type { MovedFile } from '../../core/items/movedFiles';
import type { Clock } from '../ports/clock';
import type { EngineRun } from '../reading/engineRun.svelte';
import type { FileChanges } from '../tree/fileChanges.svelte';
import type { FileTree } from '../tree/fileTree';
import type { Choices } from './choices';
import type { Composition } from './composition.svelte';
import { FollowedFiles } from './followedFiles';
import { HeldContents, type HeldByPath, type StoredHeld } from './heldContents';
import { MovedSearch } from './movedSearch.svelte';

interface Parts {
  readonly tree: FileTree;
  readonly composition: Composition;
  readonly choices: Pick<Choices, 'follow' | 'tick'>;
  readonly changes: Pick<FileChanges, 'files' | 'raising'>;
  readonly run: Pick<EngineRun, 'busy'>;
  readonly clock: Pick<Clock, 'after'>;
}

/** Selected files that are no longer in the folder, and where they may be now. */
export class GoneFiles {
  /** `toStore` returns something else now. */
  readonly heldChanged = new Signal();
  readonly #parts: Parts;
  readonly #gone = new Set<RepoPath>();
  readonly #held: HeldContents;
  readonly #followed = new FollowedFiles();
  readonly #search: MovedSearch;
  /** The state of the tree at the last look. */
  #lookedAt = '';

  constructor(parts: Parts, held: HeldByPath | undefined) {
    this.#parts = parts;
    this.#held = new HeldContents(held);
    this.#search = new MovedSearch(parts.tree, (task) => {
      parts.clock.after(0, task);
    });
    parts.changes.files.subscribe((paths) => this.#filesChanged(paths));
    parts.changes.raising.subscribe(() => {
      if (!parts.run.busy) this.look();
    });
  }

  /** In the order in which they disappeared, as of the last `look`. */
  get list(): readonly MovedFile[] {
    return this.#search.found;
  }

  /** Looks for the files in the tree unless nothing has changed. In a large folder `list` changes some tasks later. */
  look(): void {
    const { tree, composition } = this.#parts;
    const state = `${tree.structure} ${tree.ticks} ${tree.counts}`;
    if (state === this.#lookedAt) return;
    this.#lookedAt = state;
    const known = [...this.#gone].map(
      (path) => [path, this.#held.known(path, composition.item(path))] as const,
    );
    this.#search.start(new Map(known));
  }

  at(path: RepoPath): MovedFile | undefined {
    return this.list.find((moved) => moved.path === path);
  }

  /** The files with a single likely place. */
  get sure(): readonly MovedFile[] {
    return this.list.filter(({ sure }) => sure);
  }

  /** Looks for other files that are not in the folder, such as those that a preset names. */
  lookFor(files: readonly KnownFile[]): Promise<readonly MovedFile[]> {
    return this.#search.lookFor(files);
  }

  follow(path: RepoPath, to: RepoPath): void {
    this.#follow(new Map([[path, to]]));
  }

  followSure(): void {
    this.#follow(
      new Map(this.sure.flatMap(({ path, likely: [to] }) => (to === undefined ? [] : [[path, to.path]]))),
    );
  }

  /** The path that a file was followed to, unless the step was undone or a file is at the old path again. */
  nowAt(path: RepoPath): RepoPath {
    return this.#followed.nowAt(path, (each) => this.#isInUse(each));
  }

  untick(path: RepoPath): void {
    this.#parts.choices.tick([path], false, `Deselect ${baseName(path)}`);
  }

  #filesChanged(paths: readonly RepoPath[]): void {
    const { tree, composition } = this.#parts;
    let isHeldChanged = false;
    for (const path of paths) {
      const node = tree.byPath(path);
      const isGone = node?.kind === 'file' && node.missing && composition.items.has(path);
      if (isGone === this.#gone.has(path)) continue;
      this.#lookedAt = '';
      if (!isGone) this.#gone.delete(path);
      else {
        this.#gone.add(path);
        if (node.held !== undefined) this.#held.note(path, node.held);
      }
      isHeldChanged ||= this.#held.has(path);
    }
    if (isHeldChanged) this.heldChanged.emit();
  }

  /** The contents held by files that are gone, or that are not listed yet. */
  toStore(): StoredHeld {
    const { tree, composition } = this.#parts;
    return this.#held.toStore(
      (path) =>
        composition.item(path) !== undefined && (this.#gone.has(path) || tree.byPath(path) === undefined),
    );
  }

  #follow(places: ReadonlyMap<RepoPath, RepoPath>): void {
    this.#followed.add(places);
    this.#parts.choices.follow(places);
  }

  #isInUse(path: RepoPath): boolean {
    const { tree, composition } = this.#parts;
    const node = tree.byPath(path);
    const isThere = node !== undefined && !(node.kind === 'file' && node.missing);
    return isThere || composition.item(path) !== undefined;
  }
}
