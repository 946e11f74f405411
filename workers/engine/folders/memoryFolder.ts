/** A folder in memory: the sample project, snapshots of File objects, and archives. */
import type { RepoPath } from '../../../src/core/files/repoPath';
import type { FolderPath } from '../../../src/core/ignore/ignoreFile';
import { Unreadable, type FolderChild, type FolderFile, type FolderReader } from './folderReader';

/** Children per slice, so that a huge folder does not block other work. */
const SLICE = 2_000;

/** A file that is listed although it can't be read. */
export interface UnreadableFile {
  /** Empty if it has no place; it is listed in the root then, without a name. */
  readonly path: string;
  readonly reason: string;
}

/** A reader over files by path. Paths are not normalized. Of two equal paths, the later wins. */
export function readerOfFiles(
  files: Iterable<readonly [path: string, file: FolderFile]>,
  unreadable: readonly UnreadableFile[] = [],
): FolderReader {
  const fileByPath = new Map<string, FolderFile>(files);
  const reasonByPath = new Map<string, string>();
  const nameless: FolderChild[] = [];
  for (const { path, reason } of unreadable) {
    if (path === '') nameless.push({ name: '', kind: 'file', unreadable: reason });
    else reasonByPath.set(path, reason);
  }
  const childrenByFolder = childrenOf([...fileByPath.keys(), ...reasonByPath.keys()]);
  return {
    async *list(folder: FolderPath) {
      const children = childrenByFolder.get(folder);
      if (children === undefined) throw new DOMException(`no folder ${folder}`, 'NotFoundError');
      const all = [...children].map(([name, kind]): FolderChild => {
        const reason = reasonByPath.get(folder === '' ? name : `${folder}/${name}`);
        return reason === undefined ? { name, kind } : { name, kind, unreadable: reason };
      });
      if (folder === '') all.push(...nameless);
      for (let at = 0; at < all.length; at += SLICE) yield await Promise.resolve(all.slice(at, at + SLICE));
    },
    async file(path: RepoPath) {
      const reason = reasonByPath.get(path);
      if (reason !== undefined) throw new Unreadable(reason);
      const file = await Promise.resolve(fileByPath.get(path));
      if (file === undefined) throw new DOMException(`no file ${path}`, 'NotFoundError');
      return file;
    },
    forgetListing() {
      // There is nothing to free.
    },
    isAllowed: () => Promise.resolve(true),
  };
}

/** A reader over texts, as UTF-8. */
export function readerOfTexts(files: readonly { path: string; text: string }[]): FolderReader {
  const encoder = new TextEncoder();
  return readerOfFiles(
    files.map(({ path, text }) => {
      const bytes = encoder.encode(text);
      return [
        path,
        {
          size: bytes.length,
          modified: 0,
          read: (start, end) => Promise.resolve(bytes.slice(start, end).buffer),
        },
      ] as const;
    }),
  );
}

function childrenOf(paths: Iterable<string>): Map<string, Map<string, FolderChild['kind']>> {
  const childrenByFolder = new Map<string, Map<string, FolderChild['kind']>>([['', new Map()]]);
  for (const path of paths) {
    let child = path;
    let kind: FolderChild['kind'] = 'file';
    for (;;) {
      const slash = child.lastIndexOf('/');
      const folder = slash === -1 ? '' : child.slice(0, slash);
      const known = childrenByFolder.get(folder);
      const children = known ?? new Map<string, FolderChild['kind']>();
      if (known === undefined) childrenByFolder.set(folder, children);
      const name = child.slice(slash + 1);
      if (children.get(name) !== 'folder') children.set(name, kind);
      if (known !== undefined || folder === '') break;
      child = folder;
      kind = 'folder';
    }
  }
  return childrenByFolder;
}
