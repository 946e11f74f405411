import type { RepoPath } from '../../core/files/repoPath';
import { tickQuestion } from '../../core/items/tickQuestion';
import { INSTRUCTION_FOLDER, INSTRUCTION_NAMES, nearestFirst } from '../../core/prompt/instructionFiles';
import type { FileTree } from '../tree/fileTree';
import { filesIn, type FileNode, type TreeNode } from '../tree/treeNode';

/**
 * The instruction files for the folders above the ticked files, nearest first. Leaves out those that are ignored or need a
 * confirmation, unless they are ticked.
 */
export function foundInstructions(
  tree: Pick<FileTree, 'byPath'>,
  folders: ReadonlySet<string>,
): readonly RepoPath[] {
  const nodes = Array.from(folders, (folder) =>
    [...INSTRUCTION_NAMES, INSTRUCTION_FOLDER].flatMap(
      (name) => tree.byPath(folder === '' ? name : `${folder}/${name}`) ?? [],
    ),
  );
  const files = nodes.flat().flatMap((node: TreeNode) => filesIn(node));
  return nearestFirst(files.filter(isUsable).map(({ path }) => path));
}

function isUsable(file: FileNode): boolean {
  if (file.ticked) return true;
  return file.leftOut === undefined && !file.missing && tickQuestion(file) === undefined;
}
