/** A file tree over a composition of plain items. */
import { FileTree } from '../src/app/tree/fileTree';
import { defaultItem, type FileItem } from '../src/core/items/fileItem';
import type { RepoPath } from '../src/core/files/repoPath';

export function fileTree(onchange: ConstructorParameters<typeof FileTree>[1] = () => undefined) {
  const items = new Map<RepoPath, FileItem>();
  const tree = new FileTree(items, onchange);
  const setItem = (item: FileItem) => {
    items.set(item.path, item);
    tree.itemsChanged([item.path]);
  };
  const tick = (path: string, on = true) => {
    if (on) items.set(path as RepoPath, defaultItem(path as RepoPath));
    else items.delete(path as RepoPath);
    tree.itemsChanged([path as RepoPath]);
  };
  return { tree, items, setItem, tick };
}
