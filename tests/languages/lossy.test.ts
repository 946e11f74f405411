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
  ['a regular expression of many lines', 'ruby', `a = /\n${'def lost\n  1\nend\n'.repeat(30)}b = 1 /\n`, 2],
])('sees what %s has swallowed: %s', async (_, language, text, line) => {
  expect(await reader.factsOf(text, language)).toEqual({ kind: 'none', reason: { kind: 'lossy', line } });
});

it('reads a file again without bodies if one has swallowed what follows', async () => {
  const test =
    'TEST(Store, throws) {\n  CHECK(throw Lost("a"), "b");\n  CHECK(throw Lost("a"), has("b"));\n}\n';
  const names = Array.from({ length: 30 }, (_, index) => `run${index}`);
  const text = test + names.map((name) => `\nint Store::${name}(int a)\n{\n  return a;\n}\n`).join('');
  const outcome = await reader.factsOf(text, 'cpp');
  if (outcome.kind === 'none') throw new Error(JSON.stringify(outcome.reason));
  expect(outcome.facts.symbols.map(({ name }) => name)).toEqual(['Store.throws', ...names]);
});

it('reads a class again without bodies if a macro in one has unpaired its braces', async () => {
  const first = '  void first(int a) {\n    if (a)\n      REPORT(<<8, a) {\n  }\n';
  const text = `class Store {\n public:\n${first}\n  int second(int a) {\n    return a;\n  }\n};\n`;
  const outcome = await reader.factsOf(text, 'cpp');
  if (outcome.kind === 'none') throw new Error(JSON.stringify(outcome.reason));
  const paths = outcome.facts.symbols.map(({ path }) => path);
  expect(paths).toEqual(['Store', 'Store.first', 'Store.second']);
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
  ['a long comment', 'javascript', `/*\n${'function a() {\n}\n'.repeat(60)}*/\nfunction last() {}\n`],
])('accepts %s that is closed', async (_, language, text) => {
  expect((await reader.factsOf(text, language)).kind).toBe('facts');
});
