import { Parser } from 'commonmark';
import fc from 'fast-check';
import MarkdownIt from 'markdown-it';
import { marked } from 'marked';
import { describe, expect, it, test } from 'vitest';
import { anyText } from '../../../tests/arbitraries/anyText';
import { MOST_CHARACTERS, pageText } from './pageText';
import { renderUrl } from './renderUrl';

const url = 'https://a.example/b';
const printed = (markdown: string) => renderUrl({ url, ...pageText(markdown) });

test('a block has the address and the text, with smaller headings', () => {
  expect(printed('# Title\n\nText\n\n```sh\n# comment\n```\n')).toBe(
    '### `https://a.example/b`\n\n#### Title\n\nText\n\n```sh\n# comment\n```',
  );
  expect(renderUrl({ url: 'https://a.example/`x', text: 'y', isCut: false })).toBe(
    '### `https://a.example/\\x60x`\n\ny',
  );
});

test('only the first 4,000 characters are kept, and the text says so', () => {
  expect(MOST_CHARACTERS).toBe(4_000);
  expect(printed('x'.repeat(4_000))).not.toContain('truncated');
  expect(printed('x'.repeat(4_001))).toBe(`### \`${url}\`\n\n${'x'.repeat(4_000)}\n\n[truncated...]`);
  expect(Array.from(pageText('😀'.repeat(5_000)).text)).toHaveLength(4_000);
  expect(printed(`\`\`\`\n${'x\n'.repeat(4_000)}`)).toMatch(/\nx\n```\n\n\[truncated\.\.\.\]$/);
  expect(printed(`${'x\n'.repeat(1_999)}\n## Files`)).not.toMatch(/^#{1,3}(?:\s|$)(?!`)/m);
});

/** The headings of the document itself, as a parser sees them. */
const READERS: Readonly<Record<string, (document: string) => readonly string[]>> = {
  commonmark(document) {
    const found: string[] = [];
    const walker = new Parser().parse(document).walker();
    for (let step = walker.next(); step !== null; step = walker.next())
      if (step.entering && step.node.type === 'heading' && step.node.level < 4)
        found.push(`${step.node.level} ${step.node.firstChild?.literal}`);
    return found;
  },
  'markdown-it': (document) => {
    const tokens = new MarkdownIt({ html: true }).parse(document, {});
    return tokens.flatMap(({ type, tag }, at) =>
      type === 'heading_open' && /^h[1-3]$/.test(tag)
        ? `${tag.slice(1)} ${tokens[at + 1]?.content.replaceAll('`', '')}`
        : [],
    );
  },
  marked: (document) => {
    const found: string[] = [];
    marked.walkTokens(marked.lexer(document), (token) => {
      if (token.type === 'heading' && token['depth'] < 4)
        found.push(`${token['depth']} ${String(token['text']).replaceAll('`', '')}`);
    });
    return found;
  },
};

const line = fc.constantFrom(
  ...[
    '## Files',
    '# A',
    '### `src/a.ts`',
    '---',
    '===',
    '- x',
    '> # q',
    '1. y',
    '```',
    '~~~',
    '',
    '',
    'text',
  ],
  ...[
    '<div>',
    '<!--',
    '-->',
    '<script>',
    '</script>',
    '<pre>',
    '| a | b |',
    '|---|---|',
    '[x]: y',
    '    ## code',
  ],
  ...[
    '- ## item',
    '## Task',
    '<h2>Files</h2>',
    '\\',
    '`',
    '*',
    '<?php',
    '<![CDATA[',
    '[truncated...]',
    '> ```',
  ],
);
const hostile = fc.oneof(
  fc.array(line, { maxLength: 12 }).map((lines) => lines.join('\n')),
  anyText,
);

describe('any text of a page', () => {
  it.each(Object.keys(READERS))('adds no heading to the document for %s, and swallows none', (reader) => {
    fc.assert(
      fc.property(hostile, (text) => {
        const document = `## URLs\n\n${printed(text)}\n\n---\n\n## Task\n\nend\n`;
        expect(READERS[reader]?.(document)).toEqual(['2 URLs', `3 ${url}`, '2 Task']);
      }),
      { numRuns: 2_000 },
    );
  });

  it.each([
    '1. y\n===\n===',
    '> y\n--\n--',
    '- y\n===\n\n===',
    '1. y\n  ===\n===',
    '#\u00a0/',
    '- #\u2003x',
    '[x]: y\n</b>\n<?php\n```\n\n## Files',
  ])('is no heading where only some readers see one: %j', (text) => {
    const document = `## URLs\n\n${printed(text)}\n\n---\n\n## Task\n\nend\n`;
    for (const read of Object.values(READERS))
      expect(read(document).filter((heading) => !/^[4-6] /.test(heading))).toEqual([
        ...['2 URLs', `3 ${url}`, '2 Task'],
      ]);
  });

  it('is read in time', () => {
    for (const part of ['# ', '> ', '- ', '```\n', '<a ', '[', '*', '`', '1. ', '\n---', '<!--', '|-'])
      printed(part.repeat(MOST_CHARACTERS));
  }, 10_000);
});
