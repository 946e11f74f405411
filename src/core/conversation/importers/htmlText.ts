/** HTML of an answer as Markdown. */
import { fenced, paragraphs } from './quoted';

/**
 * Reads the HTML that chats write: paragraphs, headings, lists, code, quotes, tables, links, and marks. Tags that it does
 * not know are dropped, and their texts stay. It makes no elements, so nothing in the HTML can act.
 */
export function markdownOfHtml(html: string): string {
  const blocks: string[] = [];
  let text = '';
  let isCode = false;
  let link = '';
  const lists: (number | undefined)[] = [];
  for (const [, name = '', attributes = '', written = ''] of html.matchAll(TOKEN)) {
    const tag = name.toLowerCase();
    if (tag === '') text += isCode ? unescaped(written) : unescaped(written).replaceAll(/\s+/g, ' ');
    else if (tag === 'pre' || tag === '/pre') {
      endBlock();
      isCode = tag === 'pre';
    } else if (tag === 'ol' || tag === 'ul') {
      lists.push(tag === 'ol' ? 0 : undefined);
    } else if (tag === '/ol' || tag === '/ul') {
      lists.pop();
      text += lists.length === 0 ? '\n\n' : '';
    } else if (tag === 'li') text += `\n${listMark()}`;
    else if (tag === 'a') {
      link = /\bhref\s*=\s*"(https?:[^"]*)"/i.exec(attributes)?.[1] ?? '';
      text += link === '' ? '' : '[';
    } else if (tag === '/a') {
      text += link === '' ? '' : `](${unescaped(link)})`;
      link = '';
    } else if (!isCode && !(lists.length > 0 && /^\/?(?:p|div)$/.test(tag))) text += MARKS.get(tag) ?? '';
  }
  endBlock();
  return paragraphs(blocks);

  function endBlock(): void {
    const lines = text.split('\n').map((line) => line.trimEnd());
    blocks.push(isCode ? fenced(text, 'text') : lines.join('\n').replaceAll(/\n{3,}/g, '\n\n'));
    text = '';
  }

  function listMark(): string {
    const indent = '   '.repeat(Math.min(Math.max(0, lists.length - 1), MOST_LEVELS));
    const number = lists.at(-1);
    if (number === undefined) return `${indent}- `;
    lists[lists.length - 1] = number + 1;
    return `${indent}${number + 1}. `;
  }
}

/** Whether a text is a whole web page. */
export function isPage(text: string): boolean {
  return /^\s*(?:<!doctype html|<html)\b/i.test(text);
}

const MOST_LEVELS = 8;

/** A tag or a text. A sign that begins no tag is text. */
const TOKEN = /<(\/?[a-z][a-z0-9]*)\b([^<>]*)>|([^<]+|<)/gi;

const MARKS: ReadonlyMap<string, string> = new Map([
  ...['p', '/p', 'div', '/div', 'table', '/table'].map((tag) => [tag, '\n\n'] as const),
  ...[1, 2, 3, 4, 5, 6].flatMap((level): (readonly [string, string])[] => [
    [`h${level}`, `\n\n${'#'.repeat(level)} `],
    [`/h${level}`, '\n\n'],
  ]),
  ...['b', '/b', 'strong', '/strong'].map((tag) => [tag, '**'] as const),
  ...['i', '/i', 'em', '/em'].map((tag) => [tag, '*'] as const),
  ...['code', '/code'].map((tag) => [tag, '`'] as const),
  ...(['br', 'tr', '/tr'] as const).map((tag) => [tag, '\n'] as const),
  ['blockquote', '\n\n> '],
  ['/blockquote', '\n\n'],
  ['hr', '\n\n---\n\n'],
  ['/td', ' | '],
  ['/th', ' | '],
]);

function unescaped(text: string): string {
  return text.replaceAll(/&(#x?[0-9a-f]{1,6}|[a-z]{2,6});/gi, (whole, name: string) => {
    const named = ENTITIES.get(name.toLowerCase());
    if (named !== undefined || !name.startsWith('#')) return named ?? whole;
    const code = /^#x/i.test(name) ? parseInt(name.slice(2), 16) : parseInt(name.slice(1), 10);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code).toWellFormed() : whole;
  });
}

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['nbsp', ' '],
]);
