import * as v from 'valibot';
import { expect, test } from 'vitest';
import { fileAttachmentName } from '../attachments/attachmentName';
import { referenceTo } from '../attachments/reference';
import { sourceOf } from '../sources/addedFile';
import { addedFiles } from './addedFiles';

test.each([
  'a.png',
  '.env',
  'a..b.png',
  'x.',
  '.',
  '..',
  '',
  'ü 😀.PNG',
  '\ud800.png',
  'a/b%2F.pdf',
  "it's (1)!.pdf",
  'a'.repeat(999),
])('a file named %j gets a name that a reference finds again', (given) => {
  const name = fileAttachmentName({ name: given, type: 'image/png' }, new Set());
  expect(sourceOf({ source: referenceTo(name) })).toEqual({ kind: 'attachment', name });
  expect(fileAttachmentName({ name: given, type: 'image/png' }, new Set([name]))).not.toBe(name);
});

test('presets hold paths of the folder, and name what stays in the browser', () => {
  const files = v.parse(addedFiles.inFiles, [
    'docs/a.pdf',
    { path: './b.pdf', alt: 'B' },
    '../c.pdf',
    'docs/a.pdf',
  ]);
  const { value, refused } = addedFiles.accept?.([...files, { source: referenceTo('d.pdf'), alt: '' }]) ?? {};
  expect(value).toEqual([
    { source: 'docs/a.pdf', alt: '' },
    { source: 'b.pdf', alt: 'B' },
  ]);
  expect(refused).toHaveLength(2);
  expect(refused?.[1]).toBe('"d.pdf" is stored in a browser only');
  expect(addedFiles.toFile(value ?? [])).toEqual(['docs/a.pdf', { path: 'b.pdf', alt: 'B' }]);
});
