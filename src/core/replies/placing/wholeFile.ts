import { diffLines } from '../../slices/diffLines';
import type { Replacement } from '../placedEdit';
import { splitLines } from './appliedText';
import { lineIds } from './lineIds';
import { stableLines } from './threeWay';

/** The changes that turn the lines of a file into others. With fewest lines, if they aren't merged with others. */
export function wholeFileChanges(
  before: readonly string[],
  after: readonly string[],
  { isMerged }: { readonly isMerged: boolean },
): readonly Replacement[] {
  const [ids, newIds] = lineIds(before, after);
  const changes: Replacement[] = [];
  let [start, next] = [0, 0];
  const close = (end: number, until: number): void => {
    if (end > start || until > next)
      changes.push({ from: start + 1, count: end - start, lines: after.slice(next, until) });
  };
  // The changes may have been made in several ways, and other changes must not get between them.
  for (const [at, to] of (isMerged ? stableLines(ids, newIds) : diffLines(ids, newIds)).entries()) {
    if (to < 0) continue;
    close(at, to);
    [start, next] = [at + 1, to + 1];
  }
  close(before.length, after.length);
  return changes;
}

/** The same for whole texts, as `appliedText` takes them: without the final line end. */
export function changesBetweenTexts(before: string, after: string): readonly Replacement[] {
  return wholeFileChanges(splitLines(before).lines, splitLines(after).lines, { isMerged: false });
}

/** The replacement without lines at its edges that stay. */
export function trimmed({ from, count, lines }: Replacement, fileLines: readonly string[]): Replacement {
  const most = Math.min(count, lines.length);
  let start = 0;
  while (start < most && lines[start] === fileLines[from - 1 + start]) start += 1;
  let end = 0;
  while (end < most - start && lines[lines.length - 1 - end] === fileLines[from - 2 + count - end]) end += 1;
  return { from: from + start, count: count - start - end, lines: lines.slice(start, lines.length - end) };
}

/** Whether so little of a file is left that the reply may have lost the rest. */
export function losesMost(
  before: readonly string[],
  after: readonly string[],
  changes: readonly Replacement[],
): boolean {
  if (charactersOf(after) < charactersOf(before) * MIN_LENGTH) return true;
  const gone = changes.flatMap(({ from, count }) => before.slice(from - 1, from - 1 + count));
  const total = countFilled(before);
  return total > 0 && total - countFilled(gone) < total * MIN_OVERLAP;
}

const MIN_LENGTH = 0.5;
const MIN_OVERLAP = 0.3;

function countFilled(lines: readonly string[]): number {
  return lines.filter((line) => line.trim() !== '').length;
}

function charactersOf(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + line.trim().length, 0);
}
