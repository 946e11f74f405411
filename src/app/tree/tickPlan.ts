import type { RepoPath } from '../../core/files/repoPath';
import { filesIn, type FileNode, type FolderNode, type TreeNode } from './treeNode';

/** What the box of some nodes does when it is used: the paths to change, and those that want a second click first. */
export interface TickPlan {
  readonly ticked: boolean;
  readonly paths: readonly RepoPath[];
  readonly sensitive: readonly RepoPath[];
  /** For the list of what can be undone. */
  readonly name: string;
}

/** The files that the box of a node ticks and unticks. */
type FilesOf = (node: TreeNode) => readonly FileNode[];

/**
 * Ticks everything in the nodes that is not ticked yet; when there is nothing to tick, takes all ticks away. Files
 * that are left out are ticked only by their own box, or by that of a folder that offers nothing else.
 */
export function planTicks(nodes: readonly TreeNode[], filesOf: FilesOf = filesIn): TickPlan {
  const candidates = new Set<FileNode>();
  for (const node of nodes) for (const file of tickableFiles(node, filesOf)) candidates.add(file);
  const open = [...candidates].filter((file) => !file.ticked && !file.missing);
  const sensitive = open.filter(
    (file) => isSensitive(file) && nodes.some((node) => namesSensitive(node, file)),
  );
  const plain = open.filter((file) => !isSensitive(file));
  if (plain.length + sensitive.length > 0) return plan(true, nodes, plain, sensitive);
  const ticked = new Set(nodes.flatMap((node) => filesOf(node).filter((file) => file.ticked)));
  return plan(false, nodes, [...ticked], []);
}

/** The folders that are left out and lie in the nodes, whose content has not been asked for. */
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

/** Whether the box of a folder can mean only files that are left out. */
function isAllLeftOut(folder: FolderNode): boolean {
  return folder.leftOut !== undefined || folder.sums.files === 0;
}

function isSensitive(node: TreeNode): boolean {
  return node.leftOut?.source === 'sensitive';
}

/** Whether the click meant this file: its own box, or a folder left out for the same reason. */
function namesSensitive(node: TreeNode, file: FileNode): boolean {
  if (node === file) return true;
  if (!isSensitive(node)) return false;
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
