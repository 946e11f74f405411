/** The texts of the git sections. */
import { escapeLine } from '../../../src/core/compose/escapePath';
import type { Commit } from '../../../src/core/git/history/commit';

/** Subject as `git log --oneline` has it: the first paragraph on one line. */
export function subjectOf({ message }: Commit): string {
  const [first = ''] = message.trimStart().split(/\n\s*\n/, 1);
  return escapeLine(first.trim().replaceAll(/\s*\n\s*/g, ' '));
}

const SHORT = 7;

export function shortName(oid: string): string {
  return oid.slice(0, SHORT);
}

/** A line for each commit: its name, its day where it was made, author, and subject. */
export function logLines(commits: readonly Commit[]): string {
  return commits
    .map((commit) => {
      const { oid, author } = commit;
      return `${shortName(oid)} ${dayOf(author)} ${escapeLine(author.name)}: ${subjectOf(commit)}`;
    })
    .join('\n');
}

/** Head of a commit as `git show` prints it. */
export function commitHead(commit: Commit): string {
  const { oid, author, message } = commit;
  const indented = message
    .trimEnd()
    .split('\n')
    .map((line) => (line === '' ? '' : `    ${line}`));
  return [
    `commit ${oid}`,
    `Author: ${escapeLine(author.name)}`,
    `Date:   ${dayOf(author)}`,
    '',
    ...indented,
  ].join('\n');
}

/** `time` in seconds, `zone` in minutes east of UTC. */
function dayOf({ time, zone }: Commit['author']): string {
  const date = new Date((time + zone * 60) * 1_000);
  return Number.isNaN(date.getTime()) ? '0000-00-00' : date.toISOString().slice(0, 10);
}
