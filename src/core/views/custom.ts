import { lineTable } from '../facts/lineTable';
import type { PlacedSlice } from '../slices/placedSlice';
import { gapsBetween } from './gaps';
import { renderSummary } from './summary';
import type { DescribedFile, DescribedView, Gap } from './described';

/** The slices and nothing else of the file, clamped to the lines there are; without slices, the summary. */
export function renderCustom(source: DescribedFile, slices: readonly PlacedSlice[]): DescribedView {
  if (slices.length === 0) return renderSummary(source);
  const lines = lineTable(source.text);
  const count = source.text === '' ? 0 : lines.count;
  const notes: string[] = [];
  const shown: Gap[] = [];
  const parts = slices.map((slice) => {
    const { startLine, endLine } = slice;
    const head = (first: number, last: number): string => `---\n${titleOf(slice)}\nLines ${first}-${last}:\n`;
    if (slice.lost || startLine > count) return `${head(startLine, endLine)}(slice out of range)\n`;
    const first = Math.max(1, startLine);
    const last = Math.max(first, Math.min(endLine, count));
    if (first !== startLine || last !== endLine) {
      notes.push(`lines ${startLine}-${endLine} are out of range: ${first}-${last} are shown`);
    }
    shown.push({ startLine: first, endLine: last });
    return `${head(first, last)}${source.text.slice(lines.startOf(first), lines.endOf(last))}\n`;
  });
  return { text: parts.join('\n'), gaps: gapsBetween(shown, count), notes };
}

function titleOf({ tag, comment }: PlacedSlice): string {
  const title = tag === undefined || tag === '' ? '[Slice]' : `[Slice: ${tag}]`;
  return comment === undefined || comment === '' ? title : `${title} (${comment})`;
}
