/** Chooses the part of a file that a focused view shows. */
import type { LineRange } from '../slices/customSlice';

/** Lines with a score for how well they match the task. */
export interface ScoredLines extends LineRange {
  readonly score: number;
}

/** Smaller files are shown in full or as an outline. */
export const LEAST_FOCUSED_TOKENS = 2_000;

/**
 * Returns the best windows of a file up to a share of its lines, in source order, with adjacent windows joined.
 * Includes at least the best window, if there is one.
 */
export function focusedLines(
  windows: readonly ScoredLines[],
  lines: number,
  share: number,
): readonly LineRange[] {
  const best = windows.toSorted((one, other) => other.score - one.score || one.startLine - other.startLine);
  const chosen: ScoredLines[] = [];
  let left = Math.floor(lines * share);
  for (const window of best) {
    const length = window.endLine - window.startLine + 1;
    if (chosen.length > 0 && length > left) continue;
    chosen.push(window);
    left -= length;
  }
  const ranges: { startLine: number; endLine: number }[] = [];
  for (const { startLine, endLine } of chosen.sort((one, other) => one.startLine - other.startLine)) {
    const last = ranges.at(-1);
    if (last !== undefined && startLine <= last.endLine + 1) last.endLine = Math.max(last.endLine, endLine);
    else ranges.push({ startLine, endLine });
  }
  return ranges;
}
