/** Converts documents to Markdown. Each format is loaded with the first document that has it. */
import { frontMatterEnd } from '../../src/core/languages/markdown';
import { fenceFor } from '../../src/core/compose/fence';
import { insetMarkdown } from '../../src/core/compose/insetMarkdown';
import { notebookMarkdown } from '../../src/core/documents/notebookMarkdown';
import { isProse, languageOf } from '../../src/core/files/language';
import type { RepoPath } from '../../src/core/files/repoPath';
import { decodeText } from '../compute/decode';
import type { Conversion, ConvertedDocument, DocumentsApi, OnPage } from './contract';
import { decodeHtml } from './decodeHtml';
import { isTooDeep, TOO_DEEP, Unreadable } from './unreadable';

export function createDocumentsApi(): DocumentsApi {
  return { convert };
}

async function convert(bytes: ArrayBuffer, name: string, onPage: OnPage): Promise<Conversion> {
  try {
    const made = await converted(new Uint8Array(bytes), name.toLowerCase(), onPage);
    const markdown = insetMarkdown(made.markdown);
    if (markdown === '') throw new Unreadable('it has no text');
    return { kind: 'converted', ...made, markdown };
  } catch (error) {
    return { kind: 'failed', reason: reasonOf(error) };
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof Unreadable) return error.message;
  if (isTooDeep(error)) return TOO_DEEP;
  return error instanceof Error ? `it is damaged (${error.message})` : 'it is damaged';
}

/** Formats are told apart by their first bytes, or else by the extension. */
async function converted(
  bytes: Uint8Array<ArrayBuffer>,
  name: string,
  onPage: OnPage,
): Promise<ConvertedDocument> {
  if (isPdf(bytes)) return { format: 'pdf', ...(await (await import('./pdf')).pdfToMarkdown(bytes, onPage)) };
  if (startsWith(bytes, ZIP)) {
    const { docxToMarkdown } = await import('./docx');
    return { format: 'docx', markdown: await docxToMarkdown(bytes), emptyPages: 0 };
  }
  if (startsWith(bytes, COMPOUND))
    throw new Unreadable(
      'it is in an old format of Word, or encrypted; save it as a DOCX without a password',
    );
  if (/\.pdf$/.test(name)) throw new Unreadable('it is no PDF');
  if (/\.docx$/.test(name)) throw new Unreadable('it is no DOCX');
  if (/\.x?html?$/.test(name)) {
    const { htmlToMarkdown } = await import('./htmlToMarkdown');
    return { format: 'html', markdown: htmlToMarkdown(decodeHtml(bytes)), emptyPages: 0 };
  }
  const decoded = decodeText(bytes);
  if (decoded.kind === 'binary') throw new Unreadable(decoded.reason);
  if (/\.ipynb$/.test(name)) {
    const markdown = notebookMarkdown(decoded.text);
    if (markdown === undefined) throw new Unreadable('it is no Jupyter notebook');
    return { format: 'notebook', markdown, emptyPages: 0 };
  }
  const path = name as RepoPath; // It decides by the name alone.
  const markdown = isProse(path) ? withFencedFrontMatter(decoded.text) : fenced(path, decoded.text);
  return { format: 'text', markdown, emptyPages: 0 };
}

const ZIP = [0x50, 0x4b, 0x03, 0x04];
/** The container of Word's old formats, and of encrypted files. */
const COMPOUND = [0xd0, 0xcf, 0x11, 0xe0];

function startsWith(bytes: Uint8Array, signature: readonly number[]): boolean {
  return signature.every((byte, at) => bytes[at] === byte);
}

/** Readers look for the signature in the first KB. */
function isPdf(bytes: Uint8Array): boolean {
  return String.fromCharCode(...bytes.subarray(0, 1_024)).includes('%PDF-');
}

/** Code and data have other meanings for the marks of Markdown. */
function fenced(path: RepoPath, text: string): string {
  const written = text.trimEnd();
  if (written === '') return '';
  const fence = fenceFor(written);
  return `${fence}${languageOf(path).fence}\n${written}\n${fence}`;
}

function withFencedFrontMatter(text: string): string {
  const end = frontMatterEnd(text);
  if (end === 0) return text;
  const lines = text.slice(0, end).trimEnd().split('\n');
  const language = lines[0] === '+++' ? 'toml' : 'yaml';
  const inner = lines.slice(1, -1).join('\n');
  const fence = fenceFor(inner);
  return `${fence}${language}\n${inner}\n${fence}\n\n${text.slice(end).trimStart()}`;
}
