import { fileTokens, type FolderNode, type TreeNode } from './treeNode';

export type TreeSort = 'name' | 'tokens';

interface NameOrder {
  readonly nodes: readonly TreeNode[];
  readonly removals: number;
}

interface TokenOrder {
  readonly nodes: readonly TreeNode[];
  readonly names: NameOrder;
  readonly round: string;
}

/**
 * The children of folders in order, kept between calls. By name: new children are sorted among themselves and
 * merged in, so that a folder of 100,000 costs a pass and not a sort per batch. By tokens: sorted again only when
 * children were added or `round` changed, because rows that jump with every count cannot be read.
 */
export class TreeOrder {
  readonly #byName = new WeakMap<FolderNode, NameOrder>();
  readonly #byTokens = new WeakMap<FolderNode, TokenOrder>();

  /** Sorting by tokens follows the counts only when `round` changes. */
  children(folder: FolderNode, sort: TreeSort, round: string): readonly TreeNode[] {
    const names = this.#namesOf(folder);
    return sort === 'name' ? names.nodes : this.#tokensOf(folder, names, round);
  }

  #namesOf(folder: FolderNode): NameOrder {
    const known = this.#byName.get(folder);
    const kept = known?.removals === folder.removals ? known : undefined;
    if (kept !== undefined && kept.nodes.length === folder.children.size) return kept;
    const added = [...folder.children.values()].slice(kept?.nodes.length ?? 0).sort(compareByName);
    const order = { nodes: merge(kept?.nodes ?? [], added), removals: folder.removals };
    this.#byName.set(folder, order);
    return order;
  }

  #tokensOf(folder: FolderNode, names: NameOrder, round: string): readonly TreeNode[] {
    const known = this.#byTokens.get(folder);
    if (known?.names === names && known.round === round) return known.nodes;
    const nodes = sortByTokens(names.nodes);
    this.#byTokens.set(folder, { nodes, names, round });
    return nodes;
  }
}

/** Folders first, then by name: case aside, numbers by their value. */
export function compareByName(one: TreeNode, other: TreeNode): number {
  if (one.kind !== other.kind) return one.kind === 'folder' ? -1 : 1;
  if (one.key === other.key) return one.name < other.name ? -1 : 1;
  return one.key < other.key ? -1 : 1;
}

/** Most tokens first, equal ones in the order they come in. */
export function sortByTokens(nodes: readonly TreeNode[]): TreeNode[] {
  // Both keys in one number, so that the engine's own sort of numbers does it: ten times faster than comparing nodes.
  const keys = new Float64Array(nodes.length);
  nodes.forEach((node, index) => (keys[index] = -nodeTokens(node) * nodes.length + index));
  keys.sort();
  const sorted: TreeNode[] = [];
  for (const key of keys) {
    const node = nodes[((key % nodes.length) + nodes.length) % nodes.length];
    if (node !== undefined) sorted.push(node);
  }
  return sorted;
}

export function nodeTokens(node: TreeNode): number {
  return node.kind === 'file' ? fileTokens(node) : node.sums.tokens;
}

function merge(one: readonly TreeNode[], other: readonly TreeNode[]): TreeNode[] {
  if (one.length === 0) return [...other];
  const merged: TreeNode[] = [];
  let from = 0;
  for (const node of other) {
    const to = insertionIndex(one, node, from);
    for (let index = from; index < to; index += 1) merged.push(one[index] as TreeNode); // index < one.length
    merged.push(node);
    from = to;
  }
  for (let index = from; index < one.length; index += 1) merged.push(one[index] as TreeNode); // as above
  return merged;
}

/** Index of the first of the sorted nodes, from `low` on, that comes after `node`. */
function insertionIndex(sorted: readonly TreeNode[], node: TreeNode, low: number): number {
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const candidate = sorted[middle];
    if (candidate !== undefined && compareByName(candidate, node) < 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
