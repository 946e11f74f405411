import { expect, it } from 'vitest';
import { indexed } from '../../../tests/indexedFile';
import type { ContentWarning } from '../../core/files/fileContent';
import type { SourceEncoding } from '../../core/files/sourceEncoding';
import { describeContent } from './fileNotes';

function described(encoding: SourceEncoding, ...warnings: readonly ContentWarning[]): string {
  const { content } = indexed(1, 1);
  if (content.kind !== 'text') throw new Error(content.kind);
  return describeContent({ ...content, encoding, warnings });
}

it.each([
  ['utf-8', 1, '1 byte not valid in UTF-8, shown as �'],
  ['utf-16le', 3, '3 bytes not valid in UTF-16 LE, shown as �'],
  ['utf-16be', 2, '2 bytes not valid in UTF-16 BE, shown as �'],
] as const)('names the encoding that replaced bytes break: %s', (encoding, count, text) => {
  expect(described(encoding, { kind: 'replaced-bytes', count })).toBe(text);
});

it('says nothing about a text without warnings', () => {
  expect(described('utf-8')).toBe('');
});
