import { describe, expect, it } from 'vitest';
import { beginningOf, messagePieces } from './messagePieces';

describe('messagePieces', () => {
  const kinds = (text: string) => messagePieces(text).map(({ kind, text, info }) => [kind, text, info]);

  it.each([
    ['text', 'a\nb', [['text', 'a\nb', '']]],
    [
      'code between texts',
      'a\n\n```ts x\nlet b;\n\n```\n\nc',
      [
        ['text', 'a', ''],
        ['code', 'let b;\n', 'ts x'],
        ['text', 'c', ''],
      ],
    ],
    ['an open fence', '~~~\na\n```', [['code', 'a\n```', '']]],
    ['a longer fence', '````\n```\n````', [['code', '```', '']]],
    ['inline code', '```a``` b', [['text', '```a``` b', '']]],
    ['empty code', '```\n```', [['code', '', '']]],
    ['nothing', ' \n', []],
  ])('%s', (_, text, expected) => {
    expect(kinds(text)).toEqual(expected);
  });
});

it.each([
  ['abc', 5, 'abc'],
  ['abcdef', 3, 'abc'],
  ['ab\ncdef', 3, 'ab'],
  ['a\ncdefgh', 5, 'a\ncde'],
  ['ab𝒳c', 3, 'ab'],
])('beginningOf %j up to %i', (text, limit, expected) => {
  expect(beginningOf(text, limit)).toBe(expected);
});
