import { diffLines } from '../../slices/diffLines';
import type { Replacement } from '../placedEdit';

/** The changes that turn the lines of a file into others. */
export function wholeFileChanges(
  before: readonly string[],
  after: readonly string[],
): readonly Replacement[] {
  const idByLine = new Map<string, number>();
  const idsOf = (lines: readonly string[]): Int32Array =>
    Int32Array.from(lines, (line) => {
      const id = idByLine.get(line) ?? idByLine.size;
      idByLine.set(line, id);
      return id;
    });
  const changes: Replacement[] = [];
  let [start, next] = [0, 0];
  const close = (end: number, until: number): void => {
    if (end > start || until > next)
      changes.push({ from: start + 1, count: end - start, lines: after.slice(next, until) });
  };
  for (const [at, to] of diffLines(idsOf(before), idsOf(after)).entries()) {
    if (to < 0) continue;
    close(at, to);
    [start, next] = [at + 1, to + 1];
  }
  close(before.length, after.length);
  return changes;
}

/** Whether so little of a file is left that the reply may have lost the rest. */
export function losesMost(
  before: readonly string[],
  after: readonly string[],
  changes: readonly Replacement[],
): boolean {
  if (charactersOf(after) < charactersOf(before) * MIN_LENGTH) return true;
  const gone = changes.flatMap(({ from, count }) => before.slice(from - 1, from - 1 + count));
  const total = telling(before);
  return total > 0 && total - telling(gone) < total * MIN_OVERLAP;
}

const MIN_LENGTH = 0.5;
const MIN_OVERLAP = 0.3;

function telling(lines: readonly string[]): number {
  return lines.filter((line) => line.trim() !== '').length;
}

function charactersOf(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + line.trim().length, 0);
}
