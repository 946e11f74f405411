import { shortKey } from '../../compose/shortKey';
import { oneLine } from '../../compose/escapePath';
import { lineTable } from '../../facts/lineTable';
import type { CustomSlice } from '../../slices/customSlice';
import { splitLines } from '../../slices/lineIndex';
import type { ResolvedSlice } from '../../slices/resolvedSlice';
import { sliceNotes } from '../../slices/sliceNotes';
import { createAllowance } from '../allowance';
import type { DescribedView, Gap, SlicedFile } from '../described';
import { gapsBetween } from '../gaps';
import { renderSummary } from '../summary';
import type { ModeDescriptor } from '../viewMode';

export interface CustomRequest {
  readonly mode: 'custom';
  readonly slices: readonly CustomSlice[];
}

export const custom: ModeDescriptor<CustomRequest> = {
  label: 'slices',
  hint: 'The line ranges you select',
  key: '6',
  parts: { kind: 'slices', areIn: ({ customSlices }) => customSlices.length > 0 },
  // With their anchors, because only the text tells where the slices are now.
  requestOf: ({ customSlices: slices }) => ({ mode: 'custom', slices }),
  needsFacts: ({ slices }) => slices.length === 0 || slices.some(({ symbol }) => symbol !== undefined),
  showsSummary: ({ slices }) => slices.length === 0,
  keyOf: ({ slices }) => shortKey(JSON.stringify(slices.map(withoutUnknown))),
};

/** Unknown keys don't change the view. */
function withoutUnknown(slice: CustomSlice): CustomSlice {
  return { ...slice, unknown: {} };
}

/** Only the slices, at their current lines; the summary if there are none. */
export function renderCustom(source: SlicedFile, slices: readonly CustomSlice[]): DescribedView {
  if (slices.length === 0) return renderSummary(source);
  const { text } = source;
  const places = source.placesOf(slices);
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
    gaps: gapsBetween(shown, splitLines(text).length),
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
