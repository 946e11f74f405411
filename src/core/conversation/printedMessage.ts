/** Messages as Markdown with their role in front, in the document and in exports. */
import { definesLinks, parseBlocks, withoutDepth } from '../compose/openMarkdown';
import { asRole } from './roles';

/** A message as the document shows it, before open Markdown is closed. `content` has LF as line ends. */
export function printedMessage(role: string, content: string): string {
  return isOrdinary(content)
    ? labeled(role, content.trim())
    : labeledBlock(role, content.trimEnd().replace(BLANK_LINES, ''));
}

/** A message with its whole text, which `parseMessage` gives back. `content` has LF as line ends. */
export function writtenMessage(role: string, content: string): string {
  return isOrdinary(content) ? labeled(role, content) : labeledBlock(role, content);
}

/** Reads a written or printed message. Undefined if it has no label. */
export function parseMessage(text: string): { readonly role: string; readonly content: string } | undefined {
  const [, label = '', content = ''] = /^((?:[^\\:\n]|\\[^\n]){1,120}):(?:\n\n| ?)([^]*)$/.exec(text) ?? [];
  const role = label.replaceAll(/\\([!-/:-@[-`{-~])/g, '$1');
  return label === '' || role !== asRole(role) ? undefined : { role, content };
}

function labeled(role: string, text: string): string {
  return `${labelOf(role)} ${text}`;
}

/** A label on the line of a fence, a list, or another block would become a part of it. */
function labeledBlock(role: string, text: string): string {
  return `${labelOf(role)}\n\n${text}`;
}

/** The role up to the colon that ends it. Backslashes escape other colons, and what could begin a block. */
function labelOf(role: string): string {
  const escaped = asRole(role)
    .replaceAll(/[\\:]/g, '\\$&')
    .replace(/^[#>*+\-~`<[|=_]/, '\\$&')
    .replace(/^(\d+)([.)])/, '$1\\$2');
  return `${escaped}:`;
}

/** Whether a text begins with a paragraph to every parser, so that words before it change nothing else. Also if it is blank. */
function isOrdinary(content: string): boolean {
  const text = content.replace(BLANK_LINES, '');
  const end = text.search(/\n[ \t]*(?:\n|$)/);
  const start = end < 0 ? text : text.slice(0, end);
  if (TABLE.test(start) || UNUSUAL_BLOCK.test(start)) return false;
  return !MAY_BE_BLOCK.test(start) || isParagraph(withoutDepth(start));
}

/** Whether the first block is a paragraph with all its lines: the parser takes link definitions out of it. */
function isParagraph(text: string): boolean {
  // Not all parsers allow a tab after a link definition.
  const lines = text.split('\n').map((line) => line.trimEnd());
  const first = parseBlocks(lines.join('\n')).firstChild;
  return first?.type === 'paragraph' && !definesLinks(lines.slice(0, first.sourcepos[1][0]).join('\n'));
}

const BLANK_LINES = /^(?:[^\S\n]*\n)+/;

/** A first line followed by the line below a table's head. */
const TABLE = /^[^\n]*\n {0,3}(?=[^\n]*[|:])[|:-][-:| \t]*(?:\n|$)/;

/** Blocks of parsers that take other characters for blanks. */
const UNUSUAL_BLOCK = /^\s*[^\S \t\n]\s*(?:[#>*+\-~`<[|=_]|\d+[.)])/;

/** Starts that can be a block, and lines that turn those before them into a heading. */
const MAY_BE_BLOCK = /^(?:[ \t]*[#>*+\-~`<[|=_\d]| {4}| {0,3}\t)|\n {0,3}(?:=+|-+)[ \t]*(?:\n|$)/;
