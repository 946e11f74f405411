import { fenceFor } from '../compose/fence';
import { languageOf } from '../files/language';
import { normalizeText } from '../files/normalize';
import type { RepoPath } from '../files/repoPath';
import type { PageForm } from './fetchPlan';
import { issuePage } from './issuePage';
import { urlParts } from './urlParts';

export type PageMarkdown =
  ({ readonly kind: 'markdown' } & WholePage) | { readonly kind: 'failed'; readonly reason: string };

export interface WholePage {
  readonly markdown: string;
  /** Whether the page goes on. */
  readonly isCut: boolean;
}

export type HtmlToMarkdown = (
  html: string,
  options: { readonly baseUrl: string; readonly onlyContent: true },
) => string;

/** UTF-16 units of a page that are converted, because that takes more than linear time. */
const MOST_HTML = 400_000;

/**
 * Makes Markdown of the answers to the requests of a plan, in their order. An answer that could not be read is undefined. The texts
 * decide what they are, because servers are often wrong about it.
 */
export function fetchedPage(
  form: PageForm,
  answers: readonly (string | undefined)[],
  { address, toMarkdown }: { readonly address: string; readonly toMarkdown: HtmlToMarkdown },
): PageMarkdown {
  const [first = '', second] = answers;
  if (form.kind === 'issue') {
    const markdown = issuePage(parsed(first), parsed(second ?? ''));
    return markdown === undefined ? failed('the answer is not an issue') : whole(markdown);
  }
  const path = form.kind === 'file' ? form.path : (urlParts(address)?.segments.at(-1) ?? '');
  const language = languageOf(path as RepoPath); // It decides by the name alone.
  const isFile = form.kind === 'file';
  if (language.id === 'markdown' && !startsDocument(first)) return whole(first);
  if (!isFile && isHtml(first)) return { kind: 'markdown', ...converted(first, address, toMarkdown) };
  if (isFile && startsDocument(first) && language.id !== 'html')
    return failed('the server sent a web page instead of the file');
  const info =
    !isFile && parsed(first) !== undefined
      ? 'json'
      : language.id === 'html' && !isFile
        ? 'text'
        : language.fence;
  return whole(fenced(info, first));
}

/** Makes Markdown of a text that the user has pasted: HTML is converted, and everything else stays as it is. */
export function pastedPage(text: string, address: string, toMarkdown: HtmlToMarkdown): WholePage {
  return isHtml(text) ? converted(text, address, toMarkdown) : { markdown: text, isCut: false };
}

function converted(html: string, baseUrl: string, toMarkdown: HtmlToMarkdown): WholePage {
  const markdown = toMarkdown(html.slice(0, MOST_HTML), { baseUrl, onlyContent: true });
  return { markdown, isCut: html.length > MOST_HTML };
}

/** Whether a text is HTML: a document, or an element that pages consist of. */
export function isHtml(text: string): boolean {
  return startsDocument(text) || START_OF_PART.test(withoutComments(text));
}

function startsDocument(text: string): boolean {
  return START_OF_DOCUMENT.test(withoutComments(text));
}

const START_OF_DOCUMENT = /^\s*(?:<\?xml[^>]{0,200}\?>\s*)?<(?:!doctype\s+html|html|head|body)(?=[\s>])/i;
const START_OF_PART =
  /^\s*<(?:a|article|aside|blockquote|center|dl|div|figure|footer|form|h[1-6]|header|img|link|main|meta|nav|ol|p|pre|script|section|span|style|table|title|ul)(?=[\s/>])[^]{0,2000}>/i;

function withoutComments(text: string): string {
  let at = 0;
  for (;;) {
    const start = /^\s*<!--/.exec(text.slice(at, at + 1_000));
    const end = start === null ? -1 : text.indexOf('-->', at + start[0].length);
    if (end < 0) return text.slice(at, at + 5_000);
    at = end + 3;
  }
}

function fenced(info: string, text: string): string {
  const written = normalizeText(text).text.trimEnd();
  if (written === '') return '';
  const fence = fenceFor(written);
  return `${fence}${info}\n${written}\n${fence}`;
}

function parsed(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function whole(markdown: string): PageMarkdown {
  return { kind: 'markdown', markdown, isCut: false };
}

function failed(reason: string): PageMarkdown {
  return { kind: 'failed', reason };
}
