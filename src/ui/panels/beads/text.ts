/** Texts of the issues of the Beads tracker. */
import { grouped, plural } from '../../shared/numbers';

const MOST_NAMED = 5;

export const TEXT = {
  title: 'Beads issues',
  state: (ready: number, inProgress: number, blocked: number, closed: number) =>
    `${grouped(ready)} ready, ${grouped(inProgress)} in progress, ${grouped(blocked)} blocked, ${grouped(closed)} closed`,
  unexported: 'Not exported',
  failed: "Couldn't be read",
  absent: 'No issues in this folder',
  reason: (path: string, reason: string) => `${path}: ${reason}`,
  absentHint: 'Strata reads .beads/issues.jsonl.',
  exportHint: 'The tracker keeps its issues in a database. To export them, run in the folder:',
  exportCommand: 'bd export -o .beads/issues.jsonl',
  lists: { ready: 'Ready', inProgress: 'In progress', blocked: 'Blocked' },
  waitsFor: (ids: readonly string[]) => {
    const more = ids.length - MOST_NAMED;
    const named = ids.slice(0, MOST_NAMED).join(', ');
    return `waits for ${named}${more > 0 ? `, and ${grouped(more)} more` : ''}`;
  },
  through: (id: string) => `like ${id} above it`,
  marked: 'marked as blocked',
  more: (count: number) => `${plural(count, 'more issue')} not listed`,
  noDescription: 'No description',
  priority: (priority: number) => `P${priority}`,
  source: (path: string) => `From ${path}`,
} as const;
