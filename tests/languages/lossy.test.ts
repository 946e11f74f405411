/** A file from which a parse has lost declarations counts as not parsed. */
import { expect, it } from 'vitest';
import { testFactsReader } from './wasmFiles';

const reader = testFactsReader();

it('sees what a heredoc without an end has swallowed', async () => {
  const text = 'def first = 1\n\nx = <<~SQL\n  select 1\n\ndef last\n  1\nend\n';
  expect(await reader.factsOf(text, 'ruby')).toEqual({ kind: 'none', reason: { kind: 'lossy', line: 6 } });
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

it.each([
  ['a heredoc at the end', 'ruby', 'def first = 1\n\nx = <<~RUBY\n  def last\n  end\nRUBY\n'],
  [
    'a long string',
    'python',
    `a = """\n${'def b():\n    pass\n'.repeat(60)}"""\n\n\ndef last():\n    pass\n`,
  ],
  ['a long comment', 'javascript', `/*\n${'function a() {\n}\n'.repeat(60)}*/\nfunction last() {}\n`],
])('accepts %s that is closed', async (_, language, text) => {
  expect((await reader.factsOf(text, language)).kind).toBe('facts');
});
