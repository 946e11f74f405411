import { oneLine } from '../compose/escapePath';
import { lineTable } from '../facts/lineTable';
import type { CustomSlice } from '../slices/customSlice';
import { splitLines } from '../slices/lineIndex';
import { resolveSlices } from '../slices/resolveSlices';
import type { ResolvedSlice } from '../slices/resolvedSlice';
import { sliceNotes } from '../slices/sliceNotes';
import { symbolLinesOf } from '../slices/symbolLines';
import { createAllowance } from './allowance';
import type { DescribedFile, DescribedView, Gap } from './described';
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
  const hasRoomFor = createAllowance(text);
  const shown: Gap[] = [];
  const refused = new Set<number>();
  const parts = slices.map((slice, at) => {
    const place = places[at] ?? LOST;
    const { startLine, endLine, state } = place;
    const head = `---\n${titleOf(slice)}\nLines ${startLine}-${endLine}:\n`;
    if (state === 'lost') return `${head}(slice out of range)\n`;
    const body = text.slice(table.startOf(startLine), table.endOf(endLine));
    if (!hasRoomFor(body.length)) {
      refused.add(at);
      return `${head}(slice not shown: it makes the view too long)\n`;
    }
    shown.push(place);
    return `${head}${body}\n`;
  });
  const shownPlaces = places.map((place, at) => (refused.has(at) ? undefined : place));
  return {
    text: parts.join('\n'),
    gaps: gapsBetween(shown, lines.length),
    notes: sliceNotes(slices, shownPlaces),
    warnings: Array.from(refused, (at) => `Slice ${at + 1} is not shown: it makes the view too long`),
    slices: places,
  };
}

const LOST: ResolvedSlice = { startLine: 0, endLine: 0, state: 'lost' };

function titleOf(slice: CustomSlice): string {
  const tag = oneLine(slice.tag ?? '');
  const comment = oneLine(slice.comment ?? '');
  const title = tag === '' ? '[Slice]' : `[Slice: ${tag}]`;
  return comment === '' ? title : `${title} (${comment})`;
}
