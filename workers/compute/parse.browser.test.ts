/** Loads the grammars as a page does: by URL, compiled under the page's security policy. */
import { expect, it } from 'vitest';
import { createFactsReader } from './parse';
import { wasmFiles } from './wasmFiles';

const reader = createFactsReader(wasmFiles);

it('parses with several grammars in a browser', async () => {
  for (const [language, text] of [
    ['python', 'def f(): pass\n'],
    ['typescript', 'function f(): void {}\n'],
    ['tsx', 'function f() { return <div />; }\n'],
  ] as const) {
    const outcome = await reader.factsOf(text, language);
    expect(outcome.kind === 'facts' && outcome.facts.symbols.map(({ path }) => path)).toEqual(['f']);
  }
});
