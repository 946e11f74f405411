import { lineTable } from '../facts/lineTable';
import type { PlacedSlice } from '../slices/placedSlice';
import { gapsBetween } from './gaps';
import { renderSummary } from './summary';
import type { DescribedFile, DescribedView } from './described';

/** The slices and nothing else of the file; without slices, the summary. */
export function renderCustom(source: DescribedFile, slices: readonly PlacedSlice[]): DescribedView {
  if (slices.length === 0) return renderSummary(source);
  const lines = lineTable(source.text);
  const count = source.text === '' ? 0 : lines.count;
  const parts = slices.map((slice) => {
    const isLost = slice.lost || slice.startLine > count;
    const { startLine, endLine } = slice;
    const body = isLost
      ? '(slice out of range)'
      : source.text.slice(lines.startOf(startLine), lines.endOf(Math.min(endLine, count)));
    return `---\n${titleOf(slice)}\nLines ${startLine}-${endLine}:\n${body}\n`;
  });
  const shown = slices.filter(({ startLine, lost }) => !lost && startLine <= count);
  return { text: parts.join('\n'), gaps: gapsBetween(shown, count), notes: [] };
}

function titleOf({ tag, comment }: PlacedSlice): string {
  const title = tag === undefined || tag === '' ? '[Slice]' : `[Slice: ${tag}]`;
  return comment === undefined || comment === '' ? title : `${title} (${comment})`;
}
