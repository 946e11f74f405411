import { readCommit, type Commit } from './commit';
import { DateQueue } from './dateQueue';
import type { Oid } from '../model';
import type { Repository } from '../repository/repository';

/** The best common ancestor of two commits: the first that `git merge-base` gives. Undefined if there is none. */
export async function findMergeBase(repository: Repository, one: Oid, other: Oid): Promise<Oid | undefined> {
  return (await findMergeBases(repository, one, other))[0];
}

/** All best common ancestors of two commits, as `git merge-base --all` gives them. */
export async function findMergeBases(repository: Repository, one: Oid, other: Oid): Promise<Oid[]> {
  const common = await paint(repository, one, [other]);
  const candidates = byDate(common.filter(({ isStale }) => !isStale).map(({ commit }) => commit));
  if (candidates.length < 2) return candidates.map(({ oid }) => oid);
  // By dates alone, a common ancestor can look best though another one descends from it.
  const best: Commit[] = [];
  for (const candidate of candidates) {
    const others = candidates.filter((commit) => commit !== candidate);
    if (!(await isAncestorOfAny(repository, candidate, others))) best.push(candidate);
  }
  return byDate(best).map(({ oid }) => oid);
}

/** A commit and from where it was reached. */
interface Painted {
  readonly commit: Commit;
  fromOne: boolean;
  fromOthers: boolean;
  /** An ancestor of a common ancestor, so not the best. */
  isStale: boolean;
  isResult: boolean;
  /** How often it is in the queue. */
  queued: number;
}

/** Goes back from both sides at once, as git's `paint_down_to_common`, until only stale commits are left. */
async function paint(repository: Repository, one: Oid, others: readonly Oid[]): Promise<Painted[]> {
  const painted = new Map<Oid, Painted>();
  const queue = new DateQueue<Painted>();
  const results: Painted[] = [];
  let fresh = 0;

  const reach = async (oid: Oid, from: { one: boolean; others: boolean; stale: boolean }): Promise<void> => {
    const known = painted.get(oid);
    const isNews =
      known === undefined ||
      (from.one && !known.fromOne) ||
      (from.others && !known.fromOthers) ||
      (from.stale && !known.isStale);
    if (!isNews) return;
    const commit = known ?? {
      commit: await readCommit(repository, oid),
      ...{ fromOne: false, fromOthers: false, isStale: false, isResult: false, queued: 0 },
    };
    painted.set(oid, commit);
    commit.fromOne ||= from.one;
    commit.fromOthers ||= from.others;
    if (from.stale && !commit.isStale) {
      commit.isStale = true;
      fresh -= commit.queued;
    }
    commit.queued++;
    if (!commit.isStale) fresh++;
    queue.put(commit, commit.commit.committer.time);
  };

  await reach(one, { one: true, others: false, stale: false });
  for (const other of others) await reach(other, { one: false, others: true, stale: false });
  while (fresh > 0) {
    const next = queue.take();
    if (next === undefined) break;
    next.queued--;
    if (!next.isStale) fresh--;
    const isCommon = next.fromOne && next.fromOthers;
    if (isCommon && !next.isStale && !next.isResult) {
      next.isResult = true;
      results.push(next);
    }
    const from = { one: next.fromOne, others: next.fromOthers, stale: next.isStale || isCommon };
    for (const parent of next.commit.parents) await reach(parent, from);
  }
  return results;
}

async function isAncestorOfAny(
  repository: Repository,
  commit: Commit,
  others: readonly Commit[],
): Promise<boolean> {
  const common = await paint(
    repository,
    commit.oid,
    others.map(({ oid }) => oid),
  );
  return common.some((found) => found.commit.oid === commit.oid);
}

/** The latest first; of equal dates, in the order they are. */
function byDate(commits: readonly Commit[]): Commit[] {
  return commits.toSorted((a, b) => b.committer.time - a.committer.time);
}
