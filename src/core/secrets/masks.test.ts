import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maskedEnds, maskText, newNumbering, unmask, type SecretSpan } from './masks';

function spanOf(text: string, value: string, kind = 'k', from = 0): SecretSpan {
  const start = text.indexOf(value, from);
  return { start, end: start + value.length, kind };
}

describe('maskText', () => {
  it('numbers distinct values of a kind, the same in every text', () => {
    const numbering = newNumbering();
    const first = 'a=alphaalpha b=betabeta';
    const second = 'b=betabeta c=gammagamma';
    const masked = [
      maskText(first, [spanOf(first, 'alphaalpha'), spanOf(first, 'betabeta')], numbering),
      maskText(second, [spanOf(second, 'betabeta'), spanOf(second, 'gammagamma', 'other')], numbering),
    ];
    expect(masked.map(({ text }) => text)).toEqual([
      'a=[[secret:k#1]] b=[[secret:k#2]]',
      'b=[[secret:k#2]] c=[[secret:other#1]]',
    ]);
    expect(unmask('use [[secret:k#2]], not [[secret:k#9]]', numbering)).toBe(
      'use betabeta, not [[secret:k#9]]',
    );
  });

  it('says where each mask is and what it replaces', () => {
    const text = 'x alphaalpha y alphaalpha\r\n';
    const masked = maskText(text, [spanOf(text, 'alphaalpha')], newNumbering());
    expect(masked.masks.map(({ start, end, source }) => [masked.text.slice(start, end), source])).toEqual([
      ['[[secret:k#1]]', { start: 2, end: 12 }],
      ['[[secret:k#1]]', { start: 15, end: 25 }],
    ]);
  });

  it.each([
    ['a fence and brackets', 'x ```\r\n]]secret]]``` y', '```\r\n]]secret]]```'],
    ['a line break', 'x -----a\nb----- y', '-----a\nb-----'],
  ])('masks a value with %s', (_, text, value) => {
    const numbering = newNumbering();
    const masked = maskText(text, [spanOf(text, value)], numbering).text;
    expect(masked).toBe('x [[secret:k#1]] y');
    expect(unmask(masked, numbering)).toBe(text);
  });

  it('makes one secret of overlapping ones, and masks their values elsewhere', () => {
    const text = 'abcdefghij fghijk abcdefg';
    const secrets: SecretSpan[] = [
      { start: 0, end: 7, kind: 'k' },
      { start: 5, end: 10, kind: 'k' },
      { start: 0, end: 7, kind: 'k' },
    ];
    const numbering = newNumbering();
    const masked = maskText(text, secrets, numbering).text;
    expect(masked).toBe('[[secret:k#1]] fghijk [[secret:k#2]]');
    expect(unmask(masked, numbering)).toBe(text);
  });

  it('never gives a number that a text contains as it is', () => {
    const text = 'docs: [[secret:k#1]], key: alphaalpha';
    const numbering = newNumbering();
    const masked = maskText(text, [spanOf(text, 'alphaalpha')], numbering).text;
    expect(masked).toBe('docs: [[secret:k#1]], key: [[secret:k#2]]');
    expect(unmask(masked, numbering)).toBe(text);
  });

  it('can be undone and leaves no value, in any texts', () => {
    const value = fc.stringMatching(/^[a-c`\]\n]{2}[x-z0-2]{5,12}$/);
    const part = fc.oneof(
      value,
      fc.constantFrom('\r\n', '```', '[[secret:k#1]]', '[[secret:', ']]', 'k#2'),
      fc.stringMatching(/^[a-cx-z0-2 ]{0,6}$/),
    );
    const texts = fc.array(fc.array(part, { maxLength: 12 }), { minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(texts, fc.array(value, { minLength: 1, maxLength: 4 }), (parts, values) => {
        const numbering = newNumbering();
        // Masks in a text mean their values once these have them, so only the first text may contain some.
        for (const [at, pieces] of parts.entries()) {
          const text = [...pieces, ...values]
            .join(at === 0 ? '' : ' ')
            .replaceAll(/secret/g, at === 0 ? 'secret' : 's');
          const secrets = values.map((each) => spanOf(text, each));
          const masked = maskText(text, secrets, numbering);
          expect(unmask(masked.text, numbering)).toBe(text);
          for (const each of values) expect(masked.text).not.toContain(each);
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it('masks many values of one text in one pass', () => {
    const values = Array.from({ length: 10_000 }, (_, at) => `prefix-${at.toString(36).padStart(6, 'q')}`);
    const text = [...values, ...values].join('\n');
    let at = 0;
    const secrets = values.map((value) => {
      const span = { start: at, end: at + value.length, kind: 'k' };
      at = span.end + 1;
      return span;
    });
    const numbering = newNumbering();
    const masked = maskText(text, secrets, numbering);
    expect(masked.masks).toHaveLength(20_000);
    expect(unmask(masked.text, numbering)).toBe(text);
  });
});

describe('maskedEnds', () => {
  it.each([
    ['abcd', '…'],
    ['abcdefghi', 'a…'],
    ['0123456789', '0…9'],
    [`${'sk'}-p${'x'.repeat(40)}9aZ`, 'sk-p…9aZ'],
  ])('%s', (value, shown) => {
    expect(maskedEnds(value)).toBe(shown);
  });
});
