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
