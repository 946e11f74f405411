/** An issue of the Beads tracker, as far as the app uses it. */
export interface Issue {
  readonly id: string;
  /** Not empty. */
  readonly title: string;
  readonly description: string;
  /** Trackers can add statuses of their own. */
  readonly status: string;
  /** `task`, `bug`, `epic`, or any other. */
  readonly type: string;
  /** 0 is the highest. */
  readonly priority: number;
  /** Milliseconds since the epoch, like all its times. */
  readonly created: number | undefined;
  readonly closed: number | undefined;
  /** Nobody should begin it before. */
  readonly deferredUntil: number | undefined;
  readonly isEphemeral: boolean;
  readonly isTemplate: boolean;
  /** Ids of the issues that block it until they are done. They may not exist. */
  readonly blockers: readonly string[];
  readonly parents: readonly string[];
}

const ACTIVE = new Set(['open', 'in_progress', 'blocked', 'hooked']);

/** Whether somebody works on it, or should. */
export function isActive({ status, isEphemeral, isTemplate }: Issue): boolean {
  return ACTIVE.has(status) && !isEphemeral && !isTemplate;
}

/** The issues that others wait for. Nobody waits for a pinned one, which stays open forever. */
export function unfinishedIds(issues: readonly Issue[]): ReadonlySet<string> {
  const unfinished = issues.filter(({ status }) => status !== 'closed' && status !== 'pinned');
  return new Set(unfinished.map(({ id }) => id));
}

/** In progress first, then by priority, then the oldest. */
export function compareIssues(one: Issue, other: Issue): number {
  return (
    Number(other.status === 'in_progress') - Number(one.status === 'in_progress') ||
    one.priority - other.priority ||
    compareTimes(one.created, other.created) ||
    compareIds(one, other)
  );
}

/** The issues closed last come last, so that a new one changes only the end of a list. */
export function compareClosed(one: Issue, other: Issue): number {
  return compareTimes(one.closed, other.closed) || compareIds(one, other);
}

/** Unknown times are the latest. */
function compareTimes(one = Number.MAX_VALUE, other = Number.MAX_VALUE): number {
  return one - other;
}

function compareIds(one: Issue, other: Issue): number {
  return one.id < other.id ? -1 : Number(one.id > other.id);
}
