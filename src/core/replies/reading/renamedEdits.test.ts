import { expect, test } from 'vitest';
import { readReply } from '../readReply';

const BLOCK = '<<<<<<< ORIGINAL\na\n=======\nb\n>>>>>>> UPDATED\n';

test('a renamed file with changes is one edit', () => {
  const reply = `### Renamed file: \`a.ts\` -> \`b.ts\`\n\n\`\`\`ts\n${BLOCK}${BLOCK}\`\`\`\n`;
  expect(readReply(reply).edits).toMatchObject([
    { kind: 'change', path: 'a.ts', newPath: 'b.ts', from: 1, to: 8 },
    { kind: 'change', path: 'a.ts', from: 9 },
  ]);
});

test('its changes may be under its new path', () => {
  const reply = `### Renamed file: \`a.ts\` -> \`b.ts\`\n\n### Updated file: \`b.ts\`\n\n\`\`\`ts\n${BLOCK}\`\`\`\n`;
  expect(readReply(reply).edits).toMatchObject([{ kind: 'change', path: 'a.ts', newPath: 'b.ts' }]);
});

test('changes of other files are their own', () => {
  const reply = `### Renamed file: \`a.ts\` -> \`b.ts\`\n\nc.ts\n\`\`\`ts\n${BLOCK}\`\`\`\n`;
  expect(readReply(reply).edits).toMatchObject([
    { kind: 'rename', path: 'a.ts' },
    { kind: 'change', path: 'c.ts' },
  ]);
});

test('a file that RepoPrompt renames keeps its changes', () => {
  const rule = '===';
  const change = ['<search>', rule, 'a', rule, '</search>', '<content>', rule, 'b', rule, '</content>'];
  const reply = ['<file path="a.ts" action="rename">', '<new path="b.ts"/>', ...change, '</file>'];
  expect(readReply(reply.join('\n')).edits).toMatchObject([
    { kind: 'change', path: 'a.ts', newPath: 'b.ts', hunks: [{ lines: [{ text: 'a' }, { text: 'b' }] }] },
  ]);
});
