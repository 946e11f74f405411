import { expect, test } from 'vitest';
import { readReply } from '../readReply';

function read(path: string, text: string, isFile?: (path: string) => boolean) {
  const { edits, notUnderstood } = readReply(`${path}\n\`\`\`\n${text}\n\`\`\`\n`, isFile);
  return { edits: edits.length, notUnderstood: notUnderstood.length };
}

test.each([
  ['entities', 'a.go', 'if a &lt; b {\n\tc()\n}'],
  ['typographic quotes', 'a.py', 'print(\u201ca\u201d)'],
  ['indentation that doesn’t break', 'a.py', 'if a:\n\u00a0\u00a0b'],
  ['spaces for tabs', 'a.go', 'func f() {\n    a()\n}'],
  ['typographic quotes of attributes', 'a.html', '<p id=\u201ca\u201d>'],
  ['typographic quotes of keys', 'a.md', '---\n\u2018svelte\u2019: patch\n---\n'],
  ['the button of a block', 'a.md', 'Run:\n\nplaintext\nCopy code\nmake'],
  ['no indentation', 'a.ts', 'function f() {\na();\n}'],
])('a new file with %s is not understood', (_, path, text) => {
  expect(read(path, text)).toEqual({ edits: 0, notUnderstood: 1 });
});

test.each([
  ['entities beside tags', 'a.html', '<p>a &lt; b</p>'],
  ['typographic quotes in prose', 'a.md', 'It’s so.'],
  ['both kinds of quotes', 'a.py', 'print("\u201ca\u201d")'],
  ['tabs', 'a.go', 'func f() {\n\ta()\n}'],
])('a new file with %s may be so', (_, path, text) => {
  expect(read(path, text)).toEqual({ edits: 1, notUnderstood: 0 });
});

test('a file of the workspace tells itself how it was', () => {
  expect(read('a.py', 'print(\u201ca\u201d)', (path) => path === 'a.py')).toEqual({
    edits: 1,
    notUnderstood: 0,
  });
});
