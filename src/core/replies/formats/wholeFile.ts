import { beginsFile } from '../diffHunks';
import { fencedFileAt } from '../fencedFiles';
import { isCopyButton, pathLine } from '../pathLines';
import { isBlank, type ReplyView } from '../replyView';
import { notRead, readingOf, textOf, type Reading, type ReplyFormat } from './format';

/** A whole file in a fence, with its path above it, in its info string, or in its first line. */
export const wholeFile: ReplyFormat = {
  name: 'whole-file',
  readAt: (view, at, before) => {
    const file = fencedFileAt(view, at, before);
    if (file === undefined) return lostFence(view, at);
    const { from, to, path, says, lines, isClosed } = file;
    if (!isClosed) return notRead(from, to, `The end of the code block for ${path} is missing.`);
    const isNew = says === 'new' ? { isNew: true } : {};
    return readingOf({ from, to, path, kind: 'write', text: textOf(lines), ...isNew });
  },
};

/** A path and `Copy code` without a fence: copied from the rendered chat, so that the end of the file is lost. */
function lostFence(view: ReplyView, at: number): Reading | undefined {
  if (!isCopyButton(view.lines[at] ?? '') || view.fenceAt(at + 1) !== undefined) return undefined;
  let from = at - 1;
  while (from >= 0 && from > at - 4 && pathLine(view.lines[from] ?? '') === undefined) from -= 1;
  const named = pathLine(view.lines[from] ?? '');
  if (named === undefined || beginsOther(view, at + 1)) return undefined;
  let to = at + 1;
  while (to + 1 < view.lines.length && !endsLost(view, to + 1)) to += 1;
  while (to > at && isBlank(view.lines[to])) to -= 1;
  return to === at
    ? undefined
    : notRead(from, to, `The code block for ${named.path} has lost its fence. Copy the reply as Markdown.`);
}

/** Whether the first line that isn't blank begins a block that needs no fence. */
function beginsOther(view: ReplyView, from: number): boolean {
  let at = from;
  while (at < view.lines.length && at < from + 3 && isBlank(view.lines[at])) at += 1;
  return view.markAt(at) !== undefined || view.fenceAt(at) !== undefined || beginsFile(view, at);
}

function endsLost(view: ReplyView, at: number): boolean {
  if (view.fenceAt(at) !== undefined || view.markAt(at) !== undefined) return true;
  return pathLine(view.lines[at] ?? '')?.isHeading === true || isPathBeforeCopy(view, at);
}

function isPathBeforeCopy(view: ReplyView, at: number): boolean {
  return (
    (isCopyButton(view.lines[at + 1] ?? '') || isCopyButton(view.lines[at + 2] ?? '')) &&
    pathLine(view.lines[at] ?? '') !== undefined
  );
}
