import { countTokens } from 'gpt-tokenizer/encoding/o200k_base';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { growth } from '../../../tests/growth';
import { anyText } from '../../../tests/arbitraries/anyText';
import { SUMMARY_TOKENS } from './compression';
import type { SeenMessage } from './exchange';
import { extractLines } from './extract';
import { countedTexts, summaryWithin } from './extractedSummary';

const count = (text: string) => countTokens(text, { disallowedSpecial: new Set() });
const user = (content: string): SeenMessage => ({ role: 'User', content });
const ai = (content: string): SeenMessage => ({ role: 'AI', content });

function summaryOf(messages: readonly SeenMessage[], earlier = '', limit = SUMMARY_TOKENS): string {
  return summaryWithin(extractLines(messages, earlier), count, limit);
}

const CONVERSATION = [
  user(
    'The login page loses its session. Why does that happen?\n\n```ts\nlet token = read(); // We decided nothing.\n```',
  ),
  ai('The cookie expires in `src/auth/cookie.ts:12`. See also (src/app.ts). It is made with Node.js.'),
  user('We will renew it at each request instead of once a day. Change src/auth/cookie.ts.'),
  ai('Done. Should the tests cover expired cookies, too?'),
];

describe('a summary by extraction', () => {
  it('has first and last sentences, decisions, files, and open questions', () => {
    expect(summaryOf(CONVERSATION)).toBe(
      [
        'It began with:\n- The login page loses its session.',
        'Decisions:\n- We will renew it at each request instead of once a day.',
        'Files:\n- src/auth/cookie.ts\n- src/app.ts',
        'It ended with:\n- Should the tests cover expired cookies, too?\n',
      ].join('\n'),
    );
  });

  it('folds an earlier summary in', () => {
    const earlier = summaryOf(CONVERSATION);
    const later = summaryOf(
      [user('Add a test for the logout page.'), ai('Added tests/logout.test.ts.')],
      earlier,
    );
    expect(later).toContain('Before that:\n- The login page loses its session.\n');
    expect(later).toContain('- tests/logout.test.ts\n');
    expect(later).not.toContain('Asked:\n- Asked');
  });

  it('hides secrets', () => {
    const key = `sk-${'aB3dE5fG7h'.repeat(5)}`;
    expect(summaryOf([user(`We must set OPENAI_API_KEY=${key} first.`)])).not.toContain('aB3dE5fG7h');
  });

  it('is empty if there is nothing to say', () => {
    expect(summaryOf([user(' \n'), ai('ok')])).toBe('');
  });

  it('never has more tokens than allowed, and counts them exactly', () => {
    const message = fc.record({
      role: fc.constantFrom('User', 'AI', 'Tool'),
      content: fc
        .array(fc.oneof(anyText, fc.constantFrom('We decided it.', 'Why?', 'a/b.ts', '\n', '. ')), {
          maxLength: 8,
        })
        .map((all) => all.join(' ')),
    });
    fc.assert(
      fc.property(
        fc.array(message, { maxLength: 40 }),
        anyText,
        fc.integer({ min: 0, max: 500 }),
        (messages, earlier, limit) => {
          const extract = extractLines(messages, earlier);
          const known = new Map(countedTexts(extract).map((text) => [text, count(text)]));
          const summary = summaryWithin(extract, (text) => known.get(text) ?? NaN, limit);
          expect(count(summary)).toBeLessThanOrEqual(limit);
          expect(summary.isWellFormed()).toBe(true);
          expect(/^(?: {0,3}(?:`{3}|~{3})|<)/m.test(summary)).toBe(false);
        },
      ),
    );
  });

  it('takes messages of any size in linear time', { timeout: 60_000 }, () => {
    for (const piece of ['a', 'a/', 'a.', '. ', '? ', 'we must ', '`', '<a>', '- ', '\n'])
      expect(
        growth((size) => extractLines([user(piece.repeat(size))]), { size: 4_000, factor: 8, limit: 24 }),
      ).toBeLessThan(24);
    expect(
      growth((size) => extractLines([user(`a${'-'.repeat(size)}x`)]), { size: 4_000, factor: 8, limit: 24 }),
    ).toBeLessThan(24);
    const many = Array.from({ length: 10_000 }, (_, at) => user(`Text ${at}. We must keep file${at}.ts?`));
    expect(count(summaryOf(many))).toBeLessThanOrEqual(SUMMARY_TOKENS);
  });
});
