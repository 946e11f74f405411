import { GitFault, type ObjectReader, type Oid, type TreeFile } from './model';
import { oidAt } from './oid';
import { entryName, isFolderMode, MAX_TREE_DEPTH, MAX_TREE_FILES, readTree, treeEntryAt } from './tree';

/** Lists the files and submodules of a tree with all its folders, in git's order. `prefix` precedes every path. */
export async function filesOf(objects: ObjectReader, tree: Oid, prefix = ''): Promise<TreeFile[]> {
  const files: TreeFile[] = [];
  await collect(objects, { tree, prefix, depth: 0 }, files);
  return files;
}

interface Place {
  readonly tree: Oid;
  readonly prefix: string;
  readonly depth: number;
}

async function collect(
  objects: ObjectReader,
  { tree, prefix, depth }: Place,
  files: TreeFile[],
): Promise<void> {
  if (depth > MAX_TREE_DEPTH) throw new GitFault('A tree is too deep.');
  const bytes = await readTree(objects, tree);
  for (let at = 0; at < bytes.length;) {
    const entry = treeEntryAt(bytes, at);
    const path = prefix + entryName(bytes, entry);
    const oid = oidAt(bytes, entry.oidStart);
    if (isFolderMode(entry.mode)) {
      await collect(objects, { tree: oid, prefix: `${path}/`, depth: depth + 1 }, files);
    } else {
      if (files.length === MAX_TREE_FILES) throw new GitFault('A tree has more than 2,000,000 files.');
      files.push({ path, mode: entry.mode, oid });
    }
    at = entry.next;
  }
}
