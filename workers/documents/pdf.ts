/** PDF as text by page. pdf.js runs in this worker: it starts no other, loads no fonts, and has no part that runs scripts. */
import type { PDFDocumentProxy } from 'unpdf/pdfjs';
import type { OnPage } from './contract';
import { refuseBombs } from './pdfBombs';
import { pageText } from './pdfText';
import { Unreadable } from './unreadable';

export interface PdfText {
  readonly markdown: string;
  readonly pages: number;
  readonly emptyPages: number;
}

/** Pages of a PDF. */
const MOST_PAGES = 10_000;

export async function pdfToMarkdown(bytes: Uint8Array<ArrayBuffer>, onPage: OnPage): Promise<PdfText> {
  await refuseBombs(bytes);
  const { getDocument } = await import('unpdf/pdfjs');
  const task = getDocument({
    data: bytes,
    ...{ disableFontFace: true, useSystemFonts: false, useWasm: false, useWorkerFetch: false },
    ...{ enableXfa: false, isEvalSupported: false, verbosity: 0 },
  });
  try {
    return await textOf(await task.promise, onPage);
  } catch (error) {
    throw asUnreadable(error);
  } finally {
    await task.destroy();
  }
}

async function textOf(pdf: PDFDocumentProxy, onPage: OnPage): Promise<PdfText> {
  const pages = pdf.numPages;
  if (pages > MOST_PAGES) throw new Unreadable(`it has more than ${MOST_PAGES.toLocaleString('en')} pages`);
  const texts: string[] = [];
  let emptyPages = 0;
  for (let number = 1; number <= pages; number += 1) {
    const text = await textOfPage(pdf, number);
    if (text === '') emptyPages += 1;
    texts.push(text === '' ? `[Page ${number}: no text; it may be scanned]` : `[Page ${number}]\n\n${text}`);
    onPage(number, pages);
  }
  return { markdown: texts.join('\n\n'), pages, emptyPages };
}

async function textOfPage(pdf: PDFDocumentProxy, number: number): Promise<string> {
  const page = await pdf.getPage(number);
  const { items } = await page.getTextContent();
  page.cleanup();
  return pageText(items.flatMap((item) => ('str' in item ? item : [])));
}

function asUnreadable(error: unknown): unknown {
  const name = error instanceof Error ? error.name : '';
  if (name === 'PasswordException') return new Unreadable('it is protected by a password');
  if (name === 'InvalidPDFException') return new Unreadable('it is damaged');
  return error;
}
