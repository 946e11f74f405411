/** 5,000 randomly damaged files: reading facts neither hangs nor crashes, and the facts are sound. */
import { describe, expect, it } from 'vitest';
import { languageIdOfText } from '../../src/core/files/textLanguage';
import { describedLanguages } from './describedLanguages';
import { goldens } from './goldens';
import { expectSoundFacts } from './soundFacts';
import { testFactsReader } from './wasmFiles';

/** Variants of each whole sample, and of excerpts from each language's samples: 5,000 in all. */
const WHOLE = 5;
const EXCERPTS = 95;
const EXCERPT_LINES = 30;

const reader = testFactsReader();

describe.each(describedLanguages())('%s', (language) => {
  const random = pseudoRandom(language.length);
  const samples = goldens()
    .filter((golden) => golden.language === language)
    .map(({ text }) => text);

  it('samples with damage', async () => {
    for (const text of samples)
      for (let round = 0; round < WHOLE; round += 1) await expectSound(language, damage(text, random));
  });

  it('excerpts of samples with damage', async () => {
    for (let round = 0; samples.length > 0 && round < EXCERPTS; round += 1)
      await expectSound(language, damage(excerpt(samples[round % samples.length] ?? '', random), random));
  });
});

it.each([
  ['cpp', 'class {public//\ns():_(){}}i(){'],
  ['ocaml', 'let r(s=let e s=""in\u0004i|" '],
  ['powershell', 'function g{s{function d{1}}e 1'],
  ['swift', 'static func=(s:t={{\n\ns\n}\n\n )throws{l}'],
  ['kotlin', 'val a = 1\n@'],
  ['kotlin', 'val a = 1\n@A(b'],
  ['json', '{{"":"","":'],
])('%s as such files were found: %j', expectSound);

it('are 5,000', () => {
  const all = goldens();
  const languages = new Set(all.map(({ language }) => language));
  expect(all.length * WHOLE + languages.size * EXCERPTS).toBeGreaterThanOrEqual(5_000);
});

async function expectSound(language: string, text: string): Promise<void> {
  const outcome = await reader.factsOf(text, language);
  if (outcome.kind === 'facts') expectSoundFacts(text, outcome.facts);
  // A damaged excerpt can look like another language that shares the name.
  else if (languageIdOfText(language, text) !== language) expect(outcome.reason.kind).toBe('no-grammar');
  else expect(outcome.reason.kind).toMatch(/too-slow|lossy/);
}

function excerpt(text: string, random: () => number): string {
  const lines = text.split('\n');
  const start = Math.floor(random() * lines.length);
  return lines.slice(start, start + EXCERPT_LINES).join('\n');
}

/** Cuts, duplicates and inserts pieces at random. */
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
