import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyText } from '../../../tests/arbitraries/anyText';
import { attachmentName } from './attachmentName';
import { namesIn, referenceTo, replaceReferences } from './reference';
import { printReferences, writtenData } from './writtenData';

const name = fc
  .oneof(anyText, fc.constantFrom('a b.png', "it's (1)!.png", 'ä.png', '100%.txt'))
  .filter((text) => text !== '' && !text.startsWith('.') && !text.endsWith('.') && !text.includes('..'));

test('a reference is found again in a sentence and in Markdown', () => {
  fc.assert(
    fc.property(name, (written) => {
      const reference = referenceTo(written);
      const expected = [written.toWellFormed()];
      expect(namesIn(`See ${reference}.`)).toEqual(expected);
      expect(namesIn(`![x](${reference})`)).toEqual(expected);
      expect(replaceReferences(`"${reference}"`, (found) => `<${found}>`)).toBe(`"<${expected[0]}>"`);
    }),
  );
});

test('names are numbered by kind', () => {
  const taken = new Set(['image-1.png', 'image-2.png', 'text-1.txt']);
  expect(attachmentName('image/png', taken)).toBe('image-3.png');
  expect(attachmentName('image/jpeg', taken)).toBe('image-1.jpg');
  expect(attachmentName('text/plain', taken)).toBe('text-2.txt');
  expect(attachmentName('application/x-../..', taken)).toBe('data-1.bin');
});

test('data is written as it was', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ maxLength: 40_000 }), async (bytes) => {
      const data = new Blob([new Uint8Array(bytes)]);
      expect(await writtenData({ head: 'x,', data })).toBe(`x,${Buffer.from(bytes).toString('base64')}`);
    }),
    { numRuns: 20 },
  );
});

test('only listed references are printed, and gone ones say so on one line', async () => {
  const attached = [
    { kind: 'data', name: 'a.txt', hash: '', data: new Blob(['A']) },
    { kind: 'gone', name: 'b\n.txt' },
  ] as const;
  const texts = [`${referenceTo('a.txt')} ${referenceTo('b\n.txt')}`, referenceTo('c.txt')];
  expect(await printReferences(texts, attached)).toEqual([
    'A [attachment b\\u000a.txt is no longer stored]',
    referenceTo('c.txt'),
  ]);
});
