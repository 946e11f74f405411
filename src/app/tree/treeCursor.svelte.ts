import type { RepoPath } from '../../core/files/repoPath';
import type { FileTree } from './fileTree';
import type { TreeNode } from './treeNode';
import { findTyped, typeMore, type Typed } from './typeahead';
import type { TreeRow } from './visibleRows';

/** The effect of a move on the selection: only the new row, extended to the new row, or unchanged. */
export type Selecting = 'only' | 'extend' | 'keep';

/** The active row, which has the keyboard focus, and the selected rows. Both are kept by path, because rows change. */
export class TreeCursor {
  readonly #tree: FileTree;
  readonly #rows: () => readonly TreeRow[];
  readonly #onmove: () => void;
  #active = $state.raw<string | undefined>();
  #selected = $state.raw<ReadonlySet<RepoPath>>(new Set());
  #anchor: string | undefined;
  #typed: Typed = { text: '', at: 0 };

  /** Index of the active row, by default the first; -1 without rows. */
  readonly index: number = $derived.by(() => indexOfPath(this.#rows(), this.#tree, this.#active));

  constructor(tree: FileTree, rows: () => readonly TreeRow[], onmove: () => void) {
    this.#tree = tree;
    this.#rows = rows;
    this.#onmove = onmove;
  }

  restore(active: string | undefined): void {
    this.#active = active;
  }

  get active(): string | undefined {
    return this.#active;
  }

  get row(): TreeRow | undefined {
    return this.#rows()[this.index];
  }

  get selectedCount(): number {
    return this.#selected.size;
  }

  isSelected(node: TreeNode): boolean {
    return this.#selected.has(node.path);
  }

  /** The nodes that a verb applies to: all selected rows if the active row is one of them, else the active row. */
  targets(): readonly TreeNode[] {
    const node = this.row?.node;
    if (node === undefined) return [];
    if (!this.#selected.has(node.path)) return [node];
    return [...this.#selected]
      .map((path) => this.#tree.byPath(path))
      .filter((target) => target !== undefined);
  }

  moveBy(rows: number, selecting: Selecting = 'only'): void {
    this.moveTo(this.index + rows, selecting);
  }

  /** Moves to a row, or to the nearest one there is. */
  moveTo(index: number, selecting: Selecting = 'only'): void {
    const row = this.#rows()[Math.max(0, Math.min(index, this.#rows().length - 1))];
    if (row !== undefined) this.moveToPath(row.node.path, selecting);
  }

  home(selecting: Selecting = 'only'): void {
    this.moveTo(0, selecting);
  }

  end(selecting: Selecting = 'only'): void {
    this.moveTo(this.#rows().length - 1, selecting);
  }

  moveToPath(path: RepoPath, selecting: Selecting = 'only'): void {
    const before = this.row?.node.path;
    this.#active = path;
    if (selecting === 'extend') {
      this.#anchor ??= before ?? path;
      this.selectToAnchor();
    } else if (selecting === 'only') {
      this.#anchor = path;
      this.#selected = new Set([path]);
    }
    this.#onmove();
  }

  /** Selects all rows from the start of the selection to the active row. */
  selectToAnchor(): void {
    const from =
      this.#anchor === undefined ? this.index : indexOfPath(this.#rows(), this.#tree, this.#anchor);
    const range = this.#rows().slice(Math.min(from, this.index), Math.max(from, this.index) + 1);
    this.#selected = new Set(range.map((row) => row.node.path));
  }

  /** Adds the active row to the selection, or removes it. */
  toggleSelected(): void {
    const path = this.row?.node.path;
    if (path === undefined) return;
    const selected = new Set(this.#selected);
    if (!selected.delete(path)) selected.add(path);
    this.#selected = selected;
    this.#anchor = path;
  }

  selectAll(): void {
    this.#selected = new Set(this.#rows().map((row) => row.node.path));
  }

  clearSelection(): void {
    this.#selected = new Set();
    this.#anchor = undefined;
  }

  /** Goes to the next row whose name begins with the letters typed in quick succession. `now` is in milliseconds. */
  typeahead(letter: string, now: number): void {
    this.#typed = typeMore(this.#typed, letter, now);
    const index = findTyped(this.#rows(), this.index, this.#typed.text);
    if (index >= 0) this.moveTo(index);
  }
}

/**
 * Index of a node's row. For a node without a row (its folder is closed, it is folded into another row, or a filter
 * hides it), the row of the folder above it or the row that it is folded into.
 */
function indexOfPath(rows: readonly TreeRow[], tree: FileTree, path: string | undefined): number {
  if (rows.length === 0) return -1;
  const node = path === undefined ? undefined : tree.byPath(path);
  if (path === undefined || node === undefined) return 0;
  for (
    let candidate: TreeNode | undefined = node;
    candidate?.parent !== undefined;
    candidate = candidate.parent
  ) {
    const index = rows.findIndex((row) => row.node === candidate);
    if (index >= 0) return index;
    const folded = rows.findIndex((row) => row.folded > 0 && row.node.path.startsWith(`${candidate?.path}/`));
    if (folded >= 0) return folded;
  }
  return 0;
}
