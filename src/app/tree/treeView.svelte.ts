import { counted } from '../../core/counted';
import type { RepoPath } from '../../core/files/repoPath';
import type { ViewMode } from '../../core/items/fileItem';
import type { FileMark } from '../../core/items/fileMarks';
import type { FileTree } from './fileTree';
import { FolderListing } from './folderListing';
import { RowShares } from './rowShares';
import type { SavedView } from './savedView';
import { shownChecks, shownFiles } from './shownFiles';
import { planTicks, unlistedFolders } from './tickPlan';
import { TreeCursor } from './treeCursor.svelte';
import { TreeExpansion } from './treeExpansion';
import { TreeFilter } from './treeFilter.svelte';
import {
  areMarked,
  filesIn,
  type CheckState,
  type FolderNode,
  type FolderSums,
  type TreeNode,
} from './treeNode';
import { TreeOrder, type TreeSort } from './treeOrder';
import {
  isShown,
  matchesByFolder,
  visibleRows,
  type Largest,
  type RowChoice,
  type TreeRow,
} from './visibleRows';

/** What the view asks of its workspace. */
export interface TreeHooks {
  /** Ticks or unticks files and returns how many; `name` says what was done, for undo. */
  ontick(paths: readonly RepoPath[], ticked: boolean, name: string): number;
  /** Tells the user what a verb did that rows on the screen do not show in full. */
  ontell(text: string): void;
  /** These hold secrets by their name: asks once more, then ticks them. */
  onconfirmSensitive(paths: readonly RepoPath[]): void;
  /** Shows files in a mode; folders hand it on. */
  onmode(nodes: readonly TreeNode[], mode: ViewMode): void;
  /** Sets or removes a mark of files. */
  onmark(nodes: readonly TreeNode[], mark: FileMark, on: boolean): void;
  /** Lists a folder that is left out; resolves when its entries are in the tree. */
  onlist(path: RepoPath): Promise<void>;
  /** Ids of the entries that match, best first. */
  onfilter(query: string, limit: number): Promise<readonly number[]>;
  /** What `saved` returns is different now. */
  onchange(): void;
  /** Runs a task before the next frame is shown. */
  nextFrame(task: () => void): void;
}

/** More matches than anyone reads; sorting them stays within a frame. */
const MAX_MATCHES = 5_000;

/** While tokens are counted, rows in their order change places only when this share of the files is new. */
const REORDER_SHARE = 0.1;

/** Which rows of a tree are on screen, and the verbs of its toolbar, boxes and keyboard. */
export class TreeView {
  readonly cursor: TreeCursor;
  readonly #tree: FileTree;
  readonly #hooks: TreeHooks;
  readonly #order = new TreeOrder();
  readonly #filter: TreeFilter;
  readonly #expansion = new TreeExpansion();
  readonly #listing: FolderListing;
  #touched = false;
  #shown = { structure: -1, ticks: -1, counted: 0 };
  #scrollRow = 0;

  /** Rises when the rows may be different. */
  #shape = $state(0);
  /** Rises when numbers in the rows may be different. */
  #revision = $state(0);
  #reveals = $state(0);
  #sort = $state<TreeSort>('name');
  #onlyTicked = $state(false);
  #showLeftOut = $state(false);
  #placed = $state(false);

  readonly #matches = $derived.by(() => {
    void this.#shape;
    const ids = this.#filter.matches;
    if (ids === undefined) return undefined;
    const nodes = ids.map((id) => this.#tree.byId(id)).filter((node) => node !== undefined);
    const shown = nodes.filter((node) => isShown(node, this));
    return matchesByFolder(shown, this.#sort);
  });

  readonly #checks = $derived.by(() => {
    void this.#revision;
    return shownChecks(this.#shownRows);
  });

  /** The rows, top down; the same array until one of them may be different. */
  readonly rows: readonly TreeRow[] = $derived.by(() => {
    void this.#shape;
    return visibleRows(this.#tree.root, this.#order, this.#choice());
  });

  /** Replaced when numbers or rows may be different. */
  readonly #shares = $derived.by(() => {
    void [this.#shape, this.#revision];
    return new RowShares(this.#order, this.#choice());
  });

  constructor(tree: FileTree, hooks: TreeHooks) {
    this.#tree = tree;
    this.#hooks = hooks;
    this.#listing = new FolderListing(tree, async (path) => {
      await hooks.onlist(path);
      this.touch();
    });
    this.#filter = new TreeFilter((query) => hooks.onfilter(query, MAX_MATCHES));
    this.cursor = new TreeCursor(
      tree,
      () => this.rows,
      () => {
        this.#placed = true;
        this.#reveals += 1;
        hooks.onchange();
      },
    );
  }

  saved(): SavedView {
    const { sort, onlyTicked, showLeftOut, scrollRow } = this;
    return {
      expanded: this.#expansion.paths,
      sort,
      onlyTicked,
      showLeftOut,
      scrollRow,
      active: this.cursor.active,
    };
  }

  /** Takes what `saved` returned; what is open or active may not have been listed yet. */
  restore(saved: SavedView): void {
    this.#expansion.restore(saved.expanded);
    this.#listing.awaitFolders(saved.expanded);
    this.#sort = saved.sort;
    this.#onlyTicked = saved.onlyTicked;
    this.#showLeftOut = saved.showLeftOut;
    this.#scrollRow = saved.scrollRow;
    this.cursor.restore(saved.active);
    this.#shape += 1;
  }

  /** How large a row is against the largest one beside it, from 0 to 1. */
  shareOf(row: TreeRow): Largest {
    return this.#shares.of(row);
  }

  get root(): FolderNode {
    return this.#tree.root;
  }

  /** Read it before the numbers of a node, to be told when they change. */
  get revision(): number {
    return this.#revision;
  }

  /** Sums of everything, as a new object when they may have changed. */
  get totals(): FolderSums {
    void this.#revision;
    return { ...this.#tree.root.sums };
  }

  /** Rises when the active row should come into view. */
  get reveals(): number {
    return this.#reveals;
  }

  get sort(): TreeSort {
    return this.#sort;
  }

  get onlyTicked(): boolean {
    return this.#onlyTicked;
  }

  get showLeftOut(): boolean {
    return this.#showLeftOut;
  }

  get query(): string {
    return this.#filter.query;
  }

  /** Whether the rows are those that match the query. */
  get isFiltered(): boolean {
    return this.#filter.matches !== undefined;
  }

  /** Index of the row at the top edge, with a fraction. */
  get scrollRow(): number {
    return this.#scrollRow;
  }

  /** Whether the list stands where it is by the user's will. Until then rows that come in do not move its place. */
  get isPlaced(): boolean {
    return this.#placed;
  }

  /** The tree has changed: shows it with the next frame, however often this is called until then. */
  touch(): void {
    if (this.#touched) return;
    this.#touched = true;
    this.#hooks.nextFrame(() => {
      this.#touched = false;
      this.update();
    });
  }

  /** The tree has changed by the user's hand: shows it now. */
  update(): void {
    const { structure, ticks, root } = this.#tree;
    const { counted, files } = root.sums;
    const isOther = structure !== this.#shown.structure || (this.#onlyTicked && ticks !== this.#shown.ticks);
    const isRecounted = Math.abs(counted - this.#shown.counted) > files * REORDER_SHARE;
    if (isRecounted) this.#order.nextRound();
    if (isOther || (isRecounted && this.#sort === 'tokens')) this.#shape += 1;
    if (structure !== this.#shown.structure) {
      this.#listing.listAwaited();
      this.#filter.refresh();
    }
    this.#shown = { structure, ticks, counted: isRecounted ? counted : this.#shown.counted };
    this.#revision += 1;
  }

  /** The engine has nothing left to do: the order and the place of the list are final. */
  settle(): void {
    this.#order.nextRound();
    this.update();
    this.#shape += 1;
    this.#placed = true;
  }

  /** The user takes hold of the list: a place kept from last time is no longer restored. */
  takeOver(): void {
    this.#placed = true;
  }

  /** Tells where the list stands. */
  scrolled(row: number): void {
    if (!this.#placed || row === this.#scrollRow) return;
    this.#scrollRow = row;
    this.#hooks.onchange();
  }

  setSort(sort: TreeSort): void {
    this.#order.nextRound();
    this.#sort = sort;
    this.#changed();
  }

  setOnlyTicked(on: boolean): void {
    this.#onlyTicked = on;
    this.#changed();
  }

  /** Shows the ticked files alone, all of them. */
  showTicked(): void {
    for (const { parent, ticked } of filesIn(this.#tree.root)) if (ticked) this.#expansion.openAbove(parent);
    this.setOnlyTicked(true);
  }

  setShowLeftOut(on: boolean): void {
    this.#showLeftOut = on;
    this.#changed();
  }

  /** Shows only what matches; the best match becomes active. An empty query shows everything. */
  filter(query: string): void {
    if (query.trim() === '') {
      this.clearFilter();
      return;
    }
    this.#expansion.endFilter();
    this.#filter.set(query, () => {
      const nodes = this.#filter.matches?.map((id) => this.#tree.byId(id));
      const best = nodes?.find((node) => node !== undefined && isShown(node, this));
      if (best !== undefined) this.cursor.moveToPath(best.path);
    });
  }

  /** Shows everything again; the active row stays in sight. */
  clearFilter(): void {
    if (this.query === '') return;
    this.#filter.clear();
    this.#expansion.endFilter();
    const { active } = this.cursor;
    if (active !== undefined) this.#expansion.openAbove(this.#tree.byPath(active)?.parent);
    this.#reveals += 1;
    this.#changed();
  }

  /** Makes a file active, with the folders above it open, whatever hid it. */
  reveal(path: RepoPath): void {
    const node = this.#tree.byPath(path);
    if (node === undefined) return;
    this.clearFilter();
    if (!isShown(node, this)) {
      this.#onlyTicked = false;
      this.#showLeftOut ||= !isShown(node, this);
    }
    this.#expansion.openAbove(node.parent);
    this.#changed();
    this.cursor.moveToPath(path);
  }

  setExpanded(row: TreeRow, expanded: boolean): void {
    if (row.node.kind === 'file') return;
    // All folders of a folded row, so that it stays open when one of them gets a second child.
    let folder: FolderNode | undefined = row.node;
    for (let step = 0; step <= row.folded && folder !== undefined; step += 1) {
      this.#expansion.set(folder, expanded, this.#matches);
      folder = folder.parent;
    }
    if (expanded) void this.#listing.list(row.node);
    this.#changed();
  }

  expandAll(): void {
    this.#expansion.endFilter();
    if (this.#matches === undefined) this.#expansion.openAll(this.#tree.root);
    this.#changed();
  }

  collapseAll(): void {
    if (this.#matches === undefined) this.#expansion.closeAll();
    else for (const folder of this.#matches.keys()) this.#expansion.set(folder, false, this.#matches);
    this.#changed();
  }

  /** Sets the mode of the active row, or of all selected ones. */
  setMode(mode: ViewMode, nodes: readonly TreeNode[] = this.cursor.targets()): void {
    this.#hooks.onmode(this.#meant(nodes), mode);
  }

  /** Marks the active row, or all selected ones; removes the mark if all have it. */
  toggleMark(mark: FileMark, nodes: readonly TreeNode[] = this.cursor.targets()): void {
    const meant = this.#meant(nodes);
    this.#hooks.onmark(meant, mark, !areMarked(meant, mark));
  }

  /**
   * Uses the box of the active row, or of all selected ones. Lists ignored folders first. The box of a folder
   * applies to the files that a filter shows in it. Says how many, because the folder may be closed.
   */
  async toggleTicks(nodes: readonly TreeNode[] = this.cursor.targets()): Promise<void> {
    await this.#listing.listAll(() => unlistedFolders(nodes));
    const query = this.#filter.answered;
    const { paths, sensitive, ticked, name } = planTicks(nodes, (node) => shownFiles(node, this.#shownRows));
    const changed = paths.length === 0 ? 0 : this.#hooks.ontick(paths, ticked, name);
    if (sensitive.length > 0) this.#hooks.onconfirmSensitive(sensitive);
    if (this.isFiltered && changed > 0 && nodes.some(({ kind }) => kind === 'folder'))
      this.#hooks.ontell(
        `${ticked ? 'Selected' : 'Deselected'} ${counted(changed, 'file')} matching “${query}”`,
      );
  }

  /** How the box of a row is shown. */
  checkOf(node: TreeNode): CheckState {
    return this.#checks(node);
  }

  get #shownRows() {
    return { matches: this.#matches, onlyTicked: this.#onlyTicked };
  }

  /** While a filter hides files, a folder means the ticked files that the filter shows in it. */
  #meant(nodes: readonly TreeNode[]): readonly TreeNode[] {
    if (!this.isFiltered) return nodes;
    return nodes.flatMap((node) =>
      node.kind === 'file' ? [node] : shownFiles(node, this.#shownRows).filter(({ ticked }) => ticked),
    );
  }

  /** Lists the folders that are left out on the way to these paths, down to where there is nothing more to list. */
  listAbove(paths: readonly RepoPath[]): Promise<void> {
    return this.#listing.listAbove(paths);
  }

  #choice(): RowChoice {
    const { sort, onlyTicked, showLeftOut } = this;
    const matches = this.#matches;
    const isExpanded = (folder: FolderNode) => this.#expansion.has(folder, matches);
    return { sort, onlyTicked, showLeftOut, matches, isExpanded };
  }

  #changed(): void {
    this.#shape += 1;
    this.#hooks.onchange();
  }
}
