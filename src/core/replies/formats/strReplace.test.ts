import { expect, test } from 'vitest';
import { readReply } from '../readReply';

function read(call: object) {
  return readReply(`\`\`\`json\n${JSON.stringify(call)}\n\`\`\`\n`);
}

test('a call with an empty new text deletes', () => {
  expect(read({ path: 'a.ts', old_str: 'a', new_str: '' }).edits).toMatchObject([
    { kind: 'change', hunks: [{ lines: [{ op: 'remove', text: 'a' }] }] },
  ]);
});

test.each([
  { path: 'a.ts', old_str: 'a' },
  { path: 'a.ts', edits: [{ old_string: 'a' }] },
  { path: 'a.ts', new_str: 'a' },
])('a call without one of its texts is not understood', (call) => {
  expect(read(call)).toMatchObject({ edits: [], notUnderstood: [{ from: 1, to: 3 }] });
});

test('so it is without a fence', () => {
  expect(readReply('I delete it:\n\n{"path": "a.ts", "old_str": "a"}\n')).toMatchObject({
    edits: [],
    notUnderstood: [{ from: 3, to: 3 }],
  });
});
