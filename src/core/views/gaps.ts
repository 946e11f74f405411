import type { Gap } from './described';

/** The lines of a file outside the given ranges. */
export function gapsBetween(shown: readonly Gap[], lines: number): readonly Gap[] {
  const gaps: Gap[] = [];
  let next = 1;
  for (const { startLine, endLine } of shown.toSorted((a, b) => a.startLine - b.startLine)) {
    if (startLine > next) gaps.push({ startLine: next, endLine: startLine - 1 });
    next = Math.max(next, endLine + 1);
  }
  if (next <= lines) gaps.push({ startLine: next, endLine: lines });
  return gaps;
}
