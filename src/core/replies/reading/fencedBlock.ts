/** Reads a fenced block that is an edit as a whole: a file, calls of a tool, or a diff without a path. */
import { fileHeading, type FileHeading } from '../formats/fileHeading';
import { NO_CALL, NO_END, NO_PATH, unread, type ReadEdits } from '../formats/format';
import { FORMATS } from '../formats/registry';
import { CALL_KEY, looksLikeCalls, readCalls } from '../formats/strReplace';
import { blockEnd } from './closingFence';
import { withoutIndent, type Fence } from './fence';
import { fencedFile } from './fencedFile';
import { pathAbove, pathInComment, pathInInfo } from './pathLine';
import type { ReplyText } from './replyText';

/** Reads the block whose fence opens at a line, unless it has edits with markers of their own. */
export function readFencedBlock(reply: ReplyText, at: number, fence: Fence): ReadEdits {
  const { lines } = reply;
  const heading = headingAbove(lines, at);
  const name = heading?.path ?? pathInInfo(fence.info) ?? pathAbove(lines, at, reply.isFile);
  const end = blockEnd(reply, at, { fence, path: name });
  if (end.kind === 'closed') return readBody(lines, { at, end: end.at, fence, name, heading });
  const isEdit = name !== undefined || CALL_KEY.test(lines.slice(at + 1, at + 20).join('\n'));
  return isEdit ? unread(lines, at, end.next ?? lines.length, NO_END) : nothing(at + 1);
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
      ? unread(lines, at, end + 1, NO_CALL)
      : { edits, notUnderstood: [], next: end + 1 };
  }
  if (/^(?:diff|patch)\b/i.test(fence.info) && body.some((line) => /^[-+]/.test(line))) {
    const [inner, ...others] = FORMATS.flatMap(
      ({ read }) => read(['@@', ...body], 0, { above: () => name, before: undefined }) ?? [],
    );
    const edits = inner?.edits.map((edit) => ({ ...edit, ...place })) ?? [];
    return edits.length === 0 || others.length > 0
      ? unread(lines, at, end + 1, NO_PATH)
      : { edits, notUnderstood: [], next: end + 1 };
  }
  const own = heading?.path ?? name ?? pathInComment(body[0] ?? '');
  if (own === undefined || isShell(fence, own)) return nothing(end + 1);
  const isNamedInside = heading === undefined && name === undefined;
  const edit = fencedFile({
    ...{ ...place, path: own, lines: isNamedInside ? body.slice(1) : body },
    isNew: heading?.isNew === true ? true : undefined,
    format: heading === undefined ? 'whole-file' : 'code-web-chat',
  });
  return { edits: [edit], notUnderstood: [], next: end + 1 };
}

function nothing(next: number): ReadEdits {
  return { edits: [], notUnderstood: [], next };
}

function headingAbove(lines: readonly string[], at: number): FileHeading | undefined {
  for (let above = at - 1; above >= 0 && above >= at - 3; above -= 1) {
    const line = lines[above] ?? '';
    if (line.trim() !== '') return fileHeading(line);
  }
  return undefined;
}

/** Commands to run, unless the block is a script of that name. */
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
]);
