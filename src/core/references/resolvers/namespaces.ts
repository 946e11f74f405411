/** Packages and namespaces by name, for languages whose imports name declarations and not files. */
import type { RepoPath } from '../../files/repoPath';
import { addTo, nearest, type FolderTables } from './folder';

export interface Namespace {
  readonly files: readonly RepoPath[];
  readonly filesByName: ReadonlyMap<string, readonly RepoPath[]>;
}

export type Namespaces = ReadonlyMap<string, Namespace>;

/** The target of a name: all of these files or, if they are variants for platforms or versions, one of them. */
export interface Found {
  readonly files: readonly RepoPath[];
  readonly isOne: boolean;
}

export const NO_FILES: Found = { files: [], isOne: false };

/** The declarations in files of these languages. Files that declare no namespace are in ''. */
export function namespacesOf(folder: FolderTables, languages: readonly string[]): Namespaces {
  const namespaces = new Map<string, { files: RepoPath[]; filesByName: Map<string, RepoPath[]> }>();
  for (const [path, { language, declares, defines }] of folder.facts) {
    if (!languages.includes(language)) continue;
    for (const name of declares.length === 0 ? [''] : declares) {
      const found = namespaces.get(name) ?? { files: [], filesByName: new Map<string, RepoPath[]>() };
      namespaces.set(name, found);
      found.files.push(path);
      for (const each of defines) addTo(found.filesByName, each, path);
    }
  }
  return namespaces;
}

/** The files that declare the first name after the longest namespace: `b` or `c` for `a.b.c`. */
export function findDeclared(
  namespaces: Namespaces,
  parts: readonly string[],
  separator: string,
): Found | undefined {
  // Imports can't name a member of a declaration outside any namespace.
  const shortest = parts.length === 1 ? 0 : 1;
  for (let count = parts.length - 1; count >= shortest; count -= 1) {
    const found = namespaces.get(parts.slice(0, count).join(separator));
    const files = found?.filesByName.get(parts[count] ?? '');
    if (files !== undefined) return { files, isOne: true };
  }
  // Generated code, or the part of a shared namespace that is outside the folder.
  return parts.length > 1 && namespaces.has(parts.slice(0, -1).join(separator)) ? NO_FILES : undefined;
}

export function findNamespace(namespaces: Namespaces, name: string): Found | undefined {
  const found = namespaces.get(name);
  return found === undefined || name === '' ? undefined : { files: found.files, isOne: false };
}

/** Looks up a name in a namespace and its enclosing ones. */
export function findFrom(
  home: string,
  name: string,
  find: (name: string) => Found | undefined,
): Found | undefined {
  for (let at = home; at !== ''; at = at.slice(0, Math.max(0, at.lastIndexOf('.')))) {
    const found = find(`${at}.${name}`);
    if (found !== undefined && found.files.length > 0) return found;
  }
  return undefined;
}

/** Chooses the nearest of several variants to the importing file. */
export function chosenFiles(from: RepoPath, { files, isOne }: Found): readonly RepoPath[] {
  const file = isOne && files.length > 1 ? nearest(from, files) : undefined;
  return file === undefined ? files : [file];
}
