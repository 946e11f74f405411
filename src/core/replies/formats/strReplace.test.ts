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

test.each([
  ['typographic quotes', '```json\n{“path”: “a.ts”, “old_str”: “it’s \\”a\\””, “new_str”: “b”}\n```'],
  [
    'characters without a width',
    '```json\n{\u200b\n"path": "a.ts",\u200b\n"old_str": "it\'s \\"a\\"", "new_str": "b"}\n```',
  ],
  ['no closing fence', '```json\n{"path": "a.ts", "old_str": "it\'s \\"a\\"", "new_str": "b"}\n\nDone.'],
])('calls with %s are read', (_, reply) => {
  expect(readReply(reply)).toMatchObject({
    edits: [{ path: 'a.ts', hunks: [{ lines: [{ text: 'it\'s "a"' }, { text: 'b' }] }] }],
    notUnderstood: [],
  });
});
