import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dependencyCycle } from './dependencyCycle';
import type { Issue } from './issue';
import { workOf } from './work';

const NOW = Date.parse('2026-03-01T12:00:00Z');
const TOMORROW = NOW + 86_400_000;

function issue(id: string, given: Partial<Issue> = {}): Issue {
  return {
    ...{ id, title: id, description: '', status: 'open', type: 'task', priority: 2 },
    ...{ created: undefined, closed: undefined, deferredUntil: undefined },
    ...{ isEphemeral: false, isTemplate: false, blockers: [], parents: [], ...given },
  };
}

const readyAt = (issues: readonly Issue[], now: number) => idsOf(workOf(issues, now).ready);
const idsOf = (issues: readonly Issue[]) => issues.map(({ id }) => id);

test('an issue is ready if nothing blocks it or an issue above it', () => {
  const issues = [
    issue('A'),
    issue('B', { blockers: ['A'] }),
    issue('C', { parents: ['B'] }),
    issue('D', { status: 'in_progress' }),
    issue('E', { deferredUntil: TOMORROW }),
    issue('F', { blockers: ['missing'] }),
  ];
  expect(readyAt(issues, NOW)).toEqual(['A', 'F']);
  expect(readyAt(issues, TOMORROW)).toEqual(['A', 'E', 'F']);
  const { inProgress, blocked } = workOf(issues, NOW);
  expect(idsOf(inProgress)).toEqual(['D']);
  expect(blocked.map(({ issue: { id }, by, above }) => [id, by, above])).toEqual([
    ['B', ['A'], undefined],
    ['C', ['A'], 'B'],
  ]);
});

test('closed and pinned issues block nobody, all others do', () => {
  const statuses = ['closed', 'pinned', 'open', 'in_progress', 'blocked', 'deferred', 'hooked', 'custom'];
  const issues = statuses.flatMap((status) => [
    issue(status, { status }),
    issue(`after ${status}`, { blockers: [status] }),
  ]);
  const ready = readyAt(issues, NOW).filter((id) => id.startsWith('after'));
  expect(ready).toEqual(['after closed', 'after pinned']);
});

test('lists are by priority, then age, and say why an issue is only marked as blocked', () => {
  const issues = [
    issue('late', { created: 2 }),
    issue('early', { created: 1 }),
    issue('undated'),
    issue('urgent', { priority: 0 }),
    issue('marked', { status: 'blocked' }),
    issue('template', { isTemplate: true }),
    issue('ephemeral', { isEphemeral: true }),
  ];
  const { ready, blocked } = workOf(issues, NOW);
  expect(idsOf(ready)).toEqual(['urgent', 'early', 'late', 'undated']);
  expect(blocked.map(({ issue: { id }, by }) => [id, by])).toEqual([['marked', []]]);
});

const anyIssues = fc
  .array(
    fc.record({
      status: fc.constantFrom('open', 'open', 'open', 'in_progress', 'closed', 'pinned', 'deferred'),
      isEphemeral: fc.constantFrom(false, false, false, true),
      deferredUntil: fc.constantFrom(undefined, undefined, NOW - 1, NOW + 1),
      blockers: fc.uniqueArray(
        fc.nat(14).map((at) => `i${at}`),
        { maxLength: 2 },
      ),
      parents: fc.uniqueArray(
        fc.nat(14).map((at) => `i${at}`),
        { maxLength: 2 },
      ),
    }),
    { maxLength: 12 },
  )
  .map((all) => all.map((given, at) => issue(`i${at}`, given)));

/** By the words of the rule, one issue at a time. */
function isReady(one: Issue, all: readonly Issue[]): boolean {
  const isBlocked = ({ blockers }: Issue): boolean =>
    all.some(({ id, status }) => blockers.includes(id) && !['closed', 'pinned'].includes(status));
  let family = [one];
  for (const _ of all) {
    const above = all.filter(({ id }) => family.some(({ parents }) => parents.includes(id)));
    family = [...new Set([...family, ...above])];
  }
  return (
    one.status === 'open' &&
    !one.isEphemeral &&
    !(one.deferredUntil !== undefined && one.deferredUntil > NOW) &&
    !family.some(isBlocked)
  );
}

test('ready issues are those that a naive reading of the rule finds, in any graph', () => {
  fc.assert(
    fc.property(anyIssues, (issues) => {
      const naive = issues.filter((one) => isReady(one, issues)).map(({ id }) => id);
      expect(readyAt(issues, NOW).toSorted()).toEqual(naive.toSorted());
    }),
    { numRuns: 3_000 },
  );
});

test('finished issues wait for nobody', () => {
  const circle = (status: string) => [
    issue('A', { status, blockers: ['B'] }),
    issue('B', { status, blockers: ['A'] }),
  ];
  expect(dependencyCycle(circle('open'))).toEqual(['A', 'B']);
  expect(dependencyCycle(circle('closed'))).toBeUndefined();
  expect(dependencyCycle(circle('pinned'))).toBeUndefined();
});

test('a cycle is found if there is one, and is one', () => {
  const neededBy = ({ blockers, parents }: Issue, all: readonly Issue[]): readonly string[] => {
    const isFinished = (id: string): boolean =>
      all.some((one) => one.id === id && ['closed', 'pinned'].includes(one.status));
    return [...blockers.filter((id) => !isFinished(id)), ...parents];
  };
  const reaches = (from: Issue, to: string, all: readonly Issue[]): boolean => {
    const seen = new Set<string>();
    const open = [...neededBy(from, all)];
    for (let id = open.pop(); id !== undefined; id = open.pop()) {
      if (seen.has(id)) continue;
      seen.add(id);
      const next = all.find((one) => one.id === id);
      if (next !== undefined) open.push(...neededBy(next, all));
    }
    return seen.has(to);
  };
  fc.assert(
    fc.property(anyIssues, (issues) => {
      const cycle = dependencyCycle(issues);
      expect(cycle !== undefined).toBe(issues.some((one) => reaches(one, one.id, issues)));
      for (const [at, id] of cycle?.entries() ?? []) {
        const next = cycle?.[(at + 1) % cycle.length] ?? '';
        const one = issues.find((each) => each.id === id);
        expect(one && neededBy(one, issues)).toContain(next);
      }
    }),
    { numRuns: 2_000 },
  );
});
