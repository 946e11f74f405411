/** No senseless text hangs or crashes the reading of facts. */
import { describe, expect, it } from 'vitest';
import { describedLanguages } from './describedLanguages';
import { expectReadable, HANGS } from './hostileReading';
import { testFactsReader } from './wasmFiles';

const reader = testFactsReader();

/** Long for fast parsers. For a parser that uses up its allowance, a longer text would only repeat that. */
const TEXTS: Readonly<Record<string, string>> = {
  nothing: '',
  'a line feed': '\n',
  '200 KB of a': 'a'.repeat(200_000),
  '100,000 blanks': ' '.repeat(100_000),
  '10,000 quotes': '"'.repeat(10_000),
  '100,000 line feeds': '\n'.repeat(100_000),
  '500 marks': '# [HOT] '.repeat(500),
  '2,000 comments': '/**/ '.repeat(2_000),
  NULs: '\u0000'.repeat(1_000),
  'lone surrogates and emoji': '\ud800 def f(): "\udc00" # 👩‍👩‍👧\n'.repeat(100),
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
