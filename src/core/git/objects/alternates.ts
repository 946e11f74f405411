import { joinPath, resolveGitPath } from '../gitPath';
import type { GitFolder } from '../model';
import { readSmallText } from '../smallFile';

/** The folders that hold the objects of a repository. */
export interface ObjectFolders {
  /** Within the opened folder, the repository's own first. */
  readonly inside: readonly string[];
  /** Named by a repository that borrows objects, but out of reach. */
  readonly outside: readonly string[];
}

/** As deep as git follows repositories that borrow from each other. */
const MAX_DEPTH = 5;

/** Finds the folders of objects by following `info/alternates`. */
export async function findObjectFolders(folder: GitFolder, own: string): Promise<ObjectFolders> {
  const inside = new Set([own]);
  const outside = new Set<string>();
  let level = [own];
  for (let depth = 0; depth < MAX_DEPTH && level.length > 0; depth++) {
    const next: string[] = [];
    for (const from of level) {
      for (const path of await readAlternates(folder, from)) {
        const found = resolveGitPath(from, path);
        if (found === undefined) outside.add(path);
        else if (!inside.has(found)) next.push(found);
        if (found !== undefined) inside.add(found);
      }
    }
    level = next;
  }
  return { inside: [...inside], outside: [...outside] };
}

async function readAlternates(folder: GitFolder, objects: string): Promise<string[]> {
  const text = (await readSmallText(folder, joinPath(objects, 'info/alternates'))) ?? '';
  return text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
}
