import type { RepoPath } from '../../core/files/repoPath';
import { tickQuestion } from '../../core/items/tickQuestion';
import {
  foldersAbove,
  INSTRUCTION_FOLDER,
  INSTRUCTION_NAMES,
  nearestFirst,
} from '../../core/prompt/instructionFiles';
import type { FileTree } from '../tree/fileTree';
import { filesIn, type FileNode, type TreeNode } from '../tree/treeNode';

/**
 * The instruction files in the folder that apply to the ticked files, nearest first. Leaves out those that are ignored or
 * need a confirmation, unless they are ticked.
 */
export function foundInstructions(
  tree: Pick<FileTree, 'byPath'>,
  ticked: readonly RepoPath[],
): readonly RepoPath[] {
  const nodes = Array.from(foldersAbove(ticked), (folder) =>
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
