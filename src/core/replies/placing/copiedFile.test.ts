import { describe, expect, test } from 'vitest';
import type { ReplyEdit } from '../replyEdit';
import { placeEdits } from './placeEdits';

const NOW = `import "a";\nimport 'b';\n\nif (a < b) {\n\tf("x");\n\te("w");\n\td("v");\n\tg("y");\n\th("z");\n}\n`;
const WANTED = NOW.replace('g("y")', 'g("y", 1 < 2)');

function placed(text: string) {
  const edit: ReplyEdit = { kind: 'write', format: 'whole-file', path: 'a.ts', from: 1, to: 9, text };
  return placeEdits([edit], { now: NOW, sent: NOW }).map(({ state }) => state);
}

test.each([
  ['entities', WANTED.replaceAll('<', '&lt;').replaceAll('"', '&quot;')],
  ['smart quotes', WANTED.replaceAll('"', '\u201d').replaceAll("'", '\u2019')],
  ['zero-width characters', WANTED.replaceAll(';\n', ';\u200b\n')],
])('%s of a copied file are undone', (_, text) => {
  expect(placed(text)).toEqual([
    {
      kind: 'placed',
      by: 'base',
      replacement: { from: 8, count: 1, lines: ['\tg("y", 1 < 2);'] },
    },
  ]);
});

test('a file that has such characters itself keeps them', () => {
  const now = 'a = "\u201c"\nb = 1\n';
  const edit: ReplyEdit = {
    ...{ kind: 'write', format: 'whole-file', path: 'a.py', from: 1, to: 3 },
    text: 'a = "\u201c"\nb = "\u201d"\n',
  };
  expect(placeEdits([edit], { now, sent: now })).toMatchObject([
    { state: { kind: 'placed', replacement: { lines: ['b = "\u201d"'] } } },
  ]);
});

test('a file that has few such characters proves those of the others', () => {
  const now = `// it’s\n${NOW}`;
  const text = `// it’s\n${WANTED.replaceAll('"', '\u201d')}`;
  const edit: ReplyEdit = { kind: 'write', format: 'whole-file', path: 'a.ts', from: 1, to: 9, text };
  expect(placeEdits([edit], { now, sent: now })).toMatchObject([
    { state: { kind: 'placed', replacement: { lines: ['\tg("y", 1 < 2);'] } } },
  ]);
});

test('a file without its blanks at line ends asks', () => {
  const now = NOW.replace('{\n', '{ \n');
  const edit: ReplyEdit = { kind: 'write', format: 'whole-file', path: 'a.ts', from: 1, to: 9, text: WANTED };
  for (const { state } of placeEdits([edit], { now, sent: now }))
    expect(state).toMatchObject({ kind: 'asks', reason: 'whole-file' });
});

test.each([
  ['tabs became spaces', WANTED.replaceAll('\t', '    ')],
  ['indents are lost', WANTED.replaceAll('\t', '')],
])('a file in which %s asks', (_, text) => {
  for (const state of placed(text)) expect(state).toMatchObject({ kind: 'asks', reason: 'whole-file' });
});

describe('a path in a comment on the first line', () => {
  const wanted = NOW.replace('g("y")', 'g("z")');
  const named = '// src/a.ts\n';
  const change = [{ kind: 'placed', by: 'base', replacement: { from: 8, count: 1, lines: ['\tg("z");'] } }];

  test('goes if the file has none', () => {
    expect(placed(named + wanted)).toEqual(change);
    expect(placed(`${named}\n${wanted}`)).toEqual(change);
  });

  test('stays if the file has it', () => {
    const [now, text] = [named + NOW, named + wanted];
    const edit: ReplyEdit = { kind: 'write', format: 'whole-file', path: 'src/a.ts', from: 1, to: 9, text };
    expect(placeEdits([edit], { now, sent: now })).toMatchObject([
      { state: { kind: 'placed', replacement: { from: 9, count: 1 } } },
    ]);
  });

  test('comes if it is all that is new', () => {
    expect(placed(named + NOW)).toMatchObject([
      { replacement: { from: 1, count: 0, lines: ['// src/a.ts'] } },
    ]);
  });
});
