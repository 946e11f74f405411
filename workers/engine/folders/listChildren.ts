/** Lists a folder so that every child has a path, even one without a usable name. */
import type { RepoPath } from '../../../src/core/files/repoPath';
import type { FolderPath } from '../../../src/core/ignore/ignoreFile';
import type { LeftOut } from '../../../src/core/ignore/leftOut';
import type { FolderChild, FolderReader } from './folderReader';
import { childPath } from './listedPath';

export interface ListedChild extends Omit<FolderChild, 'unreadable'> {
  readonly path: RepoPath;
  /** Set for a child that cannot be opened; ignore rules do not apply to it. */
  readonly leftOut?: LeftOut;
}

const NAMELESS = 'its name is not Unicode';

const STAND_IN = /(?:^|\/)<unreadable name \d+>$/;

/** Lists in slices. Children without a name come last, with a number as their name. */
export async function* listChildren(
  reader: FolderReader,
  folder: FolderPath,
): AsyncGenerator<readonly ListedChild[]> {
  const nameless: FolderChild[] = [];
  const usedNames = new Set<string>();
  for await (const slice of reader.list(folder)) {
    yield slice.flatMap((child) => {
      const { name, kind, unreadable } = child;
      const path = childPath(folder, name);
      if (path === undefined) nameless.push(child);
      else if (isStandIn(path)) usedNames.add(name);
      if (path === undefined) return [];
      return [{ name, kind, path, ...(unreadable !== undefined && { leftOut: unreadableBy(unreadable) }) }];
    });
  }
  if (nameless.length > 0) yield standInsFor(nameless, folder, usedNames);
}

function standInsFor(
  nameless: readonly FolderChild[],
  folder: FolderPath,
  usedNames: ReadonlySet<string>,
): readonly ListedChild[] {
  let number = 0;
  return nameless.map(({ kind, unreadable }) => {
    let name: string;
    do name = `<unreadable name ${(number += 1)}>`;
    while (usedNames.has(name));
    return { name, kind, path: pathIn(folder, name), leftOut: unreadableBy(unreadable ?? NAMELESS) };
  });
}

function unreadableBy(reason: string): LeftOut {
  return { source: 'unreadable', rule: reason };
}

/** Whether a path looks like a placeholder for a child without a name. A real file may have the same name. */
export function isStandIn(path: RepoPath): boolean {
  return STAND_IN.test(path);
}

function pathIn(folder: FolderPath, name: string): RepoPath {
  return (folder === '' ? name : `${folder}/${name}`) as RepoPath; // one segment more
}
