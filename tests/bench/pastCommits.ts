/** Reads what a repository's history says before some of its commits, for the ranking check. */
import { MOST_CHANGED, MOST_COMMITS, type PastCommit } from '../../src/core/ranking/commitIndex';
import { git } from '../readback/git';

/** More than `MOST_COMMITS`, because commits of too many files are ignored. */
const MOST_READ = MOST_COMMITS + 1_000;

/** The ancestors of each commit, the newest first, without merges. Each is read once, no matter how often it is one. */
export function readPastCommits(
  repository: string,
  shas: readonly string[],
): readonly (readonly PastCommit[])[] {
  const ancestors = shas.map((sha) =>
    git(repository, ['rev-list', '--no-merges', `--max-count=${MOST_READ}`, `${sha}^`]).split('\n'),
  );
  const commits = commitsBySha(repository, [...new Set(ancestors.flat())].filter(Boolean));
  return ancestors.map((own) => own.flatMap((sha) => commits.get(sha) ?? []).slice(0, MOST_COMMITS));
}

/** Commits of too many files are absent. */
function commitsBySha(repository: string, shas: readonly string[]): ReadonlyMap<string, PastCommit> {
  const commits = new Map<string, PastCommit>();
  for (let start = 0; start < shas.length; start += COMMITS_AT_ONCE) {
    const wanted = shas.slice(start, start + COMMITS_AT_ONCE);
    const log = git(repository, [
      ...['-c', 'core.quotePath=false', 'log', '--no-walk=unsorted', '--no-renames', '--name-only'],
      ...['--format=%x01%H%x02%B%x03', ...wanted],
    ]);
    for (const record of log.split('\u0001').slice(1)) {
      const [, sha = '', message = '', listed = ''] = /^(\w+)\u0002(.*)\u0003\n*(.*)$/s.exec(record) ?? [];
      const paths = listed.split('\n').filter(Boolean);
      if (paths.length > 0 && paths.length <= MOST_CHANGED) commits.set(sha, { message, paths });
    }
  }
  return commits;
}

const COMMITS_AT_ONCE = 1_000;
