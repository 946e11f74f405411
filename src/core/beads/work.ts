import { compareIssues, isActive, unfinishedIds, type Issue } from './issue';

/** The active issues, by what to do about them; each list by importance. */
export interface Work {
  /** Somebody could begin them now. */
  readonly ready: readonly Issue[];
  readonly inProgress: readonly Issue[];
  readonly blocked: readonly BlockedIssue[];
}

export interface BlockedIssue {
  readonly issue: Issue;
  /** Ids of the issues that it waits for. If they block an issue above it, that is `above`. Empty if only its status says so. */
  readonly by: readonly string[];
  readonly above?: string;
}

/** @param now milliseconds since the epoch */
export function workOf(issues: readonly Issue[], now: number): Work {
  const blocks = blocksOf(issues);
  const active = issues.filter(isActive).sort(compareIssues);
  const isReady = ({ id, status, deferredUntil = now }: Issue): boolean =>
    status === 'open' && deferredUntil <= now && !blocks.has(id);
  const begun = (issue: Issue): boolean => issue.status === 'in_progress' || issue.status === 'hooked';
  return {
    ready: active.filter(isReady),
    inProgress: active.filter(begun),
    blocked: active.flatMap((issue) => {
      if (begun(issue)) return [];
      const found = blocks.get(issue.id);
      if (found !== undefined) return [{ issue, ...found }];
      return issue.status === 'blocked' ? [{ issue, by: [] }] : [];
    }),
  };
}

type Blocks = ReadonlyMap<string, Omit<BlockedIssue, 'issue'>>;

/** The blockers of each issue: unfinished issues that block it or an issue above it. */
function blocksOf(issues: readonly Issue[]): Blocks {
  const unfinished = unfinishedIds(issues);
  const children = new Map<string, string[]>();
  const blocks = new Map<string, Omit<BlockedIssue, 'issue'>>();
  for (const { id, blockers, parents } of issues) {
    const by = blockers.filter((other) => unfinished.has(other));
    if (by.length > 0) blocks.set(id, { by });
    for (const parent of parents) {
      const others = children.get(parent);
      if (others === undefined) children.set(parent, [id]);
      else others.push(id);
    }
  }
  // The list grows while it is read. Each issue joins it once, so cycles end.
  const blocked = [...blocks.keys()];
  for (const above of blocked) {
    const { by = [], above: highest = above } = blocks.get(above) ?? {};
    for (const child of children.get(above) ?? []) {
      if (blocks.has(child)) continue;
      blocks.set(child, { by, above: highest });
      blocked.push(child);
    }
  }
  return blocks;
}
