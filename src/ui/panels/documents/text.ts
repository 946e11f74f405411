/** Texts of the documents that the user adds. */
import type { DocumentFacts } from '../../../app/ports/engine';
import { grouped, plural } from '../../shared/numbers';

export const TEXT = {
  title: 'Documents',
  none: 'None added',
  count: (count: number) => plural(count, 'document'),
  failed: (count: number) => `${plural(count, 'document')} couldn't be read`,
  converting: 'Converting…',
  hint: 'PDF, DOCX, HTML, Jupyter notebooks, and texts become Markdown in the document. Nothing in them is run or loaded from the web.',
  drop: 'Drop files here, or add a file of this folder from its menu in the tree.',
  add: 'Add documents…',
  list: 'Added documents',
  inDocument: (name: string) => `${name} in the document`,
  form: (name: string) => `How much of ${name} is shown`,
  forms: { full: 'Full text', summary: 'Summary' },
  stop: 'Stop',
  cancel: (name: string) => `Stop converting ${name}`,
  progress: (done: number, total: number) => `Converting page ${grouped(done)} of ${grouped(total)}…`,
  off: 'Not in the document',
  error: (reason: string) => `Couldn't read it: ${reason}`,
  formats: { pdf: 'PDF', docx: 'DOCX', html: 'HTML', notebook: 'Notebook', text: 'Text' },
  pages: (count: number) => plural(count, 'page'),
  empty: (count: number) => `${plural(count, 'page')} without text, maybe scanned`,
  isShort: 'short enough to be shown in full',
  isSummary: 'summary by rules',
  isLong: 'Long. The summary is shorter.',
  notStored: (reason: string) => `Couldn't store the file: ${reason}`,
} as const;

/** What is known about a converted document, in words. */
export function factsInWords(
  facts: Extract<DocumentFacts, { kind: 'converted' }>,
  wantsSummary: boolean,
): string {
  const { format, pages, isSummary } = facts;
  return [
    TEXT.formats[format],
    ...(pages === undefined ? [] : [TEXT.pages(pages)]),
    ...(wantsSummary ? [isSummary ? TEXT.isSummary : TEXT.isShort] : []),
  ].join(', ');
}
