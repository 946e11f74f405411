import { beginsFile, hunkHeader, readHunks } from '../diffHunks';
import { headerPath } from '../diffPaths';
import type { FenceLine } from '../fences';
import { fenceInfo } from '../pathLines';
import { newLines } from '../placedEdit';
import type { Hunk } from '../replyEdit';
import { firstInFence, isBlank, pathAbove, type Before, type ReplyView } from '../replyView';
import { notRead, readingOf, textOf, type Reading, type ReplyFormat } from './format';

/** `---`, `+++`, and hunks; in a fence under a path, also hunks alone, or lines with `-` and `+` alone. */
export const unifiedDiff: ReplyFormat = {
  name: 'unified-diff',
  readAt: (view, at, before) => {
    const fence = view.fenceAt(at);
    if (fence !== undefined) return hunksInFence(view, fence, before);
    return (view.lines[at] ?? '').startsWith('--- ') && beginsFile(view, at)
      ? readDiffFile(view, at, { ...before, from: at })
      : undefined;
  },
};

interface DiffFile {
  /** First line of the edit, which may be above. */
  readonly from: number;
  readonly fence: FenceLine | undefined;
}

/** Reads `---`, `+++`, and the hunks of one file. */
export function readDiffFile(view: ReplyView, at: number, { from, fence }: DiffFile): Reading {
  const old = headerPath(view.lines[at] ?? '');
  const present = headerPath(view.lines[at + 1] ?? '');
  const { hunks, end } = readHunks(view, at + 2, { fence, needsHeader: true });
  const to = lastFilled(view, at, end);
  if (present === undefined) {
    return old === undefined
      ? notRead(from, to, 'The diff has no path.')
      : readingOf({ from, to, path: old, kind: 'delete' });
  }
  if (hunks.length === 0) return notRead(from, to, 'The diff changes nothing.');
  if (old === undefined) {
    return readingOf({ from, to, path: present, kind: 'write', text: addedText(hunks), isNew: true });
  }
  const isRename = old.startsWith('a/') && present.startsWith('b/') && old.slice(2) !== present.slice(2);
  const names = isRename ? { path: old, newPath: present } : { path: present };
  return readingOf({ from, to, ...names, kind: 'change', hunks, isInOrder: true });
}

export function addedText(hunks: readonly Hunk[]): string {
  return textOf(hunks.flatMap(({ lines }) => newLines(lines)));
}

/** The last line before an end that isn't blank. */
export function lastFilled(view: ReplyView, from: number, end: number): number {
  let to = end - 1;
  while (to > from && isBlank(view.lines[to])) to -= 1;
  return to;
}

const DIFF_LANGUAGES: ReadonlySet<string> = new Set(['diff', 'patch', 'udiff']);

/** A fence with hunks whose file is named above it. */
function hunksInFence(view: ReplyView, fence: FenceLine, before: Before): Reading | undefined {
  const info = fenceInfo(fence.info);
  const first = firstInFence(view, fence);
  const hasHeader = hunkHeader(view.lines[first] ?? '') !== undefined;
  if (!hasHeader && !DIFF_LANGUAGES.has(info.language)) return undefined;
  const close = view.closeOf(fence, false);
  const end = close?.at ?? view.lines.length;
  for (let line = first; line < end; line += 1) {
    if (beginsFile(view, line) || (!hasHeader && isOtherMark(view, line))) return undefined;
  }
  const above = pathAbove(view, fence.at, before.floor, false);
  const path = info.named?.path ?? above?.path;
  const from = above?.at ?? fence.at;
  const to = Math.min(end, view.lines.length - 1);
  const { hunks } = readHunks(view, first, { fence, needsHeader: hasHeader });
  if (hunks.length === 0) return undefined;
  if (path === undefined) return notRead(from, to, 'The diff has no path.');
  if (close === undefined) return notRead(from, to, 'The end of the code block is missing.');
  const isNew =
    (info.named ?? above)?.says === 'new' &&
    hunks.every(({ lines }) => lines.every(({ op }) => op === 'add'));
  return isNew
    ? readingOf({ from, to, path, kind: 'write', text: addedText(hunks), isNew })
    : readingOf({ from, to, path, kind: 'change', hunks, isInOrder: true });
}

function isOtherMark(view: ReplyView, line: number): boolean {
  const kind = view.markAt(line)?.kind;
  return kind !== undefined && kind !== 'hunk' && kind !== 'tag' && kind !== 'middle';
}
