import { escapeLine } from '../../core/compose/escapePath';
import { baseName, type RepoPath } from '../../core/files/repoPath';
import type { KnownFile } from '../../core/items/filesByLength';
import { lookForMoved, type LikelyPath, type MovedFile } from '../../core/items/movedFiles';
import type { Choices } from './choices';
import type { Composition } from './composition.svelte';
import type { FileProjection } from '../tree/fileChanges.svelte';
import type { FileTree } from '../tree/fileTree';
import { filesIn, type FileNode, type HeldContent } from '../tree/treeNode';

export type HeldByPath = ReadonlyMap<RepoPath, HeldContent>;

/** Path, hash and lines of each file. */
export type StoredHeld = [path: string, hash: string, lines: number][];

interface Parts {
  readonly tree: FileTree;
  readonly composition: Composition;
  readonly choices: Pick<Choices, 'follow' | 'tick'>;
}

interface Hooks {
  /** `toStore` returns something else now. */
  onheld(): void;
  /** Runs a task once the page has had time for other tasks. */
  later(task: () => void): void;
}

/**
 * Selected files that are no longer in the folder, and where they may be now. The content hash of such a file is noted
 * when it disappears, while the tree still knows it. It is stored with the workspace and not in the file's item, because
 * items are exported and most never need it.
 */
export class GoneFiles implements FileProjection {
  readonly #parts: Parts;
  readonly #hooks: Hooks;
  readonly #gone = new Set<RepoPath>();
  readonly #held: Map<RepoPath, HeldContent>;
  readonly #followed = new Map<RepoPath, RepoPath>();
  #moved = $state.raw<readonly MovedFile[]>([]);
  /** The state of the tree at the last look. */
  #lookedAt = '';
  #looking: ReturnType<typeof lookForMoved> | undefined;

  constructor(parts: Parts, held: HeldByPath | undefined, hooks: Hooks) {
    this.#parts = parts;
    this.#held = new Map(held);
    this.#hooks = hooks;
  }

  /** In the order in which they disappeared, as of the last `look`. */
  get list(): readonly MovedFile[] {
    return this.#moved;
  }

  /** Looks for the files in the tree unless nothing has changed. In a large folder `list` changes some tasks later. */
  look(): void {
    const { structure, ticks, counts } = this.#parts.tree;
    const state = `${structure} ${ticks} ${counts}`;
    if (state === this.#lookedAt) return;
    this.#lookedAt = state;
    this.#moved = this.#moved.filter(({ path }) => this.#gone.has(path));
    this.#looking = this.#gone.size === 0 ? undefined : this.#search();
    if (this.#looking !== undefined) this.#step(this.#looking);
  }

  at(path: RepoPath): MovedFile | undefined {
    return this.list.find((moved) => moved.path === path);
  }

  /** The files with a single likely place. */
  get sure(): readonly MovedFile[] {
    return this.list.filter(({ sure }) => sure);
  }

  /** Looks for other files that are not in the folder, such as those that a preset names. */
  async lookFor(files: readonly KnownFile[]): Promise<readonly MovedFile[]> {
    const looking = lookForMoved(files, knownFiles(this.#parts.tree, isInFolder));
    let step = looking.next();
    while (step.done !== true) {
      await new Promise<void>((resolve) => {
        this.#hooks.later(resolve);
      });
      step = looking.next();
    }
    return step.value;
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
    const passed = new Set<RepoPath>();
    let now = path;
    for (
      let to = this.#followed.get(now);
      to !== undefined && this.#isLeft(now);
      to = this.#followed.get(now)
    ) {
      if (passed.has(now)) return path;
      passed.add(now);
      now = to;
    }
    return now;
  }

  untick(path: RepoPath): void {
    this.#parts.choices.tick([path], false, `Deselect ${baseName(path)}`);
  }

  filesChanged(paths: readonly RepoPath[]): void {
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
        if (node.held !== undefined) this.#held.set(path, node.held);
      }
      isHeldChanged ||= this.#held.has(path);
    }
    if (isHeldChanged) this.#hooks.onheld();
  }

  /** The contents held by files that are gone, or that are not listed yet. */
  toStore(): StoredHeld {
    const { tree, composition } = this.#parts;
    return [...this.#held].flatMap(([path, { hash, lines }]) => {
      const isWanted = composition.item(path) !== undefined;
      return isWanted && (this.#gone.has(path) || tree.byPath(path) === undefined)
        ? [[path, hash, lines]]
        : [];
    });
  }

  #follow(places: ReadonlyMap<RepoPath, RepoPath>): void {
    for (const [path, to] of places) this.#followed.set(path, to);
    this.#parts.choices.follow(places);
  }

  #isLeft(path: RepoPath): boolean {
    const { tree, composition } = this.#parts;
    const node = tree.byPath(path);
    const isThere = node !== undefined && !(node.kind === 'file' && node.missing);
    return !isThere && composition.item(path) === undefined;
  }

  #search(): ReturnType<typeof lookForMoved> {
    return lookForMoved(
      [...this.#gone].map((path) => this.#known(path)),
      knownFiles(this.#parts.tree, isOffered),
    );
  }

  /** Takes the first step at once: most folders need no other. */
  #step(looking: ReturnType<typeof lookForMoved>): void {
    const step = looking.next();
    if (step.done === true) this.#moved = step.value;
    else
      this.#hooks.later(() => {
        if (looking === this.#looking) this.#step(looking);
      });
  }

  #known(path: RepoPath): KnownFile {
    const held = this.#held.get(path);
    if (held !== undefined) return { path, ...held };
    // A slice knows the content that it was made from.
    return { path, hash: this.#parts.composition.item(path)?.customSlices[0]?.fileHash };
  }
}

const REASONS: Readonly<Record<LikelyPath['reason'], string>> = {
  content: 'same content',
  name: 'same name',
  'similar name': 'similar name',
};

export function describeMoved({ likely }: MovedFile): string {
  const [first] = likely;
  if (first === undefined) return 'No longer in the folder';
  const paths = likely.map(({ path }) => escapeLine(path)).join(' or ');
  const doubt = likely.length === 1 ? 'probably' : 'perhaps';
  return `No longer in the folder; ${doubt} now ${paths} (${REASONS[first.reason]})`;
}

/** A guess never offers a file that is selected already, or one that is left out. */
function isOffered(file: FileNode): boolean {
  return !file.ticked && isInFolder(file);
}

function isInFolder({ missing, leftOut }: FileNode): boolean {
  return !missing && leftOut === undefined;
}

function* knownFiles({ root }: FileTree, isWanted: (file: FileNode) => boolean): Generator<KnownFile> {
  for (const file of filesIn(root)) if (isWanted(file)) yield knownOf(file);
}

function knownOf({ path, content }: FileNode): KnownFile {
  return content?.kind === 'text' ? { path, hash: content.hash, lines: content.lines } : { path };
}
