import fc from 'fast-check';
import { expect, test } from 'vitest';
import { workOf } from './work';
import { readIssues } from './readIssues';
import { renderIssues } from './renderIssues';

const lines = (...all: readonly unknown[]) =>
  all.map((each) => (typeof each === 'string' ? each : JSON.stringify(each))).join('\n');

test('blank lines, other records, and deleted issues are skipped, and a broken line is counted', () => {
  const read = readIssues(
    lines(
      '',
      { _type: 'memory', key: 'k', value: 'v' },
      { id: 'bd-1', title: 'Kept' },
      { id: 'bd-2', title: 'Gone', status: 'tombstone' },
      '{"id":"bd-3",',
    ),
  );
  expect(read.issues).toMatchObject([
    { id: 'bd-1', title: 'Kept', status: 'open', type: 'task', priority: 2 },
  ]);
  expect(read.warnings).toEqual(["1 line that can't be read as an issue (first: line 5)"]);
  expect(renderIssues('## H', read.issues)).toBe('## H\n\nActive:\n\n- **Kept** (`bd-1`, open, P2)');
});

test('all fields of an issue are read', () => {
  const data = {
    ...{
      _type: 'issue',
      id: 'bd-1',
      title: ' A\ntitle ',
      description: 'Text',
      status: 'hooked',
      priority: 0,
    },
    ...{
      issue_type: 'bug',
      created_at: '2026-01-02T03:04:05.678901-08:00',
      closed_at: '0001-01-01T00:00:00Z',
    },
    ...{ defer_until: '2026-02-01T00:00:00Z', ephemeral: true, is_template: true, future: [1] },
    dependencies: [
      { issue_id: 'bd-1', depends_on_id: 'bd-2', type: 'blocks' },
      { issue_id: 'bd-1', depends_on_id: 'bd-2', type: 'blocks' },
      { issue_id: 'bd-1', depends_on_id: 'bd-3', type: 'parent-child' },
      { issue_id: 'bd-1', depends_on_id: 'bd-4', type: 'discovered-from' },
    ],
  };
  expect(readIssues(JSON.stringify(data))).toEqual({
    issues: [
      {
        ...{ id: 'bd-1', title: 'A title', description: 'Text', status: 'hooked', priority: 0, type: 'bug' },
        ...{ created: Date.parse('2026-01-02T11:04:05.678Z'), closed: undefined },
        ...{ deferredUntil: Date.parse('2026-02-01'), isEphemeral: true, isTemplate: true },
        ...{ blockers: ['bd-2'], parents: ['bd-3'] },
      },
    ],
    warnings: [],
  });
});

test('the last line of an id counts, and ids are only names', () => {
  const read = readIssues(
    lines(
      { id: '__proto__', title: 'One' },
      { id: 'constructor', title: 'Two' },
      { id: '__proto__', title: 'Three' },
      { id: 'gone', title: 'Four' },
      { id: 'gone', status: 'tombstone' },
    ),
  );
  expect(read.issues.map(({ id, title }) => [id, title])).toEqual([
    ['constructor', 'Two'],
    ['__proto__', 'Three'],
  ]);
  expect(read.warnings).toEqual(['2 lines with the id of an earlier one, which it replaces']);
});

test.each([
  ['a list', JSON.stringify([{ id: 'a' }, { id: 'b' }])],
  ['a list over several lines', JSON.stringify([{ id: 'a' }, { id: 'b' }], null, 2)],
  ['a list in an object', JSON.stringify({ beads: [{ id: 'a' }, { id: 'b' }] }, null, 2)],
  ['an object on one line', JSON.stringify({ issues: [{ id: 'a' }, { id: 'b' }] })],
  ['lines with a mark and CRLF', '\ufeff{"id":"a"}\r\n{"id":"b"}\r\n'],
])('issues are read from %s', (_, text) => {
  const { issues, warnings } = readIssues(text);
  expect([issues.map(({ id }) => id), warnings]).toEqual([['a', 'b'], []]);
});

test('an element of a list is named by its number, a line by its own', () => {
  const entries = [{ id: 'a' }, 7, { id: 'a' }];
  expect(readIssues(JSON.stringify(entries, null, 2)).warnings).toEqual([
    "1 element that can't be read as an issue (first: element 2)",
    '1 element with the id of an earlier one, which it replaces',
  ]);
  expect(readIssues(lines(...entries)).warnings).toEqual([
    "1 line that can't be read as an issue (first: line 2)",
    '1 line with the id of an earlier one, which it replaces',
  ]);
});

test('the end of a title is never missing without a word', () => {
  const { issues, warnings } = readIssues(lines({ id: 'bd-1', title: `Start${' '.repeat(3_000)}end` }));
  expect(issues).toMatchObject([{ title: 'Start …' }]);
  expect(warnings).toEqual(['1 issue with a very long text, which is cut (bd-1)']);
});

test('a type is a short text on one line', () => {
  const { issues, warnings } = readIssues(
    lines({ id: 'bd-1', issue_type: 'my\n\u202etype' }, { id: 'bd-2', issue_type: 't'.repeat(1_000) }),
  );
  expect(issues[0]?.type).toBe(String.raw`my \u202etype`);
  expect(issues[1]?.type.length).toBeLessThan(600);
  expect(warnings).toEqual(['1 issue with a very long text, which is cut (bd-2)']);
});

test('a time that is none is ignored, which is counted', () => {
  const unset = { defer_until: '', created_at: null, closed_at: '0001-01-01T00:00:00Z' };
  const { issues, warnings } = readIssues(
    lines({ id: 'bd-1', ...unset }, { id: 'bd-2', defer_until: 'next week' }),
  );
  expect(issues.map(({ deferredUntil }) => deferredUntil)).toEqual([undefined, undefined]);
  expect(warnings).toEqual(['1 issue with a value that has the wrong form, which is ignored (bd-2)']);
});

test('values of wrong types leave the rest of an issue complete', () => {
  const odd = {
    id: 'bd-1',
    title: 7,
    description: [],
    status: {},
    priority: 'high',
    dependencies: [1, { type: 2 }],
  };
  const read = readIssues(lines(odd, { id: 'bd-2', dependencies: 'none' }, 7, null, [], { id: 8 }));
  expect(read.issues).toMatchObject([
    { id: 'bd-1', title: 'Untitled', description: '', status: 'open', priority: 2, blockers: [] },
    { id: 'bd-2', title: 'Untitled' },
  ]);
  expect(read.warnings).toEqual([
    "4 lines that can't be read as an issue (first: line 3)",
    '2 issues with a value that has the wrong form, which is ignored (bd-1)',
  ]);
});

test('very long texts are cut, and many lines are read', () => {
  const long = { id: 'bd-0', title: 'T'.repeat(5_000), description: 'D'.repeat(10_000_000) };
  const many = Array.from({ length: 100_000 }, (_, at) => ({
    ...{ id: `bd-${at + 1}`, title: 'Chain', description: 'Text', created_at: '2026-01-01T00:00:00Z' },
    dependencies: [
      { depends_on_id: `bd-${at}`, type: 'parent-child' },
      { depends_on_id: `bd-${at + 2}`, type: 'blocks' },
    ],
  }));
  const { issues, warnings } = readIssues(lines(long, ...many));
  expect(issues).toHaveLength(100_001);
  expect(issues[0]?.description).toHaveLength(20_001);
  expect(warnings).toEqual([
    '1 issue with a very long text, which is cut (bd-0)',
    expect.stringMatching(/^Issues that wait for each other: bd-/),
  ]);
  const { ready, blocked } = workOf(issues, 0);
  expect([ready.length, blocked.length]).toEqual([1, 100_000]);
  expect(renderIssues('## H', issues).length).toBeGreaterThan(1_000_000);
});

const TREE = lines(
  { id: 'bd-1', title: 'Epic', description: '# Plan\n\n```sh\nmake\n```\n', issue_type: 'epic', priority: 1 },
  { id: 'bd-2', title: 'Step', dependencies: [{ depends_on_id: 'bd-1', type: 'parent-child' }] },
  { id: 'bd-3', title: 'Wait', dependencies: [{ depends_on_id: 'bd-2', type: 'blocks' }], status: 'blocked' },
  { id: 'bd-4', title: 'Done', status: 'closed', closed_at: '2026-01-01T00:00:00Z' },
  { _type: 'memory', key: 'k', value: 'v' },
);

test('no damage to an export throws or loses the lines that are intact', () => {
  const piece = fc.constantFrom(
    '"',
    '{',
    '}',
    '[',
    ']',
    '\n',
    '\r\n',
    '\0',
    '\ud800',
    ',',
    ':',
    'null',
    '\\',
    '9e999',
  );
  const damage = fc.array(fc.tuple(fc.nat(TREE.length), fc.nat(30), piece), { maxLength: 3 });
  fc.assert(
    fc.property(damage, (changes) => {
      let text = TREE;
      for (const [at, length, put] of changes) text = text.slice(0, at) + put + text.slice(at + length);
      const { issues, warnings } = readIssues(text);
      expect(new Set(issues.map(({ id }) => id)).size).toBe(issues.length);
      expect(warnings.length).toBeLessThanOrEqual(5);
      workOf(issues, 0);
      renderIssues('## H', issues);
      if (text.split('\n').includes(TREE.split('\n')[3] ?? ''))
        expect(issues.map(({ id }) => id)).toContain('bd-4');
    }),
    { numRuns: 10_000 },
  );
});
