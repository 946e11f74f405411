/** A file from which a parse has lost declarations counts as not parsed. */
import { expect, it } from 'vitest';
import { testFactsReader } from './wasmFiles';

const reader = testFactsReader();

it('sees what a heredoc without an end has swallowed', async () => {
  const text = 'def first = 1\n\nx = <<~SQL\n  select 1\n\ndef last\n  1\nend\n';
  expect(await reader.factsOf(text, 'ruby')).toEqual({ kind: 'none', reason: { kind: 'lossy', line: 6 } });
});

const METHODS = '\n  fun last(): Int {\n    return 1\n  }\n';

it.each([
  [
    'a comment that the next one closes',
    'c',
    '/* Lost.\nint lost(void)\n{\n}\n\n/* Last. */\nint last(void)\n{\n}\n',
    2,
  ],
  [
    'a comment that the next one closes',
    'typescript',
    '/* Lost.\nfunction lost() {}\n\n/* Last. */\nfunction last() {}\n',
    2,
  ],
  ['a string of several lines', 'kotlin', `val a = "\nclass Lost {${METHODS}}\nval b = ""\n`, 2],
  ['a string without an end', 'swift', 'let a = """\n\nfunc lost() -> Int {\n  return 1\n}\n', 3],
  ['a raw string without an end', 'kotlin', `val a = """\nclass Lost {${METHODS.repeat(20)}}\n`, 2],
  ['a regular expression of many lines', 'ruby', `a = /\n${'def lost\n  1\nend\n'.repeat(30)}b = 1 /\n`, 2],
])('sees what %s has swallowed: %s', async (_, language, text, line) => {
  expect(await reader.factsOf(text, language)).toEqual({ kind: 'none', reason: { kind: 'lossy', line } });
});

it.each([
  ['a heredoc at the end', 'ruby', 'def first = 1\n\nx = <<~RUBY\n  def last\n  end\nRUBY\n'],
  [
    'a long string',
    'python',
    `a = """\n${'def b():\n    pass\n'.repeat(60)}"""\n\n\ndef last():\n    pass\n`,
  ],
  ['a comment like a path', 'c', '/* See a/*.c\nint a(void)\n{\n}\n*/\nint last(void)\n{\n}\n'],
  ['a comment in a box', 'c', '/*****\n/* int a(void)\n/* {\n *****/\nint last(void)\n{\n}\n'],
  ['a comment in a comment', 'kotlin', `/*\nclass A {${METHODS}}\n/* B. */\n*/\nclass Last {${METHODS}}\n`],
  ['a raw string', 'kotlin', `val a = """\nclass A {${METHODS}}\n"""\nclass Last {${METHODS}}\n`],
  ['a string of several lines', 'swift', 'let a = """\nfunc a() {\n}\n"""\nfunc last() {\n}\n'],
  ['a long comment', 'javascript', `/*\n${'function a() {\n}\n'.repeat(60)}*/\nfunction last() {}\n`],
])('accepts %s that is closed', async (_, language, text) => {
  expect((await reader.factsOf(text, language)).kind).toBe('facts');
});
