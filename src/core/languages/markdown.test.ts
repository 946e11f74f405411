import { Parser } from 'commonmark';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { markdown, mdx } from './markdown';
import { markdownBlocks, paragraphText } from './markdownBlocks';
import { languageRules } from './registry';
import { scanFacts } from './scan';

/** Pieces of every block, and of blocks that are almost one. */
const PIECES = [
  ...[
    '# a',
    '## b ##',
    '#',
    '####### x',
    '#x',
    '===',
    '---',
    '- - -',
    '***',
    '* ',
    '- ',
    '+ ',
    '1. ',
    '2) ',
    '10. ',
  ],
  ...[
    '> ',
    '>',
    '>>',
    '    ',
    '  ',
    ' ',
    '\t',
    '```',
    '````',
    '~~~',
    '``` a`b',
    '~~~ js ```',
    '<!--',
    '-->',
    '<div>',
  ],
  ...[
    '</div>',
    '<a b="c">',
    '<b>',
    '<a',
    '<script>',
    '</script>',
    '<?php',
    '?>',
    '<![CDATA[',
    ']]>',
    '<!X',
    '|a|',
  ],
  ...[
    '[a]: b',
    '[a]:',
    '[a]: <b c> "t"',
    '[a]: b (x',
    '[x]',
    '"t"',
    '\\',
    '-',
    '=',
    '1',
    'word',
    'a\tb',
    '',
    '\f',
  ],
];

const documents = fc
  .array(fc.array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 5 }), {
    minLength: 1,
    maxLength: 14,
  })
  .map((lines) => lines.map((pieces) => pieces.join('')).join('\n'));

const oneLine = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();

/** Texts without their inline markup, which neither the outline nor `markdownBlocks` reads. */
function seenByCommonmark(text: string): readonly string[] {
  const seen: string[] = [];
  const walker = new Parser().parse(text).walker();
  for (let step = walker.next(); step !== null; step = walker.next()) {
    if (step.entering && step.node.type === 'heading')
      seen.push(`${step.node.level} at ${step.node.sourcepos[0][0]}`);
  }
  return seen;
}

const outlineOf = (text: string, rules = markdown): readonly string[] =>
  scanFacts(text, rules).symbols.map(({ path, startLine, endLine }) => `${path} ${startLine}-${endLine}`);

describe('markdownBlocks', () => {
  it('finds the headings that CommonMark has', () => {
    fc.assert(
      fc.property(documents, (text) => {
        const starts = markdownBlocks(text, 'commonmark').headings.map(
          ({ level, start }) => `${level} at ${text.slice(0, start).split('\n').length}`,
        );
        // The parser counts link definitions before an underlined heading as part of it.
        fc.pre(!/^[ >*+\d.)-]*\[/m.test(text));
        expect(starts).toEqual(seenByCommonmark(text));
      }),
      { numRuns: 1_000, seed: 7 },
    );
  });

  it('keeps link definitions out of headings and paragraphs', () => {
    const text = '[a]: b "c"\n[d]: <e>\nTitle\n===\n\n[f]: g\n---\n[h]: i\ntext\n\n[j]: k l\n===\n';
    const { headings, paragraphs } = markdownBlocks(text, 'commonmark');
    expect(headings.map(({ level, text: title }) => `${level} ${title}`)).toEqual(['1 Title', '1 [j]: k l']);
    expect(paragraphs.map((lines) => oneLine(paragraphText(text, lines))).filter(Boolean)).toEqual(['text']);
  });
});

describe('markdown', () => {
  it('has no headings from comments, HTML, code in lists, and front matter', () => {
    const text = [
      ...[
        '---',
        '# no: 1',
        '---',
        '# A',
        '<!--',
        '## no',
        '',
        '## no',
        '-->',
        '- ```',
        '  # no',
        '  ```',
        '- b',
      ],
      ...[
        '<pre>',
        '# no',
        '</pre>',
        '~~~ js ```',
        '# no',
        '~~~',
        '    # no',
        '``` a`b',
        '## B',
        '',
        '> # C',
        '',
        'D',
        '---',
      ],
    ].join('\n');
    expect(outlineOf(text)).toEqual(['A 4-27', 'A.B 22-24', 'A.B.C 24-24', 'A.D 26-27']);
  });

  it('reads TOML front matter, and a rule at the start as a rule', () => {
    expect(outlineOf('+++\n# a = 1\n+++\n# A\n')).toEqual(['A 4-4']);
    expect(outlineOf('---\n\n# A\n\n---\n')).toEqual(['A 3-5']);
  });

  it('reads MDX without indented code and HTML', () => {
    const text =
      'export const a = {\n  b: 1 }\n\n<Tabs>\n    # A\n</Tabs>\n\n{/*\n# no\n*/}\n\n<Foo />\n---\n\n## B\n';
    expect(outlineOf(text, mdx)).toEqual(['A 5-15', 'A.B 15-15']);
  });

  it('is used for R Markdown', () => {
    expect(languageRules('rmarkdown')).toBe(markdown);
  });
});
