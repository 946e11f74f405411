import type { RepoPath } from '../../core/files/repoPath';
import { tickQuestion } from '../../core/items/tickQuestion';
import { filesIn, type FileNode, type FolderNode, type TreeNode } from './treeNode';

/** The effect of the box of some nodes: the files to change, and those to ask about first. */
export interface TickPlan {
  readonly ticked: boolean;
  readonly paths: readonly RepoPath[];
  readonly sensitive: readonly RepoPath[];
  /** The name of the undo step. */
  readonly name: string;
}

/** Returns the files that a node's checkbox selects. */
type FilesOf = (node: TreeNode) => readonly FileNode[];

/**
 * Selects everything in the nodes, or deselects everything if all of it is selected. Ignored files are selected only by
 * their own box, or by that of a folder with nothing else in it.
 */
export function planTicks(nodes: readonly TreeNode[], filesOf: FilesOf = filesIn): TickPlan {
  const candidates = new Set<FileNode>();
  for (const node of nodes) for (const file of tickableFiles(node, filesOf)) candidates.add(file);
  const open = [...candidates].filter((file) => !file.ticked && !file.missing);
  const sensitive = open.filter(
    (file) => asksFirst(file) && nodes.some((node) => namesSensitive(node, file)),
  );
  const plain = open.filter((file) => !asksFirst(file));
  if (plain.length + sensitive.length > 0) return plan(true, nodes, plain, sensitive);
  const ticked = new Set(nodes.flatMap((node) => filesOf(node).filter((file) => file.ticked)));
  return plan(false, nodes, [...ticked], []);
}

/** The ignored folders in the nodes that are not listed yet. */
export function unlistedFolders(nodes: readonly TreeNode[]): FolderNode[] {
  const folders: FolderNode[] = [];
  const open = nodes.filter((node) => node.kind === 'folder' && isAllLeftOut(node));
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (node.kind === 'file') continue;
    if (node.leftOut !== undefined && !node.listed) folders.push(node);
    for (const child of node.children.values()) if (child.kind === 'folder') open.push(child);
  }
  return folders;
}

function tickableFiles(node: TreeNode, filesOf: FilesOf): readonly FileNode[] {
  if (node.kind === 'file' || isAllLeftOut(node)) return filesOf(node);
  return filesOf(node).filter((file) => file.leftOut === undefined);
}

/** Whether the folder has only ignored files. */
function isAllLeftOut(folder: FolderNode): boolean {
  return folder.leftOut !== undefined || folder.sums.files === 0;
}

/** Large files are asked about when they are selected, because a folder may have them among many others. */
function asksFirst(file: FileNode): boolean {
  return tickQuestion(file) === 'sensitive';
}

/** Whether the box is that of this file, or of a folder ignored for the same reason. */
function namesSensitive(node: TreeNode, file: FileNode): boolean {
  if (node === file) return true;
  if (node.leftOut?.source !== 'sensitive') return false;
  return file.path.startsWith(`${node.path}/`);
}

function plan(
  ticked: boolean,
  nodes: readonly TreeNode[],
  plain: FileNode[],
  sensitive: FileNode[],
): TickPlan {
  const verb = ticked ? 'Select' : 'Deselect';
  const [only] = nodes;
  const what = nodes.length === 1 && only !== undefined ? only.path : `${nodes.length} entries`;
  return { ticked, paths: plain.map(pathOf), sensitive: sensitive.map(pathOf), name: `${verb} ${what}` };
}

function pathOf(file: FileNode): RepoPath {
  return file.path;
}
