import { unread, type ReadEdits } from '../formats/format';
import { openingFence } from './fence';
import { startsEdit } from './markers';
import { isButton, pathLine } from './pathLine';
import { firstFilled, namesFile, type ReplyText } from './replyText';

/** A file whose fence was lost when the reply was copied: nothing tells where it ends. */
export function readUnfencedFile(reply: ReplyText, at: number): ReadEdits | undefined {
  const { lines } = reply;
  const isStep = isCopiedStep(reply, at);
  if (!isStep && (LIST_ITEM.test(lines[at] ?? '') || !namesFile(reply, at))) return undefined;
  const first = firstFilled(lines, at + 1);
  const isButtoned = isButton(lines[first] ?? '');
  let start = first;
  while (start < at + MOST_BUTTONS && isButton(lines[start] ?? '')) start = firstFilled(lines, start + 1);
  if (!isButtoned && !looksLikeCode(lines.slice(start, start + 10))) return undefined;
  if (isBlockStart(reply, start)) return undefined;
  let end = start + 1;
  while (end < lines.length && !isBlockStart(reply, end)) end += 1;
  return unread(lines, at, end, LOST_FENCE);
}

/**
 * Whether a line is a step such as `2. Create src/a.ts`, or a sentence about a file of the workspace, above code with the buttons of a
 * rendered chat.
 */
function isCopiedStep({ lines, isFile }: ReplyText, at: number): boolean {
  const line = lines[at] ?? '';
  if (line.trim() === '' || line.length > LONGEST_STEP || isButton(line)) return false;
  const first = firstFilled(lines, at + 1);
  const [language = '', copy = ''] = lines.slice(first, first + 2);
  if (!isButton(language) || !/^copy\b/i.test(copy) || SHELL.test(language)) return false;
  const words = line.trim().split(/\s+/);
  const last = words.at(-1) ?? '';
  if (LIST_ITEM.test(line) && pathLine(last, isFile) !== undefined) return true;
  return words.some((word) => isFile(word.replace(/^["'`(]+|["'`),.:;]+$/g, '')));
}

const SHELL = /^(?:bash|sh|shell|zsh|console|powershell|cmd)$/i;

/** UTF-16 units. */
const LONGEST_STEP = 200;

/** Whether code is among the lines in front of a fence. */
function looksLikeCode(lines: readonly string[]): boolean {
  const fence = lines.findIndex((line) => openingFence(line) !== undefined);
  return (fence < 0 ? lines : lines.slice(0, fence)).some((line) => CODE.test(line));
}

const LIST_ITEM = /^\s*(?:[-*+]|\d+[.)]) /;
const CODE =
  /^(?:\s{2,}|\t)\S|[;{}(),[\]>]\s*$|^\s*(?:[#/*<@]|import |from |def |class |func |fn |use |const |let )/;
const LOST_FENCE =
  'The lines around its text were lost in copying, so where it ends is not known. Copy the reply as Markdown.';

/** Lines. */
const MOST_BUTTONS = 8;

/** Whether another part of the reply begins here. */
function isBlockStart(reply: ReplyText, at: number): boolean {
  const { lines } = reply;
  const line = lines[at] ?? '';
  if (at >= lines.length || openingFence(line) !== undefined) return true;
  if (startsEdit(line)) return true;
  return isCopiedStep(reply, at) || (!LIST_ITEM.test(line) && namesFile(reply, at));
}
