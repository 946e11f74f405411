import { Parser } from 'commonmark';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { insetMarkdown } from './insetMarkdown';

test.each([
  ['# One\n\n## Two\n\n#### Four', '#### One\n\n##### Two\n\n#### Four'],
  ['Title\n===\n\nText', '#### Title\n\n\nText'],
  ['Title\n---\n\nText', '##### Title\n\n\nText'],
  ['a\n\n---\n\n- - -\n\n***', 'a\n\n***\n\n* * *\n\n***'],
  ['> # Quote\n\n- ## Item', '> #### Quote\n\n- ##### Item'],
  ['```sh\n# a comment\n---\n```', '```sh\n# a comment\n---\n```'],
  ['```sh\n# open', '```sh\n# open\n```'],
  ['one\ntwo\n===', 'one\ntwo\n\\==='],
  ['#hash and a-b = c', '#hash and a-b = c'],
  ['- a\n- b', '- a\n- b'],
  ['', ''],
])('%j becomes %j', (text, expected) => {
  expect(insetMarkdown(text)).toBe(expected);
});

const piece = fc.constantFrom(
  ...[
    '## Files',
    '# A',
    '### `src/a.ts`',
    '---',
    '***',
    '===',
    '--',
    'text',
    '',
    '',
    '```',
    '~~~text',
    '<div>',
  ],
  ...['<!--', '-->', '<script>', '</pre>', '> # q', '- x', '  ## in list', '1. y', '    ## code', '\t## tab'],
  ...[
    '| a | b |',
    '| - | - |',
    '[x]: y',
    '<?',
    '```\t',
    '\u000b## v',
    '\u00a0## n',
    '## Files ##',
    '&#35; a',
    '-',
  ],
);
const markdown = fc.array(piece, { maxLength: 14 }).map((lines) => lines.join('\n'));

test('no text has a heading or a separator of the document, and none swallows what follows', () => {
  fc.assert(
    fc.property(markdown, (text) => {
      const document = `## Documents\n\n### \`a\`\n\n${insetMarkdown(text)}\n\n---\n\n### \`b\`\n\nx\n\n---\n\n## Task\n\nend\n`;
      const found: string[] = [];
      const root = new Parser().parse(document);
      for (let node = root.firstChild; node !== null; node = node.next) {
        if (node.type === 'thematic_break') {
          const line = document.split('\n')[node.sourcepos[0][0] - 1] ?? '';
          if (line.includes('-')) found.push('---');
        }
        if (node.type === 'heading' && node.level < 4)
          found.push(`${node.level} ${node.firstChild?.literal}`);
      }
      expect(found).toEqual(['2 Documents', '3 a', '---', '3 b', '---', '2 Task']);
    }),
    { numRuns: 3_000 },
  );
});
