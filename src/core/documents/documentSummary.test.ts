import { expect, test } from 'vitest';
import { GROUP_TOKENS, summarizeDocument } from './documentSummary';

/** A token a word. */
const count = (text: string) => text.split(/\s+/).filter((word) => word !== '').length;
const filler = (words: number) => `${'word '.repeat(words)}here.`;

test('a short document is its own summary', () => {
  const text = `#### A\n\n${filler(3_000)}`;
  expect(summarizeDocument(text, count)).toBe(text);
});

test('a longer one keeps the first and last sentence, decisions, and file names of each group', () => {
  const part = (name: string) =>
    [
      `[Page ${name}]`,
      `Part ${name} begins. ${filler(1_500)}`,
      `We decided to keep ${name}. It touches src/${name}.ts too.`,
      `${filler(1_500)} Part ${name} ends.`,
    ].join('\n\n');
  const summary = summarizeDocument(['1', '2', '3'].map(part).join('\n\n'), count);
  expect(summary).toBe(
    ['1', '2', '3']
      .map((name) =>
        [
          ...[`[Page ${name}]`, `- Part ${name} begins.`, `- We decided to keep ${name}.`],
          ...[`- Part ${name} ends.`, `- Files: src/${name}.ts`],
        ].join('\n'),
      )
      .join('\n\n'),
  );
});

test('a very long one is summarized again until it is short', () => {
  const text = Array.from({ length: 800 }, (_, at) => `Paragraph ${at} says ${filler(150)}`).join('\n\n');
  const summary = summarizeDocument(text, count);
  expect(count(summary)).toBeLessThanOrEqual(GROUP_TOKENS);
  expect(summary).toMatch(/Paragraph 0 .*Paragraph 799/s);
});

test.each([['a'.repeat(60_000)], ['x y '.repeat(9_000)], ['\n\n'.repeat(9_000)]])(
  'ends for any text',
  (text) => {
    expect(typeof summarizeDocument(text, count)).toBe('string');
  },
);
