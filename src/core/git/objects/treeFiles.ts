import { GitFault, type ObjectReader, type Oid, type TreeFile } from '../model';
import { oidAt } from '../oid';
import {
  entryName,
  isFolderMode,
  MAX_TREE_DEPTH,
  MAX_TREE_FILES,
  MAX_TREES,
  readTree,
  treeEntryAt,
} from './tree';

/** Lists the files and submodules of a tree with all its folders, in git's order. `prefix` precedes every path. */
export async function filesOf(objects: ObjectReader, tree: Oid, prefix = ''): Promise<TreeFile[]> {
  const files: TreeFile[] = [];
  await collect({ objects, files, trees: 0 }, { tree, prefix, depth: 0 });
  return files;
}

interface Place {
  readonly tree: Oid;
  readonly prefix: string;
  readonly depth: number;
}

interface Collection {
  readonly objects: ObjectReader;
  readonly files: TreeFile[];
  trees: number;
}

async function collect(collection: Collection, { tree, prefix, depth }: Place): Promise<void> {
  const { objects, files } = collection;
  if (depth > MAX_TREE_DEPTH) throw new GitFault('A tree is too deep.');
  if ((collection.trees += 1) > MAX_TREES) throw new GitFault('A tree has more than 500,000 folders.');
  const bytes = await readTree(objects, tree);
  for (let at = 0; at < bytes.length;) {
    const entry = treeEntryAt(bytes, at);
    const path = prefix + entryName(bytes, entry);
    const oid = oidAt(bytes, entry.oidStart);
    if (isFolderMode(entry.mode)) {
      await collect(collection, { tree: oid, prefix: `${path}/`, depth: depth + 1 });
    } else {
      if (files.length === MAX_TREE_FILES) throw new GitFault('A tree has more than 2,000,000 files.');
      files.push({ path, mode: entry.mode, oid });
    }
    at = entry.next;
  }
}
