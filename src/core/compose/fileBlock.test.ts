import { Parser } from 'commonmark';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseRepoPath, type RepoPath } from '../files/repoPath';
import {
  fileBlockParts,
  joinParts,
  missingMessage,
  noticeBlock,
  noTextMessage,
  viewErrorMessage,
} from './fileBlock';

function pathOf(text: string): RepoPath {
  const parsed = parseRepoPath(text);
  if (parsed.kind === 'refused') throw new Error(parsed.reason);
  return parsed.path;
}

describe('fileBlockParts', () => {
  it.each([
    ['plain', 'let a;\n', '### `a.ts`\n\n```ts\nlet a;\n```'],
    ['no final line end', 'let a;', '### `a.ts`\n\n```ts\nlet a;\n```'],
    ['empty', '', '### `a.ts`\n\n```ts\n```'],
    ['a fence inside', '```\nx\n```\n', '### `a.ts`\n\n````ts\n```\nx\n```\n````'],
  ])('%s', (_, text, block) => {
    expect(joinParts(fileBlockParts(pathOf('a.ts'), 'ts', text))).toBe(block);
  });
});

describe('noticeBlock', () => {
  it.each([
    ['missing', missingMessage(pathOf('gone.py')), 'ERROR: file not found: gone.py'],
    ['a package', missingMessage(pathOf('pkg/__init__.py')), 'ERROR: file not found: pkg/__init__.py'],
    [
      'a route',
      missingMessage(pathOf('app/[id]/(group)/page.tsx')),
      'ERROR: file not found: app/[id]/(group)/page.tsx',
    ],
    ['a link', missingMessage(pathOf('![x](y)')), 'ERROR: file not found: ![x]\\x28y)'],
    ['two lines', missingMessage(pathOf('a\n\n## Files')), 'ERROR: file not found: a\\u000a\\u000a## Files'],
    [
      'a view',
      viewErrorMessage('full', pathOf('a'), '<!-- `x'),
      'ERROR in full view mode for a: \\x3c!-- \\x60x',
    ],
    ['binary', noTextMessage('binary', 12), '(not shown: binary, 12 bytes)'],
    ['one byte', noTextMessage('binary', 1), '(not shown: binary, 1 byte)'],
    ['a heading', '# x', '\\x23 x'],
    ['nothing', '', '(no message)'],
  ])('%s', (_, message, line) => {
    expect(noticeBlock(pathOf('a'), message)).toBe(`### \`a\`\n\n${line}`);
  });

  it('is a heading and one paragraph without links or HTML, whatever it says', () => {
    const piece = fc.constantFrom(
      '#',
      '>',
      '-',
      '+',
      '1.',
      '=',
      '\n',
      '\r',
      '\u2028',
      ' ',
      '\t',
      '`',
      '```',
      '~~~',
      '<',
      '<b>',
      '<!--',
      '[a]',
      '(b)',
      '[',
      ']',
      ': /x',
      '|',
      '---',
      'a',
      '*',
      '_',
      '\\',
      '&#10;',
    );
    const text = fc.oneof(
      fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join('')),
      fc.string({ unit: 'binary' }),
    );
    fc.assert(
      fc.property(text, (message) => {
        const document = new Parser().parse(`[a]: /evil\n\n${noticeBlock(pathOf('a'), message)}\n\n---\n`);
        const types: string[] = [];
        for (let node = document.firstChild; node !== null; node = node.next) types.push(node.type);
        expect(types).toEqual(['heading', 'paragraph', 'thematic_break']);
        const walker = document.walker();
        for (let step = walker.next(); step !== null; step = walker.next()) {
          expect(['html_inline', 'html_block', 'softbreak', 'linebreak']).not.toContain(step.node.type);
          if (step.node.type === 'link') expect(step.node.destination).toBe('/evil');
        }
      }),
      { numRuns: 1_000 },
    );
  });
});
