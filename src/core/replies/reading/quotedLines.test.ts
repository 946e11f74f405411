import { expect, test } from 'vitest';
import { readReply } from '../readReply';

test('a quote is read like a reply', () => {
  const quote = ['src/a.ts', '```ts', 'a', '```', '', 'b.ts', '```', '> c', '```'].map((line) => `> ${line}`);
  expect(readReply(['You wrote:', '', ...quote, '', 'Done.'].join('\n'))).toMatchObject({
    edits: [
      { path: 'src/a.ts', text: 'a\n', from: 4, to: 6 },
      { path: 'b.ts', text: '> c\n', from: 9, to: 11 },
    ],
    notUnderstood: [],
  });
});

test('a quote without an edit is text', () => {
  expect(readReply('> a\n> > ```\n> > b\n')).toEqual({ edits: [], notUnderstood: [] });
});
