import { expect, test } from 'vitest';
import { readReply } from '../readReply';

function read(...lines: readonly string[]) {
  const { edits, notUnderstood } = readReply(lines.join('\n'));
  return {
    edits: edits.map((edit) => [edit.path, edit.kind === 'write' ? edit.text : edit.kind]),
    notUnderstood: notUnderstood.map(({ from, to }) => [from, to]),
  };
}

const B = ['src/b.ts', '```ts', 'b', '```'];

test.each([
  ['a language', ['```ts', 'a', '', ...B]],
  ['a path', ['```ts', 'a', '', '```ts src/b.ts', 'b', '```']],
  ['nothing', ['```', 'a', '', 'src/b.ts', '```', 'b', '```']],
])('a missing fence takes in no block that begins with %s', (_, lines) => {
  expect(read('src/a.ts', ...lines)).toEqual({ edits: [['src/b.ts', 'b\n']], notUnderstood: [[2, 4]] });
});

test('a missing fence takes in no commands', () => {
  const lines = ['src/a.ts', '```ts', 'a', '', 'Run:', '', '```sh', 'make', '```', ''];
  expect(read(...lines, ...B)).toEqual({ edits: [['src/b.ts', 'b\n']], notUnderstood: [[2, 10]] });
});

test('a fence in the text of a file is text', () => {
  const body = ['def f():', '    """', '    ```', '    x', '    ```', '    """'];
  const nested = ['"""', '```python', 'x', '```', '"""'];
  expect(read('a.py', '```python', ...body, '```', '', 'b.py', '```python', ...nested, '```')).toEqual({
    edits: [
      ['a.py', `${body.join('\n')}\n`],
      ['b.py', `${nested.join('\n')}\n`],
    ],
    notUnderstood: [],
  });
});

test('a Markdown file may have bare fences as long as its own', () => {
  const body = [
    ...['# Format', '', '```python', 'src/a.py', '<<<<<<< SEARCH', 'old', '=======', 'new'],
    ...['>>>>>>> REPLACE', '```', '', 'More:', '', '```', 'plain', '```'],
  ];
  expect(read('docs/format.md', '```markdown', ...body, '```', '', ...B)).toEqual({
    edits: [
      ['docs/format.md', `${body.join('\n')}\n`],
      ['src/b.ts', 'b\n'],
    ],
    notUnderstood: [],
  });
});

test('a bare block behind a Markdown file is no part of it', () => {
  const { edits } = read('a.md', '```md', '# A', 'text', '```', '', 'Output:', '', '```', 'x', '```');
  expect(edits).toEqual([['a.md', '# A\ntext\n']]);
});
