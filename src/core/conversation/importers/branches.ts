/** Conversations that are trees, because messages were edited and answers were generated again. */
import { discussionOf, reasonAgainst, type ForeignDiscussion, type Item } from './importer';

export interface TreeNode {
  readonly id: unknown;
  readonly parent: unknown;
  /** Undefined for nodes that hold no message. */
  readonly item: Item | undefined;
}

/**
 * Creates a discussion of the branch that ends with the first of `ends` whose branch has a text, or with the last text. Counts
 * the messages of the other branches.
 */
export function branchDiscussion(
  title: unknown,
  nodes: readonly TreeNode[],
  ends: readonly (TreeNode | undefined)[],
): ForeignDiscussion {
  const byId = nodesById(nodes);
  const branches = [...ends, nodes.findLast(hasText)].map((end) => branchTo(end, byId));
  const branch = branches.find((each) => each.some(hasText)) ?? [];
  const isShown = new Set(branch);
  const others = nodes.filter((node) => !isShown.has(node));
  return discussionOf(title, [
    ...branch.flatMap(({ item }) => item ?? []),
    ...others.flatMap(({ item }) => (item === undefined ? [] : (reasonAgainst(item) ?? 'branch'))),
  ]);
}

/** The first node with each id. */
export function nodesById(nodes: readonly TreeNode[]): ReadonlyMap<unknown, TreeNode> {
  return new Map(nodes.map((node) => [node.id, node] as const).reverse());
}

export function hasText({ item }: TreeNode): boolean {
  return item !== undefined && reasonAgainst(item) === undefined;
}

/** The path from the root to a node. Ends where a tree is a circle. */
function branchTo(end: TreeNode | undefined, byId: ReadonlyMap<unknown, TreeNode>): readonly TreeNode[] {
  const branch = new Set<TreeNode>();
  for (let node = end; node !== undefined && !branch.has(node); node = parentOf(node, byId)) branch.add(node);
  return [...branch].reverse();
}

function parentOf({ parent }: TreeNode, byId: ReadonlyMap<unknown, TreeNode>): TreeNode | undefined {
  return parent === undefined || parent === null ? undefined : byId.get(parent);
}
