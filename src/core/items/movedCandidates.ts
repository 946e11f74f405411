import { baseName, parentPath, type RepoPath } from '../files/repoPath';
import { ENOUGH, filesByLength, type FilesByLength, type KnownFile } from './filesByLength';

/** Files that share one property. */
interface Group {
  readonly byPath: Map<RepoPath, KnownFile>;
  /** Files by folder prefix and suffix, for all prefixes and suffixes of the gone files' folders. */
  readonly byFolder: Map<string, FilesByLength | undefined>;
}

/** Candidates for the new places of gone files. */
export interface MovedCandidates {
  /** Registers a gone file. Call before the first `add`. Returns the number of folders indexed. */
  seek(gone: KnownFile): number;
  add(file: KnownFile): void;
  /** Candidates of similar length. If there are many, those whose folders have most in common with the gone file's. */
  near(gone: KnownFile): readonly KnownFile[];
  /** Whether any candidate has the name of the gone file. */
  hasName(gone: KnownFile): boolean;
  /** The candidate at a path, if it has the name of the gone file. */
  at(gone: KnownFile, path: RepoPath): KnownFile | undefined;
}

export function movedCandidates(): MovedCandidates {
  const byName = likeness(nameOf);
  const likenesses = [likeness(contentOf), byName, likeness(plainNameOf)];
  return {
    seek(file) {
      const folders = foldersAround(file.path).flat();
      for (const { keyOf, groups } of likenesses) {
        const key = keyOf(file);
        if (key === undefined) continue;
        const group = groups.get(key) ?? { byPath: new Map(), byFolder: new Map() };
        groups.set(key, group);
        for (const folder of folders) group.byFolder.set(folder, undefined);
      }
      return folders.length;
    },
    add(file) {
      for (const { keyOf, groups } of likenesses) {
        const key = keyOf(file);
        const group = key === undefined ? undefined : groups.get(key);
        if (group !== undefined) addTo(group, file);
      }
    },
    near(file) {
      const found = likenesses.flatMap(({ keyOf, groups }) => nearIn(groups.get(keyOf(file) ?? ''), file));
      return [...new Set(found)].filter(({ path }) => path !== file.path);
    },
    hasName: (file) => (byName.groups.get(nameOf(file))?.byPath.size ?? 0) > 0,
    at: (file, path) => byName.groups.get(nameOf(file))?.byPath.get(path),
  };
}

function likeness(keyOf: (file: KnownFile) => string | undefined) {
  return { keyOf, groups: new Map<string, Group>() };
}

function addTo({ byPath, byFolder }: Group, file: KnownFile): void {
  byPath.set(file.path, file);
  for (const folder of foldersAround(file.path).flat()) {
    if (!byFolder.has(folder)) continue;
    const files = byFolder.get(folder) ?? filesByLength();
    byFolder.set(folder, files);
    files.add(file);
  }
}

function nearIn(group: Group | undefined, { path, lines }: KnownFile): readonly KnownFile[] {
  const found = new Set<KnownFile>();
  for (const folders of group === undefined ? [] : foldersAround(path)) {
    if (found.size >= ENOUGH) break;
    for (const folder of folders) {
      for (const file of group?.byFolder.get(folder)?.near(lines) ?? []) found.add(file);
    }
  }
  return [...found];
}

function contentOf(file: KnownFile): string | undefined {
  return saysSomething(file) ? file.hash : undefined;
}

function nameOf({ path }: KnownFile): string {
  return baseName(path);
}

function plainNameOf({ path }: KnownFile): string {
  return plainName(baseName(path));
}

/** Folder prefixes and suffixes. For `a/b/c.ts`: `a/b/` and `/a/b`, then `a/` and `/b`, then '' for the workspace. */
function foldersAround(path: RepoPath): readonly (readonly string[])[] {
  const folders: (readonly string[])[] = [];
  const folder = parentPath(path) ?? '';
  let start = folder === '' ? '' : `${folder}/`;
  let end = folder === '' ? '' : `/${folder}`;
  while (start !== '') {
    folders.push([start, end]);
    start = start.slice(0, start.lastIndexOf('/', start.length - 2) + 1);
    end = end.slice(Math.max(0, end.indexOf('/', 1)));
  }
  folders.push(['']);
  return folders;
}

/** Content identifies a file only if it is not empty. */
export function saysSomething(file: KnownFile): file is KnownFile & { readonly hash: string } {
  return file.hash !== undefined && file.lines !== 0;
}

/** The name without extension, case and separators, so that `user-store.js` and `UserStore.ts` are equal. */
function plainName(name: string): string {
  const end = name.lastIndexOf('.');
  const stem = end > 0 ? name.slice(0, end) : name;
  return stem.toLowerCase().replaceAll(/[-_ ]/g, '');
}
