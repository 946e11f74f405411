/** Finds the line that closes a fenced block. */
import { isClosing, openingFence, type Fence } from './fence';
import { pathAbove } from './pathLine';
import type { ReplyText } from './replyText';

/** Index of the line that closes a block; undefined if none does. Blocks in a Markdown file have fences of their own, in pairs. */
export function closingLine(
  reply: ReplyText,
  at: number,
  { fence, path }: { readonly fence: Fence; readonly path: string | undefined },
): number | undefined {
  const isMarkdown = /\.(?:md|mdx|markdown)$/i.test(path ?? '') || /^(?:md|mdx|markdown)\b/i.test(fence.info);
  const { lines } = reply;
  if (lastClosing(lines, fence) <= at) return undefined;
  let inner: Fence | undefined;
  for (let index = at + 1; index < lines.length; index += 1) {
    const line = lines[index] ?? '';
    if (inner !== undefined) {
      if (isClosing(line, inner)) inner = undefined;
    } else if (isClosing(line, fence) && !(isMarkdown && opensBlock(reply, index))) return index;
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
function opensBlock({ lines, isFile }: ReplyText, at: number): boolean {
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
