import { expect, test } from 'vitest';
import { readReply } from '../readReply';
import type { HunkLine } from '../replyEdit';

function block(old: readonly string[], present: readonly string[]): readonly string[] {
  return ['<<<<<<< SEARCH', ...old, '=======', ...present, '>>>>>>> REPLACE'];
}

function read(...lines: readonly string[]) {
  const { edits, notUnderstood } = readReply(lines.join('\n'));
  return {
    edits: edits.map((edit) => ({
      path: edit.path,
      lines: edit.kind === 'change' ? edit.hunks.flatMap((hunk) => hunk.lines.map(printed)) : edit.kind,
    })),
    notUnderstood: notUnderstood.map(({ from, to }) => [from, to]),
  };
}

function printed({ op, text }: HunkLine): string {
  return { keep: ' ', remove: '-', add: '+', gap: '~' }[op] + text;
}

test('a block without an end leaves the block of the next file alone', () => {
  const unclosed = ['src/a.ts', '```', '<<<<<<< SEARCH', 'a', '=======', 'b', '```', ''];
  expect(read(...unclosed, 'src/b.ts', '```', ...block(['a'], ['b']), '```')).toEqual({
    edits: [{ path: 'src/b.ts', lines: ['-a', '+b'] }],
    notUnderstood: [[3, 6]],
  });
});

test('so it does without fences', () => {
  const unclosed = ['src/a.ts', '<<<<<<< SEARCH', 'a', '=======', 'b', ''];
  expect(read(...unclosed, 'src/b.ts', ...block(['a'], ['b']))).toEqual({
    edits: [{ path: 'src/b.ts', lines: ['-a', '+b'] }],
    notUnderstood: [[2, 6]],
  });
});

test('a start inside of the text of a block without an end is no block', () => {
  const { edits } = read('docs/a.md', '<<<<<<< SEARCH', 'Write', ...block(['a'], ['b']));
  expect(edits).toEqual([]);
});

test('a block may hold a merge conflict', () => {
  const conflict = ['<<<<<<< HEAD', 'a', '=======', 'b', '>>>>>>> main'];
  expect(read('src/a.ts', ...block(conflict, ['both'])).edits).toEqual([
    { path: 'src/a.ts', lines: [...conflict.map((line) => `-${line}`), '+both'] },
  ]);
});

test('rows under headings divide nothing', () => {
  const [old, present] = [
    ['Welcome', '=======', 'old'],
    ['Welcome', '=======', 'new'],
  ];
  expect(read('README.md', ...block(old, present)).edits).toEqual([
    { path: 'README.md', lines: ['-Welcome', '-=======', '-old', '+Welcome', '+=======', '+new'] },
  ]);
});

test('markers of another length are text', () => {
  const [old, present] = [
    ['Hello', '====='],
    ['Hi', '==='],
  ];
  expect(read('README.md', ...block(old, present)).edits).toEqual([
    { path: 'README.md', lines: ['-Hello', '-=====', '+Hi', '+==='] },
  ]);
});

test('a block that may be divided in several places is not understood', () => {
  expect(read('a.md', ...block(['a', '=======', 'b'], ['c']))).toEqual({
    edits: [],
    notUnderstood: [[2, 8]],
  });
});

test('an empty old text creates the file that is named above, and no other', () => {
  expect(read('src/new.py', ...block([], ['new'])).edits).toEqual([{ path: 'src/new.py', lines: 'write' }]);
  expect(read('src/a.py', ...block(['a'], ['b']), '', '', ...block([], ['new']))).toEqual({
    edits: [{ path: 'src/a.py', lines: ['-a', '+b'] }],
    notUnderstood: [[9, 12]],
  });
});

test('merge conflicts are edits under a path, and listed without one', () => {
  const conflict = ['<<<<<<< HEAD', 'a', '=======', 'b', '>>>>>>> updated'];
  const shown = ['Git shows this:', '', '```', ...conflict, '```'];
  expect(read('### Updated file: `src/c.ts`', '', '```ts', ...conflict, ...conflict, '```').edits).toEqual([
    { path: 'src/c.ts', lines: ['-a', '+b'] },
    { path: 'src/c.ts', lines: ['-a', '+b'] },
  ]);
  expect(read(...shown)).toEqual({ edits: [], notUnderstood: [[4, 8]] });
  expect(read('src/a.ts', ...block(['a'], ['b']), ...shown).notUnderstood).toEqual([[10, 14]]);
});

test('edits of AC-DC may hold such edits', () => {
  const edit = ['🟧🟧🟧 EDIT', 'a', '🟨🟨🟨 REPL', 'b', '🟩🟩🟩 END'];
  const lines = ['docs/edits.md', '🟧🟧🟧 EDIT', ...edit, '🟨🟨🟨 REPL', 'none', '🟩🟩🟩 END'];
  expect(read(...lines).edits).toEqual([
    { path: 'docs/edits.md', lines: [...edit.map((line) => `-${line}`), '+none'] },
  ]);
});
