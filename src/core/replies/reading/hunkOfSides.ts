import { wholeFileChanges } from '../placing/wholeFile';
import type { HunkLine } from '../replyEdit';
import { isDots } from './elision';

/** The old lines and the new ones as a hunk, in which lines that both have are kept. A line of dots in both is a gap. */
export function hunkOfSides(old: readonly string[], present: readonly string[]): readonly HunkLine[] {
  const lines: HunkLine[] = [];
  const keepTo = (from: number, to: number): void => {
    for (const text of old.slice(from, to))
      lines.push(isDots(text) ? { op: 'gap', text } : { op: 'keep', text });
  };
  let at = 0;
  for (const { from, count, lines: added } of wholeFileChanges(old, present, { isMerged: false })) {
    keepTo(at, from - 1);
    at = from - 1 + count;
    for (const text of old.slice(from - 1, at)) lines.push({ op: 'remove', text });
    for (const text of added) lines.push({ op: 'add', text });
  }
  keepTo(at, old.length);
  return lines;
}
