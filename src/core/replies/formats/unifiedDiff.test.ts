import { expect, test } from 'vitest';
import { readReply } from '../readReply';

test('the diff of a merge is listed', () => {
  const merge = [
    'diff --cc a.ts',
    'index 1,2..3',
    '--- a/a.ts',
    '+++ b/a.ts',
    '@@@ -1,1 -1,1 +1,1 @@@',
    '- a',
    ' -b',
    '++c',
  ];
  expect(readReply(['```diff', ...merge, '```'].join('\n'))).toMatchObject({
    edits: [],
    notUnderstood: [{ from: 2, to: 9 }],
  });
});

test('the marks of context may not break', () => {
  const lines = ['--- a/a.ts', '+++ b/a.ts', '@@ -1,2 +1,2 @@', '\u00a0 a', '-b', '+c'];
  expect(readReply(lines.join('\n')).edits).toMatchObject([
    { hunks: [{ lines: [{ op: 'keep', text: ' a' }, { op: 'remove' }, { op: 'add' }] }] },
  ]);
});
