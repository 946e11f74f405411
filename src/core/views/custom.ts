import { lineTable } from '../facts/lineTable';
import type { CustomSlice } from '../slices/customSlice';
import { splitLines } from '../slices/lineIndex';
import { resolveSlices } from '../slices/resolveSlices';
import type { ResolvedSlice } from '../slices/resolvedSlice';
import { sliceNotes } from '../slices/sliceNotes';
import { symbolLinesOf } from '../slices/symbolLines';
import type { DescribedFile, DescribedView } from './described';
import { gapsBetween } from './gaps';
import { renderSummary } from './summary';

/** The slices, where they are now, and nothing else of the file; without slices, the summary. */
export function renderCustom(source: DescribedFile, slices: readonly CustomSlice[]): DescribedView {
  if (slices.length === 0) return renderSummary(source);
  const { text, hash, facts, oldTexts } = source;
  const symbols = facts && symbolLinesOf(text, facts);
  const lines = splitLines(text);
  const places = resolveSlices({ lines, fileHash: hash, symbols }, slices, oldTexts);
  const table = lineTable(text);
  const parts = slices.map((slice, at) => {
    const { startLine, endLine, state } = places[at] ?? LOST;
    const body =
      state === 'lost' ? '(slice out of range)' : text.slice(table.startOf(startLine), table.endOf(endLine));
    return `---\n${titleOf(slice)}\nLines ${startLine}-${endLine}:\n${body}\n`;
  });
  const shown = places.filter(({ state }) => state !== 'lost');
  return {
    text: parts.join('\n'),
    gaps: gapsBetween(shown, lines.length),
    notes: sliceNotes(slices, places),
    slices: places,
  };
}

const LOST: ResolvedSlice = { startLine: 0, endLine: 0, state: 'lost' };

function titleOf({ tag, comment }: CustomSlice): string {
  const title = tag === undefined || tag === '' ? '[Slice]' : `[Slice: ${tag}]`;
  return comment === undefined || comment === '' ? title : `${title} (${comment})`;
}
