/** No depth of nesting hangs or crashes the reading of facts. */
import { describe, it } from 'vitest';
import { describedLanguages } from '../../src/core/languages/registry';
import { expectReadable, HANGS } from './hostileReading';
import { testFactsReader } from './wasmFiles';

const reader = testFactsReader();

const TEXTS: Readonly<Record<string, string>> = {
  '100,000 open braces': '{'.repeat(100_000),
  '100,000 open brackets': '['.repeat(100_000),
  '100,000 nested parentheses': '('.repeat(100_000) + ')'.repeat(100_000),
  '20,000 nested blocks': 'x{'.repeat(20_000) + '}'.repeat(20_000),
  '20,000 nested classes': 'class A { '.repeat(20_000),
  '10,000 nested functions': 'function f() { '.repeat(10_000) + '}'.repeat(10_000),
};

describe.each(describedLanguages())('%s', (language) => {
  it.each(Object.keys(TEXTS))('%s', { timeout: HANGS }, (name) =>
    expectReadable(reader, language, TEXTS[name] ?? ''),
  );
});
