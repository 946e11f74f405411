import {
  checkState,
  filesIn,
  isIncluded,
  type CheckState,
  type FileNode,
  type FolderNode,
  type TreeNode,
} from './treeNode';
import type { RowChoice } from './visibleRows';

type Shown = Pick<RowChoice, 'matches' | 'onlyTicked'>;
type Matches = NonNullable<RowChoice['matches']>;

/** The files that a row represents: the ones a filter shows. A folder found by its own name represents all its files. */
export function shownFiles(node: TreeNode, { matches, onlyTicked }: Shown): readonly FileNode[] {
  const files = matches === undefined ? filesIn(node) : matchingFiles(node, matches);
  return onlyTicked ? files.filter(({ ticked }) => ticked) : files;
}

/** Returns the check state of nodes, based on the files that a filter shows in them. */
export function shownChecks({ matches, onlyTicked }: Shown): (node: TreeNode) => CheckState {
  if (matches === undefined) return (node) => (onlyTicked ? isAnyTicked(node) : checkState(node));
  const counts = countByFolder(matches);
  return (node) => {
    const count = node.kind === 'folder' ? counts.get(node) : undefined;
    if (count === undefined) return checkState(node);
    if (count.ticked === 0) return false;
    return onlyTicked || count.ticked === count.shown ? true : 'mixed';
  };
}

function isAnyTicked(node: TreeNode): boolean {
  return checkState(node) !== false;
}

function matchingFiles(node: TreeNode, matches: Matches): FileNode[] {
  const files: FileNode[] = [];
  const open: TreeNode[] = [node];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const children = next.kind === 'folder' ? matches.get(next) : undefined;
    if (children === undefined) files.push(...filesIn(next));
    else open.push(...children);
  }
  return files;
}

interface Count {
  shown: number;
  ticked: number;
}

function countByFolder(matches: Matches): ReadonlyMap<FolderNode, Count> {
  const counts = new Map<FolderNode, Count>();
  for (const [parent, children] of matches) {
    for (const child of children) {
      const isLeaf = child.kind === 'file' ? isIncluded(child) : !matches.has(child);
      if (isLeaf) addUpwards(counts, parent, child);
    }
  }
  return counts;
}

function addUpwards(counts: Map<FolderNode, Count>, parent: FolderNode, leaf: TreeNode): void {
  const { shown, ticked } =
    leaf.kind === 'file'
      ? { shown: 1, ticked: leaf.ticked ? 1 : 0 }
      : { shown: leaf.sums.tickable, ticked: leaf.sums.ticked };
  for (let folder: FolderNode | undefined = parent; folder !== undefined; folder = folder.parent) {
    const count = counts.get(folder) ?? { shown: 0, ticked: 0 };
    count.shown += shown;
    count.ticked += ticked;
    counts.set(folder, count);
  }
}
