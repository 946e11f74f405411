import { Signal } from '../../core/async/signal';
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
import { CHANGED_FILES, TreeFilter } from './treeFilter.svelte';
import {
  areMarked,
  filesIn,
  type CheckState,
  type FolderNode,
  type FolderSums,
  type TreeNode,
} from './treeNode';
import { TreeOrder, type TreeSort } from './treeOrder';
import { TreeSorting, type LikelyOrder } from './treeSorting.svelte';
import {
  isShown,
  matchesByFolder,
  visibleRows,
  type Largest,
  type RowChoice,
  type TreeRow,
} from './visibleRows';

export interface TreeHooks {
  /** Ticks or unticks files and returns how many; `name` is the name of the undo step. */
  ontick(paths: readonly RepoPath[], ticked: boolean, name: string): number;
  /** Tells the user about an effect that the rows on screen do not show in full. */
  ontell(text: string): void;
  /** Asks before it ticks these files, whose names suggest secrets. */
  onconfirmSensitive(paths: readonly RepoPath[]): void;
  /** Shows files in a mode; folders pass it on to their files. */
  onmode(nodes: readonly TreeNode[], mode: ViewMode): void;
  /** Sets or removes a mark of files. */
  onmark(nodes: readonly TreeNode[], mark: FileMark, on: boolean): void;
  /** Lists a folder that is left out; resolves when its entries are in the tree. */
  onlist(path: RepoPath): Promise<void>;
  /** The paths of the entries that match, best first. */
  onfilter(query: string, limit: number): Promise<readonly RepoPath[]>;
  /** Called before the user may filter. */
  onbeforefilter(): void;
  /** Rises when the screen should follow the tree; reactive. */
  revision(): number;
  /** How many runs of the engine have ended; reactive. */
  endedRuns(): number;
  likely(): LikelyOrder;
}

/** More matches than anyone reads; sorting them stays within a frame. */
const MAX_MATCHES = 5_000;

/** The rows of the tree, and the verbs of its toolbar, boxes, and keyboard. */
export class TreeView {
  /** `saved` returns something else now. */
  readonly changed = new Signal();
  readonly cursor: TreeCursor;
  readonly #tree: FileTree;
  readonly #hooks: TreeHooks;
  readonly #order = new TreeOrder();
  readonly #sorting: TreeSorting;
  readonly #filter: TreeFilter;
  readonly #expansion = new TreeExpansion();
  readonly #listing: FolderListing;
  #scrollRow = 0;

  /** Rises when the user changes which rows are shown. */
  #choices = $state(0);
  #reveals = $state(0);
  #onlyTicked = $state(false);
  #showLeftOut = $state(false);
  #isPlaced = $state(false);

  /** Changes when the rows may be different, apart from their order. */
  readonly #shape = $derived.by(() => {
    void this.revision;
    const { structure, ticks } = this.#tree;
    return `${this.#choices} ${structure} ${this.#onlyTicked ? ticks : ''}`;
  });

  readonly #matches = $derived.by(() => {
    void this.#shape;
    const paths = this.#filter.matches;
    if (paths === undefined) return undefined;
    const nodes = paths.flatMap((path) => this.#tree.byPath(path) ?? []);
    const shown = nodes.filter((node) => isShown(node, this));
    return matchesByFolder(shown, this.#sorting.now);
  });

  readonly #checks = $derived.by(() => {
    void this.revision;
    return shownChecks(this.#shownRows);
  });

  /** The rows from top to bottom; the same array until one of them may be different. */
  readonly rows: readonly TreeRow[] = $derived.by(() => {
    void this.#shape;
    return visibleRows(this.#tree.root, this.#order, this.#choice());
  });

  readonly #shares = $derived.by(() => {
    void [this.#shape, this.revision];
    return new RowShares(this.#order, this.#choice());
  });

  constructor(tree: FileTree, hooks: TreeHooks) {
    this.#tree = tree;
    this.#hooks = hooks;
    this.#sorting = new TreeSorting({ ...hooks, sums: () => tree.root.sums });
    this.#listing = new FolderListing(tree, (path) => hooks.onlist(path));
    this.#filter = new TreeFilter((query) => hooks.onfilter(query, MAX_MATCHES));
    this.cursor = new TreeCursor(
      tree,
      () => this.rows,
      () => {
        this.#isPlaced = true;
        this.#reveals += 1;
        this.changed.emit();
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

  /** Restores what `saved` returned; open folders and the active row may not be listed yet. */
  restore(saved: SavedView): void {
    this.#expansion.restore(saved.expanded);
    this.#listing.awaitFolders(saved.expanded);
    this.#sorting.set(saved.sort);
    this.#onlyTicked = saved.onlyTicked;
    this.#showLeftOut = saved.showLeftOut;
    this.#scrollRow = saved.scrollRow;
    this.cursor.restore(saved.active);
    this.#choices += 1;
  }

  /** The size of a row relative to the largest row beside it, from 0 to 1. */
  shareOf(row: TreeRow): Largest {
    return this.#shares.of(row);
  }

  get root(): FolderNode {
    return this.#tree.root;
  }

  /** Read it before the numbers of a node to follow their changes. */
  get revision(): number {
    return this.#hooks.revision();
  }

  /** The sums of the whole tree. */
  get totals(): FolderSums {
    void this.revision;
    return { ...this.#tree.root.sums };
  }

  /** Rises when the active row should come into view. */
  get reveals(): number {
    return this.#reveals;
  }

  get sort(): TreeSort {
    return this.#sorting.by;
  }

  /** True if there is a task to sort by. */
  get hasTask(): boolean {
    return this.#hooks.likely().hasTask;
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

  /** Whether the rows are the matches of a query. */
  get isFiltered(): boolean {
    return this.#filter.matches !== undefined;
  }

  /** Index of the row at the top edge, with a fraction. */
  get scrollRow(): number {
    return this.#scrollRow;
  }

  /** Whether the list may keep its scroll position. Until then it returns to the position from the last visit. */
  get isPlaced(): boolean {
    return this.#isPlaced || this.#hooks.endedRuns() > 0;
  }

  /** Entries were added or removed. */
  listed(): void {
    this.#listing.listAwaited();
    this.#filter.refresh();
  }

  /** The user scrolls: the position from the last visit is no longer restored. */
  takeOver(): void {
    this.#isPlaced = true;
  }

  scrolled(row: number): void {
    if (!this.isPlaced || row === this.#scrollRow) return;
    this.#scrollRow = row;
    this.changed.emit();
  }

  setSort(sort: TreeSort): void {
    this.#sorting.set(sort);
    this.#changed();
  }

  setOnlyTicked(on: boolean): void {
    this.#onlyTicked = on;
    this.#changed();
  }

  /** Shows only the ticked files, with all their folders open. */
  showTicked(): void {
    for (const { parent, ticked } of filesIn(this.#tree.root)) if (ticked) this.#expansion.openAbove(parent);
    this.setOnlyTicked(true);
  }

  setShowLeftOut(on: boolean): void {
    this.#showLeftOut = on;
    this.#changed();
  }

  /** Prepares the filter before the user types. */
  prepareFilter(): void {
    this.#hooks.onbeforefilter();
  }

  /** Shows only matches and makes the best one active. An empty query shows everything. */
  filter(query: string): void {
    if (query.trim() === '') {
      this.clearFilter();
      return;
    }
    this.#expansion.endFilter();
    this.#filter.set(query, () => {
      const nodes = this.#filter.matches?.map((path) => this.#tree.byPath(path));
      const best = nodes?.find((node) => node !== undefined && isShown(node, this));
      if (best !== undefined) this.cursor.moveToPath(best.path);
    });
  }

  /** Shows only the files that git says have changed, or everything again. */
  toggleChanged(): void {
    if (this.query === CHANGED_FILES) this.clearFilter();
    else this.filter(CHANGED_FILES);
  }

  get onlyChanged(): boolean {
    return this.query === CHANGED_FILES;
  }

  /** Calls `verb` once the rows are the matches of the current query, which may still be on its way. */
  onceFiltered(verb: () => void): void {
    this.#filter.onceAnswered(verb);
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

  /** Makes a file active. Opens its folders and turns off filters that hide it. */
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
    // All folders of a folded row, so that the row stays open if one of them gets a second child.
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

  checkOf(node: TreeNode): CheckState {
    return this.#checks(node);
  }

  get #shownRows() {
    return { matches: this.#matches, onlyTicked: this.#onlyTicked };
  }

  /** Under a filter, a folder means the ticked files that the filter shows in it. */
  #meant(nodes: readonly TreeNode[]): readonly TreeNode[] {
    if (!this.isFiltered) return nodes;
    return nodes.flatMap((node) =>
      node.kind === 'file' ? [node] : shownFiles(node, this.#shownRows).filter(({ ticked }) => ticked),
    );
  }

  /** Lists the ignored folders above these paths, as deep as there is something to list. */
  listAbove(paths: readonly RepoPath[]): Promise<void> {
    return this.#listing.listAbove(paths);
  }

  #choice(): RowChoice {
    const { onlyTicked, showLeftOut } = this;
    const matches = this.#matches;
    const isExpanded = (folder: FolderNode) => this.#expansion.has(folder, matches);
    return { sorting: this.#sorting.now, onlyTicked, showLeftOut, matches, isExpanded };
  }

  #changed(): void {
    this.#choices += 1;
    this.changed.emit();
  }
}
