/** Finds the edits in a model's reply. */
import { isClosing, openingFence, withoutIndent, type Fence } from './reading/fence';
import { fencedFile } from './formats/fencedFile';
import { fileHeading, type FileHeading } from './formats/fileHeading';
import { bare, NO_END, NO_PATH, unread, type ReadEdits } from './formats/format';
import { isButton, pathAbove, pathInComment, pathInInfo, pathLine, type IsFile } from './reading/pathLine';
import { FORMATS } from './formats/registry';
import { looksLikeCalls, readCalls } from './formats/strReplace';
import type { NotUnderstood, ReplyEdit, ReplyPlan } from './replyEdit';

/**
 * The edits of a reply in any of the formats, several of which it may mix. Every part that looks like an edit is in the plan, or
 * listed as not understood. `isFile` tells the paths of the workspace, some of which look like words. Takes time in proportion to the
 * reply's length.
 */
export function readReply(text: string, isFile: IsFile = () => false): ReplyPlan {
  const reading: Reading = { lines: text.split(/\r\n?|\n/), isFile };
  const { lines } = reading;
  const edits: ReplyEdit[] = [];
  const notUnderstood: NotUnderstood[] = [];
  let path: string | undefined;
  /** A fence around edits that have markers of their own. */
  let around: Fence | undefined;
  for (let at = 0; at < lines.length;) {
    if (around !== undefined && isClosing(lines[at] ?? '', around)) {
      around = undefined;
      at += 1;
      continue;
    }
    const read = readAt(reading, at, path);
    if (read === undefined) {
      at += 1;
      continue;
    }
    edits.push(...read.edits);
    notUnderstood.push(...read.notUnderstood);
    path = read.edits.at(-1)?.path ?? path;
    around = read.around ?? around;
    at = Math.max(read.next, at + 1);
  }
  // The end of the reply may be missing.
  const last = edits.at(-1);
  if (around !== undefined && last?.format === 'unified-diff' && isAtEnd(reading, last)) {
    edits.pop();
    notUnderstood.push(...unread(lines, last.from - 1, last.to, NO_END).notUnderstood);
  }
  return { edits, notUnderstood };
}

interface Reading {
  readonly lines: readonly string[];
  readonly isFile: IsFile;
}

function isAtEnd({ lines }: Reading, { to }: ReplyEdit): boolean {
  return lines.slice(to).every((line) => line.trim() === '');
}

interface ReadPart extends ReadEdits {
  readonly around?: Fence;
}

/** `before`: the path of the last edit, which later blocks of the same file need not repeat. */
function readAt(reading: Reading, at: number, before: string | undefined): ReadPart | undefined {
  const { lines } = reading;
  const marked = readMarked(reading, at, before);
  if (marked !== undefined) return marked;
  const fence = openingFence(lines[at] ?? '');
  if (fence !== undefined) return readFence(reading, at, { fence, before });
  return readBareCalls(lines, at) ?? readUnfenced(reading, at);
}

function readMarked(
  { lines, isFile }: Reading,
  at: number,
  before: string | undefined,
): ReadEdits | undefined {
  if (!MAY_BE_MARKER.test(lines[at] ?? '')) return undefined;
  for (const { read } of FORMATS) {
    const found = read(lines, at, () => pathAbove(lines, at, isFile) ?? before);
    if (found !== undefined) return found;
  }
  return isStray(lines[at] ?? '')
    ? unread(lines, at, at + 1, 'It is the end of an edit without its beginning.')
    : undefined;
}

/** Most lines can't be markers, and a reply may have millions. */
const MAY_BE_MARKER =
  /^[\s\u200b-\u200d\u2060\ufeff]{0,100}(?:[<«»]|&[lg]t;|>{5}|\ud83d[\udfe7-\udfe9]|\*{3} |--- |@@|diff --git |#{1,6} )/;

/** A marker that no edit has. */
function isStray(line: string): boolean {
  return /^>{5,9} REPLACE$|^»{2,9} EDIT END$|^\*{3} End Patch$/.test(bare(line));
}

interface Opened {
  readonly fence: Fence;
  readonly before: string | undefined;
}

function readFence(reading: Reading, at: number, { fence, before }: Opened): ReadPart {
  const { lines } = reading;
  const start = editStart(reading, at + 1, before);
  if (start !== undefined) return { edits: [], notUnderstood: [], next: start, around: fence };
  const heading = headingAbove(lines, at);
  const name = heading?.path ?? pathInInfo(fence.info) ?? pathAbove(lines, at, reading.isFile);
  const end = closingLine(reading, at, { fence, path: name });
  if (end === undefined) {
    const isEdit = name !== undefined || CALL_KEY.test(lines.slice(at + 1, at + 20).join('\n'));
    return isEdit ? unread(lines, at, lines.length, NO_END) : nothing(at + 1);
  }
  return readBody(lines, { at, end, fence, name, heading });
}

interface FencedBody {
  readonly at: number;
  readonly end: number;
  readonly fence: Fence;
  readonly name: string | undefined;
  readonly heading: FileHeading | undefined;
}

function readBody(lines: readonly string[], { at, end, fence, name, heading }: FencedBody): ReadEdits {
  const place = { from: at + 1, to: end + 1 };
  const body = withoutIndent(lines.slice(at + 1, end), fence.indent);
  const text = body.join('\n');
  if (looksLikeCalls(text)) {
    const edits = readCalls(text, { ...place, path: name });
    return edits === undefined
      ? unread(lines, at, end + 1, 'It is not valid JSON, or it does not say which file it changes.')
      : { edits, notUnderstood: [], next: end + 1 };
  }
  if (/^(?:diff|patch)\b/i.test(fence.info) && body.some((line) => /^[-+]/.test(line))) {
    const [inner, ...others] = FORMATS.flatMap(({ read }) => read(['@@', ...body], 0, () => name) ?? []);
    const edits = inner?.edits.map((edit) => ({ ...edit, ...place })) ?? [];
    return edits.length === 0 || others.length > 0
      ? unread(lines, at, end + 1, NO_PATH)
      : { edits, notUnderstood: [], next: end + 1 };
  }
  const own = heading?.path ?? name ?? commentPath(body);
  if (own === undefined || isShell(fence, own)) return nothing(end + 1);
  const isNamedInside = heading === undefined && name === undefined;
  const edit = fencedFile({
    ...{ ...place, path: own, lines: isNamedInside ? body.slice(1) : body },
    isNew: heading?.isNew === true ? true : undefined,
    format: heading === undefined ? 'whole-file' : 'code-web-chat',
  });
  return { edits: [edit], notUnderstood: [], next: end + 1 };
}

/** The first marker of a block of edits, as opposed to a file. The name of a file may be above it. */
function editStart(reading: Reading, from: number, before: string | undefined): number | undefined {
  const { lines, isFile } = reading;
  const first = firstFilled(lines, from);
  if (readMarked(reading, first, before ?? ' ') !== undefined) return first;
  const second = firstFilled(lines, first + 1);
  const isNamed = pathLine(lines[first] ?? '', isFile) !== undefined;
  return isNamed && readMarked(reading, second, before ?? ' ') !== undefined ? second : undefined;
}

function nothing(next: number): ReadEdits {
  return { edits: [], notUnderstood: [], next };
}

function firstFilled(lines: readonly string[], from: number): number {
  let at = from;
  while (at < lines.length && (lines[at] ?? '').trim() === '') at += 1;
  return at;
}

function headingAbove(lines: readonly string[], at: number): FileHeading | undefined {
  for (let above = at - 1; above >= 0 && above >= at - 3; above -= 1) {
    const line = lines[above] ?? '';
    if (line.trim() !== '') return fileHeading(line);
  }
  return undefined;
}

function commentPath(body: readonly string[]): string | undefined {
  return pathInComment(body[0] ?? '');
}

/** The line that closes a block. Blocks in a Markdown file have fences of their own, in pairs. */
function closingLine(
  reading: Reading,
  at: number,
  { fence, path }: { readonly fence: Fence; readonly path: string | undefined },
): number | undefined {
  const isMarkdown = /\.(?:md|mdx|markdown)$/i.test(path ?? '') || /^(?:md|mdx|markdown)\b/i.test(fence.info);
  const { lines } = reading;
  if (lastClosing(lines, fence) <= at) return undefined;
  let inner: Fence | undefined;
  for (let index = at + 1; index < lines.length; index += 1) {
    const line = lines[index] ?? '';
    if (inner !== undefined) {
      if (isClosing(line, inner)) inner = undefined;
    } else if (isClosing(line, fence) && !(isMarkdown && opensBlock(reading, index))) return index;
    else if (isMarkdown) inner = innerFence(line);
  }
  return undefined;
}

/** A hostile reply opens thousands of blocks that nothing closes. */
const lastClosings = new WeakMap<readonly string[], Map<string, number>>();

/** Index of the last line that may close such a block. */
function lastClosing(lines: readonly string[], fence: Fence): number {
  const known = lastClosings.get(lines) ?? new Map<string, number>();
  lastClosings.set(lines, known);
  const key = fence.mark.repeat(Math.min(fence.length, LONGEST_FENCE));
  const last =
    known.get(key) ?? lines.findLastIndex((line) => isClosing(line, { ...fence, length: key.length }));
  known.set(key, last);
  return last;
}

/** Marks. Longer fences are looked for like one of this length. */
const LONGEST_FENCE = 20;

function innerFence(line: string): Fence | undefined {
  const fence = openingFence(line);
  return fence !== undefined && fence.info !== '' ? fence : undefined;
}

/** Whether a bare fence in a Markdown file opens a block: another bare one follows before anything else opens. */
function opensBlock({ lines, isFile }: Reading, at: number): boolean {
  const fence = openingFence(lines[at] ?? '');
  if (fence === undefined) return false;
  let closers = 0;
  for (let index = at + 1; index < lines.length && index < at + MOST_AHEAD; index += 1) {
    const other = openingFence(lines[index] ?? '');
    if (other === undefined) continue;
    if (other.info !== '' || pathAbove(lines, index, isFile) !== undefined) break;
    closers += 1;
    if (closers === 2) return true;
  }
  return false;
}

/** Lines. */
const MOST_AHEAD = 200;

/** Commands to run, unless the block is a script of that name, and requests, which are no edits of the file that a sentence above names. */
function isShell({ info }: Fence, path: string): boolean {
  const [language = ''] = info.toLowerCase().split(/\s/);
  if (!SHELLS.has(language)) return false;
  return !(/\.(?:sh|bash|zsh|ps1|cmd|bat)$/i.test(path) && language !== 'console');
}

const SHELLS = new Set([
  'bash',
  'sh',
  'shell',
  'zsh',
  'console',
  'powershell',
  'ps1',
  'cmd',
  'bat',
  'terminal',
  'output',
  'strata-request',
]);

/** Calls without a fence, each from a brace at the beginning of a line to one at the end. */
function readBareCalls(lines: readonly string[], at: number): ReadEdits | undefined {
  const first = (lines[at] ?? '').trim();
  if (!/^[[{]/.test(first) || !lines.slice(at, at + 6).some((line) => CALL_KEY.test(line))) return undefined;
  const closing = first.startsWith('[') ? ']' : '}';
  for (let end = at; end < lines.length && end < at + MOST_AHEAD; end += 1) {
    if (!(lines[end] ?? '').trimEnd().endsWith(closing)) continue;
    const text = lines.slice(at, end + 1).join('\n');
    if (!looksLikeCalls(text)) continue;
    const edits = readCalls(text, { path: undefined, from: at + 1, to: end + 1 });
    if (edits !== undefined) return { edits, notUnderstood: [], next: end + 1 };
  }
  return undefined;
}

const CALL_KEY = /"(?:command|(?:file_?)?path|filename|old_str(?:ing)?|edits)"\s*:/i;

/** A file whose fence was lost when the reply was copied: nothing tells where it ends. */
function readUnfenced(reading: Reading, at: number): ReadEdits | undefined {
  const { lines } = reading;
  if (LIST_ITEM.test(lines[at] ?? '') || !namesFile(reading, at)) return undefined;
  const first = firstFilled(lines, at + 1);
  const isButtoned = isButton(lines[first] ?? '');
  let start = first;
  while (start < at + MOST_BUTTONS && isButton(lines[start] ?? '')) start = firstFilled(lines, start + 1);
  if (!isButtoned && !lines.slice(start, start + 10).some((line) => CODE.test(line))) return undefined;
  if (isBlockStart(reading, start)) return undefined;
  let end = start + 1;
  while (end < lines.length && !isBlockStart(reading, end)) end += 1;
  return unread(lines, at, end, LOST_FENCE);
}

const LIST_ITEM = /^\s*(?:[-*+]|\d+[.)]) /;
const CODE =
  /^(?:\s{2,}|\t)\S|[;{}(),[\]>]\s*$|^\s*(?:[#/*<@]|import |from |def |class |func |fn |use |const |let )/;
const LOST_FENCE =
  'The lines around its text were lost in copying, so where it ends is not known. Copy the reply as Markdown.';

/** Lines. */
const MOST_BUTTONS = 8;

/** Whether another part of the reply begins here. */
function isBlockStart(reading: Reading, at: number): boolean {
  const { lines } = reading;
  const line = lines[at] ?? '';
  if (at >= lines.length || openingFence(line) !== undefined) return true;
  if (MAY_BE_MARKER.test(line) && BLOCK_MARKER.test(bare(line))) return true;
  return !LIST_ITEM.test(line) && namesFile(reading, at);
}

function namesFile({ lines, isFile }: Reading, at: number): boolean {
  const line = lines[at] ?? '';
  return (fileHeading(line)?.path ?? pathLine(line, isFile)) !== undefined;
}

const BLOCK_MARKER =
  /^(?:<{5,9} *SEARCH|«{2,9} *EDIT|(?:🟧){2,9} *EDIT|\*{3} (?:Begin Patch|(?:Add|Update|Delete) File:)|<file\s|diff --git |--- \S)/u;
