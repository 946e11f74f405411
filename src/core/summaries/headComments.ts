/** Finds the comments at the start of a file. */
import type { Span } from '../facts/fileFacts';
import type { CommentStyle } from './commentStyles';

export interface HeadComment extends Span {
  /** The line right after the comment; empty if a blank line or the end of the file follows. */
  readonly next: string;
}

/** Lines allowed before a file's doc, or among its comments. */
const PREAMBLE = new RegExp(
  [
    String.raw`#![^\n]*`,
    String.raw`<\?(?:php|hh)?`,
    String.raw`declare\s*\([^)\n]*\)\s*;`,
    String.raw`["']use \w+["'];?`,
    String.raw`#(?:pragma|region|endregion)[^\n]*|#ifndef[^\n]*|#define \w+[ \t]*(?=\n)|#if !defined[^\n]*`,
    String.raw`@file:[^\n]*`,
    String.raw`\{-#[^]{0,2000}?#-\}`,
    String.raw`use (?:strict|warnings|utf8|v?5[\d.]*)[^\n]*`,
  ].join('|'),
  'y',
);
const BLANKS = /\s*/y;

/** Later comments are not read. */
const MAX_COMMENTS = 12;

/** The comments at the start of a file, in order, up to the first code. */
export function headComments(text: string, style: CommentStyle): readonly HeadComment[] {
  const comments: HeadComment[] = [];
  let at = text.startsWith('\ufeff') ? 1 : 0;
  while (comments.length < MAX_COMMENTS) {
    at = endOf(BLANKS, text, at) ?? at;
    const preamble = endOf(PREAMBLE, text, at);
    if (preamble !== undefined && preamble > at) {
      at = preamble;
      continue;
    }
    const end = blockEnd(text, at, style) ?? linesEnd(text, at, style);
    if (end === undefined) return comments;
    const behind = /[ \t]*\n?[ \t]*/y;
    const next = endOf(behind, text, end) ?? end;
    const line = text.slice(next, next + 200).split('\n', 1)[0] ?? '';
    comments.push({ start: at, end, next: line.trim() });
    at = end;
  }
  return comments;
}

function blockEnd(text: string, at: number, { blocks }: CommentStyle): number | undefined {
  const block = blocks.find(([open]) => text.startsWith(open, at));
  if (block === undefined) return undefined;
  const [open, close] = block;
  const end = text.indexOf(close, at + open.length);
  return end < 0 ? undefined : end + close.length;
}

/** The end of consecutive comment lines. */
function linesEnd(text: string, start: number, { line }: CommentStyle): number | undefined {
  const marker = markerAt(text, start, line);
  if (marker === undefined) return undefined;
  let end = start;
  let at: number | undefined = start;
  while (at !== undefined && markerAt(text, at, line) !== undefined) {
    const lineEnd = text.indexOf('\n', at);
    end = lineEnd < 0 ? text.length : lineEnd;
    if (lineEnd < 0) break;
    at = endOf(/[ \t]*/y, text, lineEnd + 1);
    // A different kind of comment, such as `//!` after `//`, starts a new one.
    if (at !== undefined && isDoc(marker) !== isDoc(markerAt(text, at, line) ?? marker)) break;
  }
  return end;
}

function isDoc(marker: string): boolean {
  return marker.endsWith('!');
}

function markerAt(text: string, at: number, line: RegExp): string | undefined {
  const end = endOf(line, text, at);
  return end === undefined || end === at ? undefined : text.slice(at, end);
}

function endOf(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}
