import * as v from 'valibot';
import { expect, test } from 'vitest';
import { referenceTo } from '../attachments/reference';
import { addedDocuments } from './addedDocuments';

test('presets hold paths, and only what differs from a document in full', () => {
  const read = v.parse(addedDocuments.inFiles, [
    './a.pdf',
    { path: 'b.docx', form: 'summary', off: true },
    'a.pdf',
    { path: '/etc/passwd' },
  ]);
  const { value, refused } =
    addedDocuments.accept?.([...read, { source: referenceTo('c.pdf'), form: 'full', isOff: false }]) ?? {};
  expect(value?.map(({ source }) => source)).toEqual(['a.pdf', 'b.docx']);
  expect(refused).toHaveLength(2);
  expect(addedDocuments.toFile(read)).toEqual([
    './a.pdf',
    { path: 'b.docx', form: 'summary', off: true },
    'a.pdf',
    '/etc/passwd',
  ]);
  expect(v.parse(addedDocuments.inStore, addedDocuments.toStore(read))).toEqual(read);
  expect(v.parse(addedDocuments.inStore, [{ form: 1 }])).toEqual([]);
});
