/** No depth of nesting hangs or crashes the reading of facts. */
import { describe, it } from 'vitest';
import { describedLanguages } from './describedLanguages';
import { expectReadable, HANGS } from './hostileReading';
import { testFactsReader } from './wasmFiles';

const reader = testFactsReader();

/** Deeper than a recursive walk could go, but no longer: more would only test the parser. */
const TEXTS: Readonly<Record<string, string>> = {
  '10,000 open braces': '{'.repeat(10_000),
  '10,000 open brackets': '['.repeat(10_000),
  '10,000 nested parentheses': '('.repeat(10_000) + ')'.repeat(10_000),
  '5,000 nested blocks': 'x{'.repeat(5_000) + '}'.repeat(5_000),
  '1,000 nested classes': 'class A { '.repeat(1_000),
  '1,000 nested functions': 'function f() { '.repeat(1_000) + '}'.repeat(1_000),
};

describe.each(describedLanguages())('%s', (language) => {
  it.each(Object.keys(TEXTS))('%s', { timeout: HANGS }, (name) =>
    expectReadable(reader, language, TEXTS[name] ?? ''),
  );
});
