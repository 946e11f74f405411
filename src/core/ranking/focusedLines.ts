import { lineTable } from '../facts/lineTable';
import type { TextWindow } from './windows';

/** 1-based, inclusive. */
export interface LineRange {
  readonly startLine: number;
  readonly endLine: number;
}

/**
 * The lines that a focused view shows in full: the windows with the highest scores that together take at most `share` of
 * the text's length. Ascending, and joined where they touch.
 *
 * @param windows in source order, without overlaps
 * @param share from 0 to 1
 */
export function focusedLines(
  text: string,
  windows: readonly TextWindow[],
  share: number,
): readonly LineRange[] {
  const table = lineTable(text);
  const chosen = new Set<TextWindow>();
  let room = share * text.length;
  for (const window of windows.toSorted((a, b) => b.score - a.score)) {
    const length = table.endOf(window.endLine) - table.startOf(window.startLine);
    if (length > room) continue;
    chosen.add(window);
    room -= length;
  }
  const ranges: LineRange[] = [];
  for (const { startLine, endLine } of windows.filter((window) => chosen.has(window))) {
    const before = ranges.at(-1);
    if (before?.endLine === startLine - 1)
      ranges[ranges.length - 1] = { startLine: before.startLine, endLine };
    else ranges.push({ startLine, endLine });
  }
  return ranges;
}
