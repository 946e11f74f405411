import { counted } from '../../core/counted';
import { baseName, type RepoPath } from '../../core/files/repoPath';
import { withMode } from '../../core/items/effectiveView';
import { encodingName, type SourceEncoding } from '../../core/files/sourceEncoding';
import { defaultItem, type FileItem, type ViewMode } from '../../core/items/fileItem';
import { withMark, type FileMark } from '../../core/items/fileMarks';
import { matchesFocus } from '../../core/items/focus';
import { tickQuestion, type TickQuestion } from '../../core/items/tickQuestion';
import type { Composition } from './composition.svelte';
import { inMode, markStep } from './modes';
import type { Engine } from '../ports/engine';
import { Questions, type Question } from './questions.svelte';
import type { FileTree } from '../tree/fileTree';
import { filesIn, type TreeNode } from '../tree/treeNode';

/** The user's choices for files: which are ticked, and how each is shown. Every verb is one undo step. */
export class Choices {
  readonly #composition: Composition;
  readonly #tree: FileTree;
  readonly #engine: Pick<Engine, 'matchGlob'>;
  readonly #questions: Questions;
  #closed = false;

  constructor(composition: Composition, tree: FileTree, engine: Pick<Engine, 'matchGlob'>) {
    this.#composition = composition;
    this.#tree = tree;
    this.#engine = engine;
    this.#questions = new Questions(tree);
  }

  /** The question that the user has to answer first. */
  get question(): Question | undefined {
    return this.#questions.current;
  }

  answer(yes: boolean): void {
    const question = this.#questions.take();
    if (question === undefined || !yes) return;
    const items = new Map(question.paths.map((path) => [path, this.#composition.newItem(path)] as const));
    this.#composition.apply({ items }, `Select ${counted(question.paths.length, `${question.kind} file`)}`);
  }

  /** Ticks or unticks files and returns how many. Asks first about large files that are not read yet. */
  tick(paths: readonly RepoPath[], ticked: boolean, name: string): number {
    if (this.#closed) return 0;
    const large = ticked ? paths.filter((path) => this.#asks(path) === 'large') : [];
    this.#questions.askLarge(large);
    const asked = new Set(large);
    const items = new Map<RepoPath, FileItem | undefined>();
    for (const path of paths) {
      if (asked.has(path) || this.#composition.items.has(path) === ticked) continue;
      items.set(path, ticked ? this.#composition.newItem(path) : undefined);
    }
    if (items.size > 0) this.#composition.apply({ items }, name);
    return items.size;
  }

  /** Ticks a file, which may be a left-out one. Asks first if needed. */
  select(path: RepoPath): void {
    if (this.#closed || this.#composition.item(path) !== undefined || this.#needsAnswer(path)) return;
    const items = new Map([[path, this.#composition.newItem(path)]]);
    this.#composition.apply({ items }, `Select ${path}`);
  }

  /**
   * Ticks files, including left-out ones, and applies `mode` if given. Asks first about files that need it. Returns how
   * many it ticked without asking.
   */
  selectAll(paths: readonly RepoPath[], name: string, mode?: ViewMode): number {
    if (this.#closed) return 0;
    const files = paths
      .map((path) => this.#tree.byPath(path))
      .filter((node) => node?.kind === 'file')
      .filter(({ ticked, missing }) => !ticked && !missing);
    const items = new Map(
      this.#questions.withoutQuestion(files).map(({ path }) => [path, this.newItem(path, mode)] as const),
    );
    if (items.size > 0) this.#composition.apply({ items }, name);
    return items.size;
  }

  /** Creates the item for a newly ticked file, with `mode` if given. */
  newItem(path: RepoPath, mode?: ViewMode): FileItem {
    const item = this.#composition.newItem(path);
    return mode === undefined ? item : this.#shown(item, mode);
  }

  untickAll(): void {
    this.tick(this.#composition.paths, false, 'Deselect all files');
  }

  /** Moves the items of files to new paths. An item that is there already stays as it is. */
  follow(moves: ReadonlyMap<RepoPath, RepoPath>): void {
    const items = new Map<RepoPath, FileItem | undefined>();
    for (const [from, to] of moves) {
      const item = this.#composition.item(from);
      if (item === undefined) continue;
      items.set(from, undefined);
      if (this.#composition.item(to) === undefined && items.get(to) === undefined)
        items.set(to, { ...item, path: to });
    }
    const [move] = moves;
    if (this.#closed || items.size === 0 || move === undefined) return;
    const name = moves.size === 1 ? `Move ${move[0]} to ${move[1]}` : `Move ${moves.size} files`;
    this.#composition.apply({ items }, name);
  }

  /** Asks before it ticks files whose names suggest secrets. */
  tickSensitive(paths: readonly RepoPath[]): void {
    if (!this.#closed) this.#questions.askSensitive(paths);
  }

  /** Ticks or unticks the files that a glob matches; returns how many it matched. */
  async tickMatching(glob: string, ticked: boolean): Promise<number> {
    const paths = await this.pathsMatching(glob);
    this.tick(paths, ticked, `${ticked ? 'Select' : 'Deselect'} ${glob}`);
    return paths.length;
  }

  /** The files that a glob matches; ignored ones only if it spells them out. */
  async pathsMatching(glob: string): Promise<readonly RepoPath[]> {
    return this.#tree.pathsOf(await this.#engine.matchGlob(glob));
  }

  /**
   * Shows files in a mode, even if a setting overrode their own mode so far, and ticks those that are not ticked. A folder
   * passes the mode on to the files ticked below it, now and later.
   */
  setMode(nodes: readonly TreeNode[], mode: ViewMode): void {
    if (this.#closed) return;
    const items = new Map<RepoPath, FileItem>();
    const folderModes = new Map(this.#composition.options.folderModes);
    const pinnedFolders = new Set(this.#composition.options.pinnedFolders);
    for (const node of nodes) {
      if (node.kind === 'folder') {
        folderModes.set(node.path, mode);
        if (this.#shown(defaultItem(node.path), mode).pinned) pinnedFolders.add(node.path);
        else pinnedFolders.delete(node.path);
      }
      const files = node.kind === 'file' ? [node] : filesIn(node).filter(({ ticked }) => ticked);
      for (const { path } of this.#questions.withoutQuestion(files)) {
        items.set(path, this.#shown(this.#itemAt(path), mode));
      }
    }
    this.#composition.apply(
      { items, options: { folderModes, pinnedFolders } },
      `Show ${nameOf(nodes)} ${inMode(mode)}`,
    );
  }

  /** Shows all ticked files in a mode. */
  setModeOfAll(mode: ViewMode): void {
    const nodes = filesIn(this.#tree.root).filter(({ ticked }) => ticked);
    if (nodes.length > 0) this.setMode(nodes, mode);
  }

  /** Sets the mask of a file. The file is then shown masked, or in full if the mask is empty. */
  setMask(path: RepoPath, astMask: FileItem['astMask'], name: string): void {
    if (this.#closed || this.#needsAnswer(path)) return;
    const masked = { ...this.#itemAt(path), astMask };
    const item = astMask.length === 0 ? inFull(masked) : this.#shown(masked, 'masked');
    this.#composition.apply({ items: new Map([[path, item]]) }, name);
  }

  /** Reads a file in this encoding and ticks it. Undefined detects the encoding from the bytes. */
  setEncoding(path: RepoPath, encoding: SourceEncoding | undefined): void {
    if (this.#closed || this.#needsAnswer(path)) return;
    const item = { ...this.#itemAt(path), encoding };
    const how = encoding === undefined ? 'in its detected encoding' : `as ${encodingName(encoding)}`;
    this.#composition.apply({ items: new Map([[path, item]]) }, `Read ${baseName(path)} ${how}`);
  }

  /**
   * Sets the slices of files. A file with new slices is shown as slices, a file without any in full. Consecutive steps with
   * the same `mergeKey` become one.
   */
  setSlices(
    slicesByPath: ReadonlyMap<RepoPath, FileItem['customSlices']>,
    name: string,
    mergeKey?: string,
  ): void {
    if (this.#closed) return;
    const items = new Map<RepoPath, FileItem>();
    for (const [path, customSlices] of slicesByPath) {
      if (this.#needsAnswer(path)) continue;
      const item = this.#itemAt(path);
      const sliced = { ...item, customSlices };
      if (customSlices.length > item.customSlices.length) items.set(path, this.#shown(sliced, 'custom'));
      else if (customSlices.length === 0 && item.viewMode === 'custom') items.set(path, inFull(sliced));
      else items.set(path, sliced);
    }
    if (items.size > 0) this.#composition.apply({ items }, name, mergeKey);
  }

  /**
   * Sets or removes a mark on files; in a folder, on the ticked ones. Setting a mark also ticks files, unless the mark keeps
   * them out of the document.
   */
  setMark(nodes: readonly TreeNode[], mark: FileMark, on: boolean): void {
    if (this.#closed) return;
    const files = nodes.flatMap((node) =>
      node.kind === 'file' ? [node] : filesIn(node).filter(({ ticked }) => ticked),
    );
    const isTicking = on && mark !== 'notIncluded';
    const meant = isTicking ? this.#questions.withoutQuestion(files) : files.filter(({ ticked }) => ticked);
    this.#applyMark(
      meant.map(({ path }) => path),
      mark,
      { on, name: nameOf(nodes) },
    );
  }

  /** Marks the ticked files that `name` matches as focus files (see `matchesFocus`). Returns how many. */
  focusMatching(name: string): number {
    const paths = this.#composition.paths.filter((path) => matchesFocus(path, name));
    this.#applyMark(paths, 'focus', { on: true, name });
    return paths.length;
  }

  #applyMark(paths: readonly RepoPath[], mark: FileMark, { on, name }: { on: boolean; name: string }): void {
    const { options } = this.#composition;
    const items = new Map(
      paths.map((path) => [path, withMark(this.#itemAt(path), mark, on, options)] as const),
    );
    this.#composition.apply({ items }, markStep(mark, on, name));
  }

  /** Ignores every later choice: the workspace is closed. */
  close(): void {
    this.#closed = true;
  }

  #asks(path: RepoPath): TickQuestion | undefined {
    const node = this.#tree.byPath(path);
    return node?.kind === 'file' ? tickQuestion(node) : undefined;
  }

  /** Asks before this file is ticked if needed; returns whether it did. */
  #needsAnswer(path: RepoPath): boolean {
    const node = this.#tree.byPath(path);
    return node?.kind === 'file' && this.#questions.withoutQuestion([node]).length === 0;
  }

  #itemAt(path: RepoPath): FileItem {
    return this.#composition.item(path) ?? this.#composition.newItem(path);
  }

  #shown(item: FileItem, mode: ViewMode): FileItem {
    return withMode(item, mode, this.#composition.options);
  }
}

/** Without chosen parts, a file follows the rules for all files again. */
function inFull(item: FileItem): FileItem {
  return { ...item, viewMode: 'full', pinned: false };
}

function nameOf(nodes: readonly TreeNode[]): string {
  const [node] = nodes;
  if (nodes.length !== 1 || node === undefined) return `${nodes.length} entries`;
  return node.name === '' ? 'everything' : node.name;
}
