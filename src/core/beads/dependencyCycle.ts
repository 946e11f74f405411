import { unfinishedIds, type Issue } from './issue';

/**
 * The ids of issues that wait for each other in a cycle, each for the next and the last for the first. Undefined if none do. As
 * in `workOf`, an issue waits for the unfinished ones that block it, and for what the ones above it wait for.
 */
export function dependencyCycle(issues: readonly Issue[]): readonly string[] | undefined {
  const byId = new Map(issues.map((issue) => [issue.id, issue]));
  const unfinished = unfinishedIds(issues);
  const needed = ({ blockers, parents }: Issue): readonly Issue[] =>
    [...blockers.filter((id) => unfinished.has(id)), ...parents].flatMap((id) => byId.get(id) ?? []);
  const waiting = new Map<string, Issue[]>();
  const open = new Map<string, number>();
  for (const issue of issues) {
    const needs = needed(issue);
    open.set(issue.id, needs.length);
    for (const { id } of needs) {
      const others = waiting.get(id);
      if (others === undefined) waiting.set(id, [issue]);
      else others.push(issue);
    }
  }
  // Removes whatever waits for nothing. The rest, if any, waits for a cycle.
  const free = issues.filter(({ id }) => open.get(id) === 0);
  for (let issue = free.pop(); issue !== undefined; issue = free.pop()) {
    byId.delete(issue.id);
    for (const other of waiting.get(issue.id) ?? []) {
      const left = (open.get(other.id) ?? 0) - 1;
      open.set(other.id, left);
      if (left === 0) free.push(other);
    }
  }
  const [first] = byId.values();
  const path = new Set<string>();
  for (let at = first; at !== undefined; at = needed(at)[0]) {
    if (path.has(at.id)) return [...path].slice([...path].indexOf(at.id));
    path.add(at.id);
  }
  return undefined;
}
