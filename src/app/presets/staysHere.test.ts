import { expect, test } from 'vitest';
import { referenceTo } from '../../core/attachments/reference';
import { staysHere } from './staysHere';

const file = (source: string) => ({ source, alt: '' });
const attached = (name: string) => file(referenceTo(name));

test.each([
  [[file('a.png')], [], ''],
  [[attached('a.png')], [], '1 screenshot stays in this browser: presets hold only files of the folder.'],
  [
    [attached('a.png'), file('b.png'), attached('c.png')],
    [attached('d.pdf')],
    '2 screenshots and 1 document stay in this browser: presets hold only files of the folder.',
  ],
])('%#', (screenshots, documents, sentence) => {
  const added = documents.map(({ source }) => ({ source, form: 'full' as const, isOff: false }));
  expect(staysHere({ screenshots, documents: added })).toBe(sentence);
});
