import { compareUtf8 } from '../../compareUtf8';
import { joinPath } from '../gitPath';
import { isRefName } from './refName';
import { followRef, readRef } from './refs';
import type { Repository } from './repository';

/** Short names in git's order: `main`, and `origin/main`. */
export interface Branches {
  readonly local: readonly string[];
  readonly remote: readonly string[];
}

/** Lists the branches. A remote's HEAD isn't one. */
export async function listBranches(repository: Repository): Promise<Branches> {
  const packed = [...(await repository.packedRefs.read()).keys()];
  const list = async (prefix: string): Promise<string[]> => {
    const loose: string[] = [];
    await collectLoose(repository, prefix, loose);
    const names = new Set([...loose, ...packed.filter((name) => name.startsWith(`${prefix}/`))]);
    return [...names].map((name) => name.slice(prefix.length + 1)).toSorted(compareUtf8);
  };
  const remote = await list('refs/remotes');
  return { local: await list('refs/heads'), remote: remote.filter((name) => !name.endsWith('/HEAD')) };
}

/**
 * The branch that others are compared with, as a full name: the default branch of origin, or else `main` or `master`.
 * Undefined if there is none.
 */
export async function findDefaultBranch(repository: Repository): Promise<string | undefined> {
  const remote = await followRef(repository, 'refs/remotes/origin/HEAD');
  if (remote.oid !== undefined) return remote.target;
  for (const short of ['remotes/origin/main', 'remotes/origin/master', 'heads/main', 'heads/master'])
    if ((await readRef(repository, `refs/${short}`)) !== undefined) return `refs/${short}`;
  return undefined;
}

/** Deeper folders are no branches that someone works on. */
const MAX_DEPTH = 32;

async function collectLoose(
  repository: Repository,
  folder: string,
  names: string[],
  depth = 0,
): Promise<void> {
  const { folder: opened, commonPath } = repository;
  for (const entry of await opened.list(joinPath(commonPath, folder))) {
    const name = `${folder}/${entry}`;
    if (!isRefName(name)) continue;
    if ((await opened.file(joinPath(commonPath, name))) !== undefined) names.push(name);
    else if (depth < MAX_DEPTH) await collectLoose(repository, name, names, depth + 1);
  }
}
