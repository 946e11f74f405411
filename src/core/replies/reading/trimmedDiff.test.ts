import { expect, test } from 'vitest';
import { readReply } from '../readReply';

const HUNK = ['"mime"', '+\t"net"', '"net/http"'];

test.each([
  ['diff', ['--- a/a.go', '+++ b/a.go', '@@ -1,2 +1,3 @@', ...HUNK]],
  ['patch', ['*** Begin Patch', '*** Update File: a.go', '@@', ...HUNK, '*** End Patch']],
])('a %s whose context has lost its indentation is not understood', (_, lines) => {
  const { edits, notUnderstood } = readReply(lines.join('\n'));
  expect(edits).toEqual([]);
  expect(notUnderstood).toMatchObject([{ reason: expect.stringContaining('cut the spaces') as string }]);
});

test('context that opens a block is indented below', () => {
  const lines = ['--- a/a.py', '+++ b/a.py', '@@ -1,3 +1,4 @@', 'def f():', 'a()', '+', '+def g():', 'b()'];
  expect(readReply(lines.join('\n')).edits).toEqual([]);
});

test('context without marks may begin a block', () => {
  const lines = [
    '*** Begin Patch',
    '*** Update File: a.py',
    '@@',
    'import a',
    'def f():',
    '+    a()',
    '*** End Patch',
  ];
  expect(readReply(lines.join('\n')).edits).toHaveLength(1);
});
