/** Packages and namespaces by name, for languages whose imports name declarations and not files. */
import type { RepoPath } from '../../files/repoPath';
import { addTo, nearest, type FolderTables } from './folder';

export interface Namespace {
  readonly files: readonly RepoPath[];
  readonly filesByName: ReadonlyMap<string, readonly RepoPath[]>;
}

export type Namespaces = ReadonlyMap<string, Namespace>;

/** What a name refers to: all these files, or one of them, if sources for several platforms or versions declare it. */
export interface Found {
  readonly files: readonly RepoPath[];
  readonly isOne: boolean;
}

export const NO_FILES: Found = { files: [], isOne: false };

/** What files of these languages declare. Files that declare nothing are in the namespace ''. */
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
  // Nothing imports a part of what stands in no namespace.
  const shortest = parts.length === 1 ? 0 : 1;
  for (let count = parts.length - 1; count >= shortest; count -= 1) {
    const found = namespaces.get(parts.slice(0, count).join(separator));
    const files = found?.filesByName.get(parts[count] ?? '');
    if (files !== undefined) return { files, isOne: true };
  }
  // Generated code, or another part of a namespace that is shared.
  return parts.length > 1 && namespaces.has(parts.slice(0, -1).join(separator)) ? NO_FILES : undefined;
}

export function findNamespace(namespaces: Namespaces, name: string): Found | undefined {
  const found = namespaces.get(name);
  return found === undefined || name === '' ? undefined : { files: found.files, isOne: false };
}

/** Looks a name up in a namespace and in those around it. */
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

/** Of several files that declare the same, the nearest to the importing one. */
export function chosenFiles(from: RepoPath, { files, isOne }: Found): readonly RepoPath[] {
  const file = isOne && files.length > 1 ? nearest(from, files) : undefined;
  return file === undefined ? files : [file];
}
