import * as v from 'valibot';
import { escapeLine } from '../../core/compose/escapePath';
import type { ContentHash } from '../../core/files/fileContent';
import { baseName, parseRepoPath, type RepoPath } from '../../core/files/repoPath';
import type { KnownFile } from '../../core/items/filesByLength';
import { lookForMoved, type LikelyPath, type MovedFile } from '../../core/items/movedFiles';
import type { Choices } from './choices';
import type { Composition } from './composition.svelte';
import type { FileTree } from '../tree/fileTree';
import { filesIn, type FileNode, type HeldContent } from '../tree/treeNode';

export type HeldByPath = ReadonlyMap<RepoPath, HeldContent>;

const storedSchema = v.array(v.tuple([v.string(), v.string(), v.number()]));

/** Path, hash and lines of each. */
export type StoredHeld = v.InferOutput<typeof storedSchema>;

interface Parts {
  readonly tree: FileTree;
  readonly composition: Composition;
  readonly choices: Pick<Choices, 'follow' | 'tick'>;
  readonly busy: boolean;
  /** Rises when what is known of the files changes. */
  readonly revision: number;
}

interface Hooks {
  /** There is something else to store. */
  onheld(): void;
  /** What was still being looked for is found. */
  onfound(): void;
  /** Runs a task when the page has had time for others. */
  later(task: () => void): void;
}

/**
 * Ticked files that are no longer in the folder, and where they may be now. What such a file held is learned at the moment
 * it goes, for then the tree still knows it, from the last visit if need be; it is kept with the workspace from there on,
 * and not in the file's item: items leave the app, and most of them never need it.
 */
export class GoneFiles {
  readonly #parts: Parts;
  readonly #hooks: Hooks;
  readonly #gone = new Set<RepoPath>();
  readonly #held: Map<RepoPath, HeldContent>;
  readonly #followed = new Map<RepoPath, RepoPath>();
  #moved: readonly MovedFile[] = [];
  #movedOf = '';
  #looking: ReturnType<typeof lookForMoved> | undefined;

  constructor(parts: Parts, held: HeldByPath | undefined, hooks: Hooks) {
    this.#parts = parts;
    this.#held = new Map(held);
    this.#hooks = hooks;
  }

  /**
   * In the order in which they went. What is not known while the folder is being read is told after that, and in a large
   * folder what is looked for when it is found.
   */
  get list(): readonly MovedFile[] {
    const { tree, composition, busy } = this.#parts;
    void this.#parts.revision;
    const of = `${tree.structure} ${tree.ticks} ${tree.counts} ${composition.revision}`;
    if (busy || of === this.#movedOf) return this.#moved;
    this.#movedOf = of;
    this.#looking = this.#gone.size === 0 ? undefined : this.#look();
    this.#moved = this.#moved.filter(({ path }) => this.#gone.has(path));
    if (this.#looking !== undefined) this.#step(this.#looking);
    return this.#moved;
  }

  at(path: RepoPath): MovedFile | undefined {
    return this.list.find((moved) => moved.path === path);
  }

  /** Those of which there is no doubt. */
  get sure(): readonly MovedFile[] {
    return this.list.filter(({ sure }) => sure);
  }

  /** Where other files may be that are not in the folder, as a preset may name some. */
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

  /** Where a file was followed to, as long as that step is not undone and no file stands at its old path again. */
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

  /** These are ticked or not, and in the folder or not, otherwise than before. */
  changed(paths: Iterable<RepoPath>): void {
    const { tree, composition } = this.#parts;
    let isOther = false;
    for (const path of paths) {
      const node = tree.byPath(path);
      const isGone = node?.kind === 'file' && node.missing && composition.item(path) !== undefined;
      if (isGone === this.#gone.has(path)) continue;
      this.#movedOf = '';
      if (!isGone) this.#gone.delete(path);
      else {
        this.#gone.add(path);
        if (node.held !== undefined) this.#held.set(path, node.held);
      }
      isOther ||= this.#held.has(path);
    }
    if (isOther) this.#hooks.onheld();
  }

  /** Of those that are gone or have not been looked for yet. */
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

  #look(): ReturnType<typeof lookForMoved> {
    return lookForMoved(
      [...this.#gone].map((path) => this.#known(path)),
      knownFiles(this.#parts.tree, isOffered),
    );
  }

  /** The first step is done at once: in most folders there is no other. */
  #step(looking: ReturnType<typeof lookForMoved>): boolean {
    const step = looking.next();
    if (step.done === true) this.#moved = step.value;
    else
      this.#hooks.later(() => {
        if (looking === this.#looking && this.#step(looking)) this.#hooks.onfound();
      });
    return step.done === true;
  }

  #known(path: RepoPath): KnownFile {
    const held = this.#held.get(path);
    if (held !== undefined) return { path, ...held };
    // Slices tell of which content they were made.
    return { path, hash: this.#parts.composition.item(path)?.customSlices[0]?.fileHash };
  }
}

/** Undefined for what cannot be read: files are looked for by their names then. */
export function heldFromStore(stored: unknown): HeldByPath | undefined {
  const read = v.safeParse(storedSchema, stored);
  if (!read.success) return undefined;
  return new Map(
    read.output.flatMap(([text, hash, lines]) => {
      const parsed = parseRepoPath(text);
      // Nothing is opened by the hash: it is compared.
      return parsed.kind === 'path' ? [[parsed.path, { hash: hash as ContentHash, lines }]] : [];
    }),
  );
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

/** What is in the document already is not another file's new place, and what is left out is not brought in by a guess. */
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
