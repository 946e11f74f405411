import { describe, expect, it } from 'vitest';
import { languageRules } from '../languages/registry';
import { scanFacts } from '../languages/scan';
import { summarizeOther } from './other';
import { summarizeProse } from './prose';

function summary(language: string, text: string): string {
  const rules = languageRules(language);
  if (rules === undefined || rules.kind === 'grammar') throw new Error(`${language} has no scanner`);
  return summarizeProse(language, text, scanFacts(text, rules));
}

describe('summarizeProse', () => {
  it('gives headings by level with the first sentence under each', () => {
    const text = 'Opening. More.\n\n# A\n\nFirst here. Second.\n\n## B\n```\n# not this\n```\n# C\n- item\n';
    expect(summary('markdown', text)).toBe(
      'markdown, 12 lines\n\nOpening.\n- A: First here.\n  - B\n- C: item\n',
    );
  });

  it.each([
    ['rst', '=====\nTitle\n=====\n\nFirst here. Second.\n\nPart\n----\n\nUnder it. More.\n'],
    ['asciidoc', '= Title\n\nFirst here. Second.\n\n== Part\n\nUnder it. More.\n'],
    ['markdown', 'Title\n=====\n\nFirst here. Second.\n\nPart\n----\nUnder it. More.\n'],
  ])('keeps the lines of titles out of the sentences of %s', (language, text) => {
    const lines = summary(language, text).split('\n').slice(2, -1);
    expect(lines).toEqual(['- Title: First here.', '  - Part: Under it.']);
  });
});

describe('summarizeOther', () => {
  it('gives type, count and the first eight lines, cut to a width', () => {
    const text = `${'x'.repeat(300)}\n${Array.from({ length: 20 }, (_, index) => `${index}\n`).join('')}`;
    expect(summarizeOther('Text', text)).toBe(`Text, 21 lines\n\n${'x'.repeat(200)}…\n0\n1\n2\n3\n4\n5\n6\n`);
  });
});
