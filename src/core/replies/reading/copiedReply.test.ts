import { describe, expect, test } from 'vitest';
import { readReply } from '../readReply';
import { linesOfReply } from './copiedReply';

const BLOCK = [
  'src/a.go',
  '```go',
  '<<<<<<< SEARCH',
  'f() {',
  '  a',
  '=======',
  'f() {',
  '  b',
  '>>>>>>> REPLACE',
  '```',
];

describe('the lines of a copied reply', () => {
  test('lose what is behind several of them', () => {
    const copied = BLOCK.map((line, at) => (at % 2 === 0 ? `${line}\u200b` : line));
    expect(linesOfReply(copied.join('\n'))).toEqual(BLOCK);
  });

  test('lose indentation that doesn’t break if none does', () => {
    const lines = ['a:', '  - b', '+  - c', '   - d'];
    const copied = lines.map((line) =>
      line.replace(/^(\+?)( +)/, (_, mark: string, blanks: string) => mark + '\u00a0'.repeat(blanks.length)),
    );
    expect(linesOfReply(copied.join('\n'))).toEqual(lines);
    for (const other of [' x', '\u00a0 x'])
      expect(linesOfReply([...copied, other].join('\n'))).toEqual([...copied, other]);
  });

  test('lose the indentation of the whole reply', () => {
    const indented = BLOCK.map((line) => `    ${line}`);
    expect(linesOfReply(indented.join('\n'))).toEqual(BLOCK);
    expect(linesOfReply([...indented, 'x'].join('\n'))).toEqual([...indented, 'x']);
  });
});

test('fences, markers and hunks may have characters without a width', () => {
  const diff = [
    '```diff\u200b',
    '--- a/a.ts',
    '+++ b/a.ts',
    '@@ -1 +1 @@\u200b',
    '-a',
    '+b',
    '```\u200b',
    '',
  ];
  const patch = ['*** Begin Patch', '*** Update File: c.ts', '@@\u200b', '-a', '+b', '*** End Patch'];
  for (const edit of readReply([...diff, ...patch].join('\n')).edits)
    expect(edit).toMatchObject({ hunks: [{ lines: [{ op: 'remove' }, { op: 'add' }] }] });
  expect(readReply([...diff, ...patch].join('\n')).edits).toHaveLength(2);
});

test('a marker with entities proves that its block has them', () => {
  const encoded = (lines: readonly string[]): string =>
    lines
      .map((line) => line.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'))
      .join('\n');
  const wanted = [{ path: 'a.go', kind: 'write', text: 'a < b && c\n' }];
  const block = ['a.go', '<<<<<<< SEARCH', '=======', 'a < b && c', '>>>>>>> REPLACE'];
  expect(readReply(encoded(block)).edits).toMatchObject(wanted);
  const file = ['<file path="a.go" action="create">', '<content>', 'a < b && c', '</content>', '</file>'];
  expect(readReply(encoded(file)).edits).toMatchObject(wanted);
});
