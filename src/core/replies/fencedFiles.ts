/** Fences that hold a file, or what is left of it. */
import { beginsFile } from './diffHunks';
import {
  extensionOf,
  fenceInfo,
  isMarkdownPath,
  isShell,
  isShellFile,
  pathInComment,
  type NamedPath,
} from './pathLines';
import { firstInFence, isBlank, pathAbove, type Before, type ReplyView } from './replyView';

export interface FencedFile extends NamedPath {
  readonly from: number;
  readonly to: number;
  readonly lines: readonly string[];
  /** Whether the reply has the line that closes the fence. */
  readonly isClosed: boolean;
}

/**
 * The file in the fence that opens at a line: its path is in the info string, above the fence, or in a comment on the
 * first line, which stays in the text. `heading` gives the path of a fence without one. Undefined for commands and
 * their output, and for a fence that begins with marks.
 */
export function fencedFileAt(
  view: ReplyView,
  at: number,
  before: Before,
  heading?: NamedPath & { readonly at: number },
): FencedFile | undefined {
  const open = view.fenceAt(at);
  if (open === undefined) return undefined;
  const info = fenceInfo(open.info);
  if (info.isCitation || beginsWithMark(view, firstInFence(view, open))) return undefined;
  const above = heading ?? pathAbove(view, at, before.floor, false);
  const first = view.lines[at + 1] ?? '';
  const named = info.named ?? above ?? pathInComment(first);
  if (named === undefined || named.says === 'deleted') return undefined;
  if (isDiff(info.language) && !isDiff(extensionOf(named.path))) return undefined;
  const isInSentence = above !== undefined && 'isInSentence' in above && above.isInSentence === true;
  if (isShell(info.language) && (!isShellFile(named.path) || (isInSentence && info.named === undefined))) {
    return undefined;
  }
  const close = view.closeOf(open, isMarkdownPath(named.path));
  const to = close?.at ?? endOfUnclosed(view, at);
  return {
    path: named.path,
    says: named.says,
    from: info.named === undefined && above !== undefined ? above.at : at,
    to,
    lines: view.lines.slice(at + 1, to),
    isClosed: close !== undefined,
  };
}

function isDiff(language: string): boolean {
  return /^(?:diff|patch|udiff)$/.test(language);
}

/** Whether a fence holds blocks of another format, with or without a path above the first mark. */
function beginsWithMark(view: ReplyView, first: number): boolean {
  const isMark = (at: number): boolean => {
    const mark = view.markAt(at);
    if (mark?.kind === 'tag') return mark.name === 'file' && !mark.isEnd;
    return mark?.kind === 'open' || mark?.kind === 'patch' || mark?.kind === 'git';
  };
  if (beginsFile(view, first)) return true;
  return isMark(first) || (view.markAt(first + 1)?.kind === 'open' && !isBlank(view.lines[first]));
}

/** Last line of a fence without an end: before the path of the next one, or the end of the reply. */
function endOfUnclosed(view: ReplyView, at: number): number {
  for (let fence = view.fenceAfter(at); fence !== undefined; fence = view.fenceAfter(fence.at)) {
    if (fence.info !== '' && view.beginsEdit(fence)) {
      return Math.max(at, (pathAbove(view, fence.at, at + 1, false)?.at ?? fence.at) - 1);
    }
  }
  return view.lines.length - 1;
}
