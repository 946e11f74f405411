/** No text, however made, hangs or crashes the reading of facts, and whatever comes out is sound. */
import { describe, expect, it } from 'vitest';
import { describedLanguages } from '../../src/core/languages/registry';
import type { ViewRequest } from '../../src/core/compose/block';
import type { RepoPath } from '../../src/core/files/repoPath';
import { renderView } from '../../src/core/views/registry';
import { goldens } from './goldens';
import { expectSoundFacts } from './soundFacts';
import { testFactsReader } from './wasmFiles';

/** Milliseconds for parsing and everything after it; whatever takes this long hangs, on a busy machine too. */
const HANGS = 60_000;

const VIEWS: readonly ViewRequest[] = [
  { mode: 'summary' },
  { mode: 'outline' },
  { mode: 'skeleton', keep: 'all' },
  { mode: 'skeleton', keep: 'signatures' },
  { mode: 'skeleton', keep: 'definitions' },
  { mode: 'masked', mask: [{ symbol: 'f', level: 'def' }] },
  { mode: 'custom', slices: [{ startLine: 1, endLine: 1, tag: undefined, comment: undefined, lost: false }] },
];

const reader = testFactsReader();

const TEXTS: Readonly<Record<string, string>> = {
  nothing: '',
  'a line feed': '\n',
  '100,000 open braces': '{'.repeat(100_000),
  '100,000 open brackets': '['.repeat(100_000),
  '100,000 nested parentheses': '('.repeat(100_000) + ')'.repeat(100_000),
  '20,000 nested blocks': 'x{'.repeat(20_000) + '}'.repeat(20_000),
  '20,000 nested classes': 'class A { '.repeat(20_000),
  '10,000 nested functions': 'function f() { '.repeat(10_000) + '}'.repeat(10_000),
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
  it.each(Object.keys(TEXTS))('%s', { timeout: HANGS }, async (name) => {
    const text = TEXTS[name] ?? '';
    await reader.factsOf('', language);
    const outcome = await reader.factsOf(text, language);
    if (outcome.kind === 'facts') {
      expectSoundFacts(text, outcome.facts);
      const source = { path: 'a' as RepoPath, text, facts: outcome.facts };
      for (const view of VIEWS) expect(renderView(view, source).failed).toBeUndefined();
    } else expect(outcome.reason.kind).toMatch(/too-slow|too-large/);
  });

  it('its own samples with random damage', async () => {
    const random = pseudoRandom(language.length);
    for (const { text } of goldens().filter((golden) => golden.language === language)) {
      for (let round = 0; round < 10; round += 1) {
        const damaged = damage(text, random);
        const outcome = await reader.factsOf(damaged, language);
        if (outcome.kind === 'facts') expectSoundFacts(damaged, outcome.facts);
      }
    }
  });
});

/** Cuts, doubles and sprinkles. */
function damage(text: string, random: () => number): string {
  const at = (): number => Math.floor(random() * text.length);
  const [a = 0, b = 0] = [at(), at()].toSorted((x, y) => x - y);
  const noise = String.fromCharCode(...Array.from({ length: 20 }, () => Math.floor(random() * 0x250)));
  switch (Math.floor(random() * 4)) {
    case 0:
      return text.slice(0, a);
    case 1:
      return text.slice(0, a) + text.slice(b);
    case 2:
      return text.slice(0, b) + noise + text.slice(a);
    default:
      return text.slice(0, a) + noise + text.slice(a);
  }
}

function pseudoRandom(seed: number): () => number {
  let state = seed + 1;
  return () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return state / 2 ** 32;
  };
}
