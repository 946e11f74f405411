/** Reads a fenced block that is an edit as a whole: a file, calls of a tool, or a diff without a path. */
import { fileHeading, type FileHeading } from '../formats/fileHeading';
import { NO_CALL, NO_END, NO_PATH, unread, type ReadEdits } from '../formats/format';
import { FORMATS } from '../formats/registry';
import { CALL_KEY, looksLikeCalls, readCalls } from '../formats/strReplace';
import { readBareCalls } from './bareCalls';
import { blockEnd } from './closingFence';
import { openingFence, withoutIndent, type Fence } from './fence';
import { fencedFile } from './fencedFile';
import { startsEdit } from './markers';
import { namedAbove, pathInComment, pathInInfo } from './pathLine';
import { firstFilled, type ReplyText } from './replyText';

export interface FencedPart extends ReadEdits {
  /** The fence, if it is around other parts of the reply, which are not read yet. */
  readonly around?: Fence;
}

/** Reads the block whose fence opens at a line, unless it begins with an edit that has markers of its own. */
export function readFencedBlock(reply: ReplyText, at: number, fence: Fence): FencedPart {
  const { lines, isFile } = reply;
  const inInfo = pathInInfo(fence.info);
  const heading = inInfo === undefined ? headingAbove(lines, at) : undefined;
  const above = inInfo === undefined && heading === undefined ? namedAbove(lines, at, isFile) : undefined;
  const name = inInfo ?? heading?.path ?? above?.path;
  if (name === undefined && isWrapper(reply, at, fence)) return { ...nothing(at + 1), around: fence };
  const end = blockEnd(reply, at, { fence, path: name });
  if (end.kind === 'unclosed') {
    // Calls say themselves where they end.
    const calls = readBareCalls(lines, firstFilled(lines, at + 1));
    if (calls !== undefined && calls.edits.length > 0) return calls;
    const isEdit = name !== undefined || CALL_KEY.test(lines.slice(at + 1, at + 20).join('\n'));
    return isEdit ? unread(lines, at, end.next ?? lines.length, NO_END) : nothing(at + 1);
  }
  if (name === undefined && REPLACES.test(lineAbove(lines, at)))
    return unread(lines, at, end.at + 1, NO_PATH);
  if (CITATION.test(fence.info) || isCommand(fence, name, above?.sentence)) return nothing(end.at + 1);
  return readBody(lines, { at, end: end.at, fence, name, heading });
}

/** Whether a block of Markdown is around the whole reply. */
function isWrapper({ lines }: ReplyText, at: number, { info }: Fence): boolean {
  return /^(?:md|markdown)$/i.test(info) && firstFilled(lines, 0) === at;
}

/** A sentence before code that is to replace other code. */
const REPLACES = /\breplace\b.*\b(?:it|with|by)\b.*:\W*$/i;

function lineAbove(lines: readonly string[], at: number): string {
  let above = at - 1;
  while (above > 0 && (lines[above] ?? '').trim() === '') above -= 1;
  return lines[above] ?? '';
}

/** Lines of a file that are shown with their numbers. */
const CITATION = /^\d+:\d+:/;

interface FencedBody {
  readonly at: number;
  readonly end: number;
  readonly fence: Fence;
  readonly name: string | undefined;
  readonly heading: FileHeading | undefined;
}

function readBody(lines: readonly string[], { at, end, fence, name, heading }: FencedBody): FencedPart {
  const place = { from: at + 1, to: end + 1 };
  const body = withoutIndent(lines.slice(at + 1, end), fence.indent);
  const text = body.join('\n');
  if (looksLikeCalls(text)) {
    const edits = readCalls(text, { ...place, path: name });
    return edits === undefined
      ? unread(lines, at, end + 1, NO_CALL)
      : { edits, notUnderstood: [], next: end + 1 };
  }
  if (/^(?:diff|patch)\b/i.test(fence.info) && body.some((line) => /^[-+]/.test(line))) {
    if (body.some((line) => line.startsWith('diff --git '))) return { ...nothing(at + 1), around: fence };
    const [inner, ...others] = FORMATS.flatMap(
      ({ read }) => read(['@@', ...body], 0, { above: () => name, before: undefined }) ?? [],
    );
    const edits = inner?.edits.map((edit) => ({ ...edit, ...place })) ?? [];
    return edits.length === 0 || others.length > 0
      ? unread(lines, at, end + 1, NO_PATH)
      : { edits, notUnderstood: [], next: end + 1 };
  }
  const own = name ?? pathInComment(body[0] ?? '');
  if (own === undefined || isCommand(fence, own, undefined))
    return body.some(startsEdit) ? { ...nothing(at + 1), around: fence } : nothing(end + 1);
  const edit = fencedFile({
    ...{ ...place, path: own, lines: body, isNamedInside: name === undefined },
    isNew: heading?.isNew === true ? true : undefined,
    format: heading === undefined ? 'whole-file' : 'code-web-chat',
  });
  return { edits: [edit], notUnderstood: [], next: end + 1 };
}

function nothing(next: number): ReadEdits {
  return { edits: [], notUnderstood: [], next };
}

/** The heading above a block, perhaps with a paragraph between them. */
function headingAbove(lines: readonly string[], at: number): FileHeading | undefined {
  for (let above = at - 1; above >= 0 && above >= at - MOST_BETWEEN; above -= 1) {
    const line = lines[above] ?? '';
    if (openingFence(line) !== undefined) return undefined;
    const heading = fileHeading(line);
    if (heading !== undefined || line.startsWith('#')) return heading;
  }
  return undefined;
}

/** Lines. */
const MOST_BETWEEN = 8;

/** Whether a block holds commands to run or their output. `sentence`: the one that names the file, if one does. */
function isCommand({ info }: Fence, path: string | undefined, sentence: string | undefined): boolean {
  const [language = ''] = info.toLowerCase().split(/\s/);
  if (path === undefined) return false;
  if (PLAIN.has(language)) return sentence !== undefined && RUNS.test(sentence);
  if (!SHELLS.has(language)) return false;
  const isScript = /\.(?:sh|bash|zsh|ps1|cmd|bat)$/i.test(path) && !OUTPUTS.has(language);
  return !isScript || sentence !== undefined;
}

const RUNS =
  /^\W*(?:(?:then|now|and|next|finally|to test it),? )*(?:run|execute|invoke|launch)\b|\b(?:prints?|outputs?)\b/i;

const PLAIN: ReadonlySet<string> = new Set(['', 'text', 'txt', 'plaintext', 'log']);
/** Requests are for the user, even below a sentence that names a file. */
const OUTPUTS: ReadonlySet<string> = new Set(['console', 'terminal', 'output', 'strata-request']);
const SHELLS: ReadonlySet<string> = new Set([
  ...OUTPUTS,
  ...['bash', 'sh', 'shell', 'zsh', 'powershell', 'ps1', 'cmd', 'bat'],
]);
