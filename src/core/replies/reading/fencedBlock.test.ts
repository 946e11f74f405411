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

test('a path in the first line stays, because the file may have it', () => {
  expect(read('```tsx', '// src/App.tsx', 'a', '```').edits).toEqual([
    ['src/App.tsx', '// src/App.tsx\na\n'],
  ]);
  expect(read('```json', '// package.json', '{}', '```').edits).toEqual([['package.json', '{}\n']]);
});

test.each([
  ['commands to run', ['Run `scripts/build.sh`:', '```bash', 'npm run build', '```']],
  ['commands without a language', ['Then run `scripts/build.sh`:', '```', 'npm run build', '```']],
  ['output', ['`src/a.ts` prints:', '```text', 'a', '```']],
  ['a product', ['Node.js:', '```js', 'x', '```']],
  ['a citation', ['src/e.ts', '```12:14:src/e.ts', 'e', '```']],
  ['lines with numbers', ['12:14:src/e.ts', '```', 'e', '```']],
])('%s are no edit', (_, lines) => {
  expect(read(...lines)).toEqual({ edits: [], notUnderstood: [] });
});

test('a script is an edit', () => {
  expect(read('scripts/build.sh', '```bash', 'npm ci', '```').edits).toEqual([
    ['scripts/build.sh', 'npm ci\n'],
  ]);
  expect(read('Update `src/run.ts`:', '```', 'x', '```').edits).toEqual([['src/run.ts', 'x\n']]);
});

test('a paragraph may be between a heading and its block', () => {
  const block = ['', 'This adds a guard.', '', '```python', 'x', '```'];
  expect(read('**File: src/a.py**', ...block).edits).toEqual([['src/a.py', 'x\n']]);
  expect(
    read('### `src/a.py`', ...block, '', 'You call it like this:', '', '```python', 'y', '```').edits,
  ).toEqual([['src/a.py', 'x\n']]);
  expect(read('### Updated file: `src/a.py`', ...block).edits).toEqual([['src/a.py', 'x\n']]);
});

test('a block of Markdown around a whole reply is part of no file', () => {
  expect(read('```markdown', 'Here:', '', ...B, '```')).toEqual({
    edits: [['src/b.ts', 'b\n']],
    notUnderstood: [],
  });
});

test('edits behind other text in a block are found', () => {
  const edit = ['src/a.ts', '<<<<<<< SEARCH', 'a', '=======', 'b', '>>>>>>> REPLACE'];
  expect(read('```', 'I change this:', '', ...edit, '```').edits).toEqual([['src/a.ts', 'change']]);
});
