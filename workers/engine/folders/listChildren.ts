/** Lists a folder so that every child has a path, even if the browser does not give its name. */
import type { RepoPath } from '../../../src/core/files/repoPath';
import type { FolderPath } from '../../../src/core/ignore/ignoreFile';
import type { LeftOut } from '../../../src/core/ignore/leftOut';
import type { FolderChild, FolderReader } from './folderReader';
import { childPath } from './listedPath';

export interface ListedChild extends FolderChild {
  readonly path: RepoPath;
  /** Set for a child that the browser cannot open; ignore rules do not apply to it. */
  readonly leftOut?: LeftOut;
}

const NAMELESS: LeftOut = { source: 'unreadable', rule: 'its name is not Unicode' };

/** Chromium, which leaves such names empty, lists no name with these brackets. */
const STAND_IN = /(?:^|\/)<unreadable name \d+>$/;

/** As the reader lists it, in slices; each child without a name gets a number in place of it. */
export async function* listChildren(
  reader: FolderReader,
  folder: FolderPath,
): AsyncGenerator<readonly ListedChild[]> {
  let nameless = 0;
  for await (const slice of reader.list(folder)) {
    yield slice.map(({ name, kind }) => {
      const path = childPath(folder, name);
      if (path !== undefined) return { name, kind, path };
      const standIn = `<unreadable name ${(nameless += 1)}>`;
      return { name: standIn, kind, path: pathIn(folder, standIn), leftOut: NAMELESS };
    });
  }
}

/** Whether a path is a placeholder for a child without a name, which cannot be read. */
export function isNameless(path: RepoPath): boolean {
  return STAND_IN.test(path);
}

function pathIn(folder: FolderPath, name: string): RepoPath {
  return (folder === '' ? name : `${folder}/${name}`) as RepoPath; // one segment more
}
