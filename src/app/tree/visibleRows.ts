import { compareByName, nodeTokens, sortNamed, type Sorting, type TreeOrder } from './treeOrder';
import { contextTokens, isIncluded, isTicked, type FolderNode, type TreeNode } from './treeNode';

/** One row of the tree. `level`, `setSize` and `position` as in ARIA: from 1, among the rows with the same parent. */
export interface TreeRow {
  readonly node: TreeNode;
  readonly level: number;
  /** The name; for folders folded into one row all their names: `src/main/java`. */
  readonly label: string;
  /** How many folders above the node are folded into its row. */
  readonly folded: number;
  readonly setSize: number;
  readonly position: number;
  /** Undefined for a file. */
  readonly expanded: boolean | undefined;
}

/** Tokens of the whole file, and of its part in the context. */
export interface Largest {
  readonly file: number;
  readonly context: number;
}

export interface RowChoice {
  readonly sorting: Sorting;
  readonly onlyTicked: boolean;
  readonly showLeftOut: boolean;
  /** With a filter: the children to show of each folder that has any. */
  readonly matches: ReadonlyMap<FolderNode, readonly TreeNode[]> | undefined;
  isExpanded(folder: FolderNode): boolean;
}

/** The rows of all expanded folders, top down. */
export function visibleRows(root: FolderNode, order: TreeOrder, choice: RowChoice): readonly TreeRow[] {
  const rows: TreeRow[] = [];
  addRows(root, 1);
  return rows;

  function addRows(folder: FolderNode, level: number): void {
    const shown = shownChildren(folder, order, choice);
    const setSize = shown.length;
    for (let index = 0; index < setSize; index += 1) {
      const child = shown[index] as TreeNode; // index < length
      const position = index + 1;
      if (child.kind === 'file') {
        rows.push({
          node: child,
          level,
          label: child.name,
          folded: 0,
          setSize,
          position,
          expanded: undefined,
        });
        continue;
      }
      const { folder: last, label, folded } = foldSingleFolders(child, choice);
      const expanded = choice.isExpanded(last);
      rows.push({ node: last, level, label, folded, setSize, position, expanded });
      if (expanded) addRows(last, level + 1);
    }
  }
}

/** The most tokens that one of the children shown of a folder has. */
export function largestShown(folder: FolderNode, order: TreeOrder, choice: RowChoice): Largest {
  let file = 0;
  let context = 0;
  for (const child of shownChildren(folder, order, choice)) {
    file = Math.max(file, nodeTokens(child));
    context = Math.max(context, contextTokens(child));
  }
  return { file, context };
}

/** Sorts the nodes that match, with all folders above them, by folder. */
export function matchesByFolder(
  nodes: Iterable<TreeNode>,
  sorting: Sorting,
): Map<FolderNode, readonly TreeNode[]> {
  const childrenOf = new Map<FolderNode, TreeNode[]>();
  const seen = new Set<TreeNode>();
  for (const match of nodes) {
    for (let node = match; node.parent !== undefined && !seen.has(node); node = node.parent) {
      seen.add(node);
      const siblings = childrenOf.get(node.parent);
      if (siblings === undefined) childrenOf.set(node.parent, [node]);
      else siblings.push(node);
    }
  }
  const sorted = new Map<FolderNode, readonly TreeNode[]>();
  for (const [folder, children] of childrenOf) {
    children.sort(compareByName);
    sorted.set(folder, sortNamed(children, sorting));
  }
  return sorted;
}

export function isShown(node: TreeNode, choice: Pick<RowChoice, 'onlyTicked' | 'showLeftOut'>): boolean {
  return choice.onlyTicked ? isTicked(node) : choice.showLeftOut || isIncluded(node);
}

function shownChildren(folder: FolderNode, order: TreeOrder, choice: RowChoice): readonly TreeNode[] {
  const candidates =
    choice.matches === undefined
      ? order.children(folder, choice.sorting)
      : (choice.matches.get(folder) ?? []);
  if (candidates.every((node) => isShown(node, choice))) return candidates;
  return candidates.filter((node) => isShown(node, choice));
}

/** Goes down while a folder shows nothing but one folder. */
function foldSingleFolders(
  first: FolderNode,
  choice: RowChoice,
): { folder: FolderNode; label: string; folded: number } {
  let folder = first;
  let label = first.name;
  let folded = 0;
  for (let next = onlyFolderIn(folder, choice); next !== undefined; next = onlyFolderIn(folder, choice)) {
    folder = next;
    label += `/${next.name}`;
    folded += 1;
  }
  return { folder, label, folded };
}

function onlyFolderIn(folder: FolderNode, choice: RowChoice): FolderNode | undefined {
  // A left-out folder gets a separate row, which shows the reason.
  if (folder.leftOut !== undefined) return undefined;
  const children =
    choice.matches === undefined ? folder.children.values() : (choice.matches.get(folder) ?? []);
  let only: FolderNode | undefined;
  for (const child of children) {
    if (!isShown(child, choice)) continue;
    if (child.kind === 'file' || only !== undefined || child.leftOut !== undefined) return undefined;
    only = child;
  }
  return only;
}
