import { Parser, type Node } from 'commonmark';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { referenceTo } from '../attachments/reference';
import { parseRepoPath } from '../files/repoPath';
import { sourceName } from './addedFile';
import { altOf, renderNoScreenshot, renderScreenshot } from './screenshot';

const shot = (source: string, alt = '') => ({ source, alt });

/** The nodes of the only paragraph in a Markdown text. */
function inlines(markdown: string): readonly Node[] {
  const paragraph = new Parser().parse(`${markdown}\n\n---\n`).firstChild;
  expect(paragraph?.type).toBe('paragraph');
  expect(paragraph?.next?.next ?? null).toBeNull();
  const nodes: Node[] = [];
  for (let node = paragraph?.firstChild ?? null; node !== null; node = node.next) nodes.push(node);
  return nodes;
}

function textIn({ firstChild }: Node): string {
  let text = '';
  for (let node = firstChild; node !== null; node = node.next) text += node.literal ?? '';
  return text;
}

const names = fc
  .oneof(fc.string({ unit: 'grapheme' }), fc.string({ unit: fc.constantFrom(...'](<>`\\"\'!*_&%#?:. ab/') }))
  .filter((name) => parseRepoPath(name).kind === 'path');
const alts = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({ unit: fc.constantFrom(...'[]()<>`\\*_!&;~\n #-ab') }),
);

describe('renderScreenshot', () => {
  it.each([
    [shot('docs/login page.png', 'The *new* login'), '![The \\*new\\* login](docs/login%20page.png)'],
    [shot('docs/anmeldung-größe.png'), '![anmeldung-größe.png](docs/anmeldung-größe.png)'],
    [shot(referenceTo('image-1.png'), '](javascript:x)'), '![\\](javascript:x)](image-1.png)'],
    [shot('data:x.png'), '![data:x.png](data%3Ax.png)'],
  ])('links to %o', (file, markdown) => {
    expect(renderScreenshot(file)).toBe(markdown);
  });

  it('has the data of an image instead of its path', () => {
    expect(renderScreenshot(shot('a.png', 'A'), 'data:image/png;base64,AA==')).toBe(
      '![A](data:image/png;base64,AA==)',
    );
  });

  it('is one image with the words and the path, whatever they contain', () => {
    fc.assert(
      fc.property(names, alts, (name, alt) => {
        const file = shot(name, alt);
        const [image, ...others] = inlines(renderScreenshot(file));
        expect(others).toEqual([]);
        expect(image?.type).toBe('image');
        expect(image && textIn(image)).toBe(altOf(file));
        const url = image?.destination ?? '';
        expect(decodeURIComponent(url)).toBe(sourceName(file.source).toWellFormed());
        expect(url).not.toContain(':');
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('renderNoScreenshot', () => {
  it('names the file and the reason on one line', () => {
    expect(renderNoScreenshot(shot('a`b\n.png'), 'is not in the folder')).toBe(
      'ERROR: screenshot `a\\x60b\\u000a.png` is not in the folder',
    );
  });
});
