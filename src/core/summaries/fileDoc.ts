/** Finds a file's own doc, which precedes its first declaration. */
import type { FileFacts } from '../facts/fileFacts';
import { commentStyleOf } from './commentStyles';
import { isTagged, sentenceOfHead } from './docWords';
import { headComments, type HeadComment } from './headComments';

/** UTF-16 units to search at the start of a file. */
const HEAD = 20_000;

/** The first sentence of a module's or file's own doc; undefined if it has none. A license does not count. */
export function fileDoc(languageId: string, text: string, facts: FileFacts | undefined): string | undefined {
  const head = text.slice(0, HEAD);
  const inside = INSIDE[languageId]?.(head);
  if (inside !== undefined) return sentenceOfHead(inside);
  const style = commentStyleOf(languageId);
  if (style === undefined) return undefined;
  const comments = headComments(head, style);
  const docs = comments.filter((comment) => isOfFile(comment, languageId, head, facts));
  const inner = docs.filter(({ start, end }) => isInner(head.slice(start, end)));
  for (const { start, end } of INNER.has(languageId) && inner.length > 0 ? inner : docs) {
    const sentence = sentenceOfHead(head.slice(start, end));
    if (sentence !== undefined) return sentence;
  }
  return undefined;
}

/** Languages with comments that document the enclosing module. */
const INNER: ReadonlySet<string> = new Set(['rust', 'zig']);

function isInner(comment: string): boolean {
  return /^\/[/*]!/.test(comment);
}

/** Docs that are not comments: strings, attributes, other markup. */
const INSIDE: Readonly<Record<string, ((head: string) => string | undefined) | undefined>> = {
  python: (head) =>
    stringAt(
      head
        .replaceAll(/^[ \t]*#.*$/gm, '')
        .trimStart()
        .replace(/^[rRuU](?=["'])/, ''),
    ),
  elixir: (head) => stringAt(textAfter(head, '@moduledoc').replace(/^~[sS](?=["'])/, '')),
  perl: (head) => textAfter(head, '=head1 NAME').split(/\n[ \t]*\n/, 1)[0] || undefined,
};

/** The string at the start of a text. */
function stringAt(text: string): string | undefined {
  const [quote] = /^(?:"""|'''|"|')/.exec(text) ?? [];
  if (quote === undefined) return undefined;
  const end = text.indexOf(quote, quote.length);
  return end < 0 ? undefined : text.slice(quote.length, end);
}

function textAfter(head: string, word: string): string {
  const at = head.indexOf(word);
  return at < 0 ? '' : head.slice(at + word.length).trimStart();
}

/** The first line of code that may follow a comment about the file. */
const OPENING =
  /^(?:import|package|from|use|using|require|include|#\s*include|#\s*pragma|#\s*if|#\s*define|module|namespace|library|part|export \*|open|unit|program|syntax|declare\(|["']use|set -|source|\.)(?:\W|$)|^(?:#include|set -)/;

/** A comment directly before code describes that code, unless it is a module or the comment follows a `#!` line. */
function isOfFile(
  comment: HeadComment,
  languageId: string,
  head: string,
  facts: FileFacts | undefined,
): boolean {
  const { start, end, next } = comment;
  const written = head.slice(start, end);
  if (isTagged(written) || (INNER.has(languageId) && isInner(written))) return true;
  const owner = facts?.symbols.find(({ doc }) => doc !== undefined && doc.start < end && doc.end > start);
  if (owner !== undefined) return owner.kind === 'Module' || owner.kind === 'Namespace';
  const above = head.slice(0, start);
  const isLongBlock =
    above.trim() === '' && !/^(?:\/\/|--(?!\[)|#(?!>)|;|%)/.test(written) && written.includes('\n');
  return next === '' || OPENING.test(next) || isLongBlock || /^#![^\n]*\n$/.test(above);
}
