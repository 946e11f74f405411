/** No text without any sense hangs or crashes the reading of facts. */
import { describe, expect, it } from 'vitest';
import { describedLanguages } from '../../src/core/languages/registry';
import { expectReadable, HANGS } from './hostileReading';
import { testFactsReader } from './wasmFiles';

const reader = testFactsReader();

const TEXTS: Readonly<Record<string, string>> = {
  nothing: '',
  'a line feed': '\n',
  '1 MB of a': 'a'.repeat(1_000_000),
  '100,000 blanks': ' '.repeat(100_000),
  '100,000 quotes': '"'.repeat(100_000),
  '100,000 line feeds': '\n'.repeat(100_000),
  '5,000 marks': '# [HOT] '.repeat(5_000),
  '20,000 comments': '/**/ '.repeat(20_000),
  NULs: '\u0000'.repeat(10_000),
  'lone surrogates and emoji': '\ud800 def f(): "\udc00" # 👩‍👩‍👧\n'.repeat(500),
};

describe.each(describedLanguages())('%s', (language) => {
  it.each(Object.keys(TEXTS))('%s', { timeout: HANGS }, (name) =>
    expectReadable(reader, language, TEXTS[name] ?? ''),
  );
});

it('does not read 40 MB of JSON in one line, and still shows it', async () => {
  const text = `[${'{"a":[1,2,3]},'.repeat(3_000_000)}0]`;
  expect(await reader.factsOf(text, 'json')).toEqual({
    kind: 'none',
    reason: { kind: 'too-large', units: text.length },
  });
  await expectReadable(reader, 'json', text);
});
