import { baseName, parentPath, type RepoPath } from '../files/repoPath';

/** A file by its path, with what is known of its content. */
export interface KnownFile {
  readonly path: RepoPath;
  readonly hash?: string | undefined;
  readonly lines?: number | undefined;
}

/** So many of each folder are enough to choose from; a repository may have thousands of files of one name. */
const MOST_OF_A_FOLDER = 50;

/** Files that are alike in one thing. */
interface Group {
  readonly byPath: Map<RepoPath, KnownFile>;
  /** The first of them in each folder, and in each that ends alike, that a file which is gone lay in. */
  readonly byFolder: Map<string, KnownFile[]>;
}

/** The files that may be those that are gone. */
export interface MovedCandidates {
  add(file: KnownFile): void;
  /** Those that may be this one: all of them where they are few, else those whose folders share most with its own. */
  near(gone: KnownFile): readonly KnownFile[];
  /** The one at a path, where it has the name of the one that is gone. */
  at(gone: KnownFile, path: RepoPath): KnownFile | undefined;
}

export function movedCandidates(gone: readonly KnownFile[]): MovedCandidates {
  const byName = { keyOf: nameOf, groups: groupsBy(nameOf, gone) };
  const likenesses = [
    { keyOf: contentOf, groups: groupsBy(contentOf, gone) },
    byName,
    { keyOf: plainNameOf, groups: groupsBy(plainNameOf, gone) },
  ];
  return {
    add(file) {
      for (const { keyOf, groups } of likenesses) {
        const key = keyOf(file);
        const group = key === undefined ? undefined : groups.get(key);
        if (group !== undefined) addTo(group, file);
      }
    },
    near(file) {
      const found = likenesses.flatMap(({ keyOf, groups }) =>
        nearIn(groups.get(keyOf(file) ?? ''), file.path),
      );
      return [...new Set(found)].filter(({ path }) => path !== file.path);
    },
    at: (file, path) => byName.groups.get(nameOf(file))?.byPath.get(path),
  };
}

function groupsBy(
  keyOf: (file: KnownFile) => string | undefined,
  gone: readonly KnownFile[],
): ReadonlyMap<string, Group> {
  const groups = new Map<string, Group>();
  for (const file of gone) {
    const key = keyOf(file);
    if (key === undefined) continue;
    const group = groups.get(key) ?? { byPath: new Map(), byFolder: new Map() };
    groups.set(key, group);
    for (const folder of foldersAround(file.path)) group.byFolder.set(folder, []);
  }
  return groups;
}

function addTo({ byPath, byFolder }: Group, file: KnownFile): void {
  byPath.set(file.path, file);
  for (const folder of foldersAround(file.path)) {
    const files = byFolder.get(folder);
    if (files !== undefined && files.length < MOST_OF_A_FOLDER) files.push(file);
  }
}

function nearIn(group: Group | undefined, path: RepoPath): readonly KnownFile[] {
  const found = new Set<KnownFile>();
  for (const folder of foldersAround(path)) {
    if (found.size >= MOST_OF_A_FOLDER) break;
    for (const file of group?.byFolder.get(folder) ?? []) found.add(file);
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

/** Of `a/b/c.ts`: `a/b/` and `/a/b`, then `a/` and `/b`, and the empty name for the whole workspace. */
function foldersAround(path: RepoPath): readonly string[] {
  const folders: string[] = [];
  const folder = parentPath(path) ?? '';
  let start = folder === '' ? '' : `${folder}/`;
  let end = folder === '' ? '' : `/${folder}`;
  while (start !== '') {
    folders.push(start, end);
    start = start.slice(0, start.lastIndexOf('/', start.length - 2) + 1);
    end = end.slice(Math.max(0, end.indexOf('/', 1)));
  }
  folders.push('');
  return folders;
}

/** Empty files are all the same: that tells nothing. */
export function saysSomething(file: KnownFile): file is KnownFile & { readonly hash: string } {
  return file.hash !== undefined && file.lines !== 0;
}

/** Without its ending, its case and its marks: `user-store.js` and `UserStore.ts` are alike. */
function plainName(name: string): string {
  const end = name.lastIndexOf('.');
  const stem = end > 0 ? name.slice(0, end) : name;
  return stem.toLowerCase().replaceAll(/[-_ ]/g, '');
}
