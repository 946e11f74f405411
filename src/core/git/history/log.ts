import { readCommit, type Commit } from './commit';
import { DateQueue } from './dateQueue';
import type { Oid } from '../model';
import type { Repository } from '../repository/repository';
import { changesBetween, type TreeChange } from '../objects/treeChanges';

export interface LogOptions {
  /** The commits to begin with, like the arguments of `git log`. */
  readonly from: readonly Oid[];
  /** At most so many commits. */
  readonly limit?: number;
}

/**
 * Gives the commits that can be reached, in the default order of `git log`: by the committer's date, the latest first,
 * as far as known. Reads no further than the caller asks.
 */
export async function* log(
  repository: Repository,
  { from, limit = Infinity }: LogOptions,
): AsyncGenerator<Commit> {
  const queue = new DateQueue<Commit>();
  const seen = new Set<Oid>();
  const put = async (oids: readonly Oid[]): Promise<void> => {
    for (const oid of oids) {
      if (seen.has(oid)) continue;
      seen.add(oid);
      const commit = await readCommit(repository, oid);
      queue.put(commit, commit.committer.time);
    }
  };
  if (limit <= 0) return;
  await put(from);
  for (let count = 1; ; count++) {
    const commit = queue.take();
    if (commit === undefined) return;
    yield commit;
    if (count >= limit) return;
    await put(commit.parents);
  }
}

/**
 * The files a commit changed, as in `git log --name-status --no-renames`: none for a merge, all for a commit without
 * parents.
 */
export async function changedFiles(repository: Repository, { tree, parents }: Commit): Promise<TreeChange[]> {
  const [parent] = parents;
  if (parents.length > 1) return [];
  const before = parent === undefined ? undefined : (await readCommit(repository, parent)).tree;
  return changesBetween(repository.objects, before, tree);
}
