import { replacementOf } from '../../../app/replies/fileReview.svelte';
import type { PlacedHunk } from '../../../core/replies/placedEdit';
import { tidyHunk } from '../../../core/replies/placing/tidyHunk';
import { wholeFileChanges } from '../../../core/replies/placing/wholeFile';
import type { HunkLine } from '../../../core/replies/replyEdit';

/** Lines of the file that are shown around a change. */
const CONTEXT = 2;

/** The lines that an edit changes in a file, with some around them; without a place, those that the reply gives. */
export function hunkLines(placed: PlacedHunk, fileLines: readonly string[]): readonly HunkLine[] {
  const replacement = replacementOf(placed);
  if (replacement === undefined) return placed.hunk === undefined ? [] : tidyHunk(placed.hunk).lines;
  const { from, count, lines: added } = replacement;
  const start = from - 1;
  const old = fileLines.slice(start, start + count);
  const keep = (texts: readonly string[]): HunkLine[] => texts.map((text) => ({ op: 'keep', text }));
  const lines = keep(fileLines.slice(Math.max(0, start - CONTEXT), start));
  let at = 0;
  for (const change of wholeFileChanges(old, added, { isMerged: false })) {
    lines.push(...keep(old.slice(at, change.from - 1)));
    at = change.from - 1 + change.count;
    for (const text of old.slice(change.from - 1, at)) lines.push({ op: 'remove', text });
    for (const text of change.lines) lines.push({ op: 'add', text });
  }
  lines.push(...keep(old.slice(at)), ...keep(fileLines.slice(start + count, start + count + CONTEXT)));
  return lines;
}
