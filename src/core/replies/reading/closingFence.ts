/** Finds the line that closes a fenced block. Files may have fences of their own, and closing ones may be missing. */
import { mayClose, openingFence, type Fence } from './fence';
import { isButton, pathAbove, pathInInfo, pathLine } from './pathLine';
import type { ReplyText } from './replyText';

/** Indexes of lines. */
export type BlockEnd =
  | { readonly kind: 'closed'; readonly at: number }
  /** `next`: the next block begins there with its path; undefined if none does. */
  | { readonly kind: 'unclosed'; readonly next: number | undefined };

/** The end of the block whose fence opens at a line. `path`: its file, if the reply names one. */
export function blockEnd(
  reply: ReplyText,
  at: number,
  { fence, path }: { readonly fence: Fence; readonly path: string | undefined },
): BlockEnd {
  const isMarkdown = /\.(?:md|mdx|markdown)$/i.test(path ?? '') || /^(?:md|mdx|markdown)\b/i.test(fence.info);
  const all = fencesOf(reply.lines);
  const from = all.indexByLine.get(at) ?? all.fences.length;
  // Blocks in a Markdown file may name files, too.
  const nested = isMarkdown ? endAmong(reply, { all, from, isMarkdown, endsAtEdits: false }) : UNCLOSED;
  return nested.kind === 'closed' ? nested : endAmong(reply, { all, from, isMarkdown, endsAtEdits: true });
}

const UNCLOSED: BlockEnd = { kind: 'unclosed', next: undefined };

interface Search {
  readonly all: Fences;
  /** Index of the opening fence. */
  readonly from: number;
  readonly isMarkdown: boolean;
  readonly endsAtEdits: boolean;
}

function endAmong(reply: ReplyText, { all, from, isMarkdown, endsAtEdits }: Search): BlockEnd {
  const open = all.fences[from];
  let inner: FenceLine | undefined;
  for (let index = from + 1; open !== undefined && index < all.fences.length; index += 1) {
    const fence = all.fences[index];
    all.left -= 1;
    if (fence === undefined || all.left < 0) break;
    if (inner !== undefined) {
      if (closes(fence, inner)) inner = undefined;
      else if (endsAtEdits && fence.info !== '' && namesFile(reply, all, fence))
        return { kind: 'unclosed', next: headOf(reply, fence) };
    } else if (closes(fence, open)) {
      if (endsAtEdits && opensNext(reply, fence)) return { kind: 'unclosed', next: headOf(reply, fence) };
      if (!isMarkdown || !opensInner(reply, { all, from, index })) return { kind: 'closed', at: fence.at };
      inner = fence;
    } else if (fence.info !== '' && fence.mark === open.mark && fence.length >= open.length) {
      if (endsAtEdits && namesFile(reply, all, fence))
        return { kind: 'unclosed', next: headOf(reply, fence) };
      inner = fence;
    }
  }
  return UNCLOSED;
}

interface FenceLine extends Fence {
  readonly at: number;
}

interface Fences {
  readonly fences: readonly FenceLine[];
  readonly indexByLine: ReadonlyMap<number, number>;
  /** Whether the fence at a line names a file, as far as known. */
  readonly named: Map<number, boolean>;
  /** Fences that may still be looked at: a hostile reply opens thousands of blocks that nothing closes. */
  left: number;
}

const fencesByReply = new WeakMap<readonly string[], Fences>();

function fencesOf(lines: readonly string[]): Fences {
  const known = fencesByReply.get(lines);
  if (known !== undefined) return known;
  const fences = lines.flatMap((line, at): FenceLine | [] => {
    const fence = openingFence(line);
    return fence === undefined ? [] : { ...fence, at };
  });
  const found: Fences = {
    fences,
    indexByLine: new Map(fences.map(({ at }, index) => [at, index])),
    named: new Map(),
    left: FEWEST_LOOKS + fences.length * LOOKS_PER_FENCE,
  };
  fencesByReply.set(lines, found);
  return found;
}

const FEWEST_LOOKS = 10_000;
const LOOKS_PER_FENCE = 10;

function closes({ mark, length, info, indent }: FenceLine, open: Fence): boolean {
  return info === '' && mark === open.mark && length >= open.length && mayClose(indent, open);
}

function namesFile({ lines, isFile }: ReplyText, { named }: Fences, { at, info }: FenceLine): boolean {
  const known = named.get(at) ?? (pathInInfo(info) ?? pathAbove(lines, at, isFile)) !== undefined;
  named.set(at, known);
  return known;
}

/** Index of the line that names the file of a block, or of its fence. */
function headOf({ lines }: ReplyText, { at, info }: FenceLine): number {
  if (pathInInfo(info) !== undefined) return at;
  let head = at - 1;
  while (head > 0 && (lines[head] ?? '').trim() === '') head -= 1;
  while (head > 0 && isButton(lines[head] ?? '') && pathLine(lines[head] ?? '') === undefined) head -= 1;
  return Math.max(0, head);
}

/** Whether a bare fence opens the block of the next file: a path is right above it, and text right below. */
function opensNext({ lines, isFile }: ReplyText, { at }: FenceLine): boolean {
  if ((lines[at + 1] ?? '').trim() === '') return false;
  const above = (lines[at - 1] ?? '').trim() === '' ? (lines[at - 2] ?? '') : (lines[at - 1] ?? '');
  return pathLine(above, isFile) !== undefined;
}

/** Whether a bare fence in a Markdown file opens a block: it looks so, and bare ones follow for both. */
function opensInner(
  reply: ReplyText,
  { all, from, index }: { readonly all: Fences; readonly from: number; readonly index: number },
): boolean {
  const { lines } = reply;
  const [open, { at }] = [all.fences[from], all.fences[index] ?? { at: 0 }];
  const above = (lines[at - 1] ?? '').trim();
  if (open === undefined || (above !== '' && !above.endsWith(':')) || (lines[at + 1] ?? '').trim() === '')
    return false;
  let bare = 0;
  for (const fence of all.fences.slice(index + 1, index + 1 + MOST_AHEAD)) {
    if (fence.info !== '' && namesFile(reply, all, fence)) return false;
    if (closes(fence, open)) bare += 1;
    else if (fence.info !== '' && fence.length >= open.length) bare -= 1;
    if (bare === 2) return true;
  }
  return false;
}

/** Fences. */
const MOST_AHEAD = 40;
