import { expect, test } from 'vitest';
import { readReply } from '../readReply';

function read(...lines: readonly string[]) {
  return readReply(lines.join('\n'));
}

const SEARCH = ['<search>', '===', 'a', '===', '</search>'];
const CONTENT = ['<content>', '===', 'b', '===', '</content>'];

test('a file without an action is a whole one', () => {
  const whole = [{ kind: 'write', path: 'src/x.ts', text: 'whole\n' }];
  expect(read('<file path="src/x.ts">', 'whole', '</file>').edits).toMatchObject(whole);
  expect(read('<file path="src/x.ts">', '===', 'whole', '===', '</file>').edits).toMatchObject(whole);
});

test('a file without an action may have changes', () => {
  expect(read('<file path="src/x.ts">', ...SEARCH, ...CONTENT, '</file>').edits).toMatchObject([
    { kind: 'change', hunks: [{ lines: [{ op: 'remove' }, { op: 'add' }] }] },
  ]);
});

test.each([
  ['an old text has no new one', ['<file path="a.ts" action="modify">', ...SEARCH, '</file>']],
  [
    'one of several has none',
    ['<file path="a.ts" action="modify">', ...SEARCH, ...SEARCH, ...CONTENT, '</file>'],
  ],
  ['a new file has two texts', ['<file path="a.ts" action="create">', ...CONTENT, ...CONTENT, '</file>']],
  ['there is no end', ['<file path="a.ts">', 'whole']],
])('it is not understood if %s', (_, lines) => {
  expect(read(...lines)).toMatchObject({ edits: [], notUnderstood: [{ from: 1, to: lines.length }] });
});
