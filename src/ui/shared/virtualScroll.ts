/*
 * Scroll arithmetic of a long list of rows. Browsers cap the height of an element (Firefox at about 17
 * million px, Chromium at 33 million device px, so at 6.7 million with 500 % zoom), so a longer list is shown in a
 * shorter scroll space: exact near both ends, compressed between them. Small movements (wheel, keys, touch) are
 * followed pixel by pixel wherever they happen; a movement of about a pixel of the scrollbar's thumb, or more, is a
 * jump to the place that the scroll offset represents. The difference that small movements pile up is taken out when
 * scrolling ends.
 */

/** Tallest element that every browser lays out at every zoom. */
export const MAX_SCROLL_HEIGHT = 6_000_000;

/** Length at either end of a compressed scroll space where one px of offset is one px of rows. */
const EXACT_END = 500_000;

export interface ScrollSpace {
  readonly viewport: number;
  /** Height of the element that is scrolled, in px. */
  readonly height: number;
  /** Largest scroll offset of the element. */
  readonly maxOffset: number;
  /** Largest position: px of rows above the viewport. */
  readonly maxPosition: number;
}

/** A list's position: px of rows above the viewport, and the scroll offset that shows it. */
export interface ScrollAnchor {
  readonly position: number;
  readonly offset: number;
}

export type RowAlign = 'nearest' | 'center' | 'start';

/** The scroll space of rows that are `total` px high together. */
export function scrollSpace(total: number, viewport: number): ScrollSpace {
  const height = Math.min(total, MAX_SCROLL_HEIGHT);
  return {
    viewport,
    height,
    maxOffset: Math.max(0, height - viewport),
    maxPosition: Math.max(0, total - viewport),
  };
}

/** The scroll offset of a position. */
export function offsetOf(space: ScrollSpace, position: number): number {
  const { maxOffset, maxPosition } = space;
  if (maxOffset === maxPosition || position <= EXACT_END) return Math.min(position, maxOffset);
  if (position >= maxPosition - EXACT_END) return maxOffset - (maxPosition - position);
  return Math.round(EXACT_END + (position - EXACT_END) / compression(space));
}

/** The position of a scroll offset. */
export function positionOf(space: ScrollSpace, offset: number): number {
  const { maxOffset, maxPosition } = space;
  if (maxOffset === maxPosition || offset <= EXACT_END) return offset;
  if (offset >= maxOffset - EXACT_END) return maxPosition - (maxOffset - offset);
  return Math.round(EXACT_END + (offset - EXACT_END) * compression(space));
}

/** The list's position after its element has scrolled to `offset`. */
export function follow(space: ScrollSpace, anchor: ScrollAnchor, offset: number): ScrollAnchor {
  if (space.maxOffset === space.maxPosition) return { position: offset, offset };
  if (offset <= 0) return { position: 0, offset };
  if (offset >= space.maxOffset - 1) return { position: space.maxPosition, offset };
  const moved = offset - anchor.offset;
  const position =
    Math.abs(moved) < jumpDistance(space) ? anchor.position + moved : positionOf(space, offset);
  return { position: clampPosition(space, position), offset };
}

/** Whether so many small movements have piled up that the offset could run out before the rows do. */
export function hasStrayed(space: ScrollSpace, anchor: ScrollAnchor): boolean {
  const offset = offsetOf(space, anchor.position);
  const allowed = Math.min(EXACT_END, offset, space.maxOffset - offset) / 2;
  return Math.abs(offset - anchor.offset) > Math.max(1, allowed);
}

/** Whether the offset is still that of the position after the space has changed. */
export function isAt({ position, offset }: ScrollAnchor, space: ScrollSpace): boolean {
  return Math.abs(offsetOf(space, clampPosition(space, position)) - offset) < 0.5;
}

export function clampPosition(space: ScrollSpace, position: number): number {
  return Math.min(Math.max(0, position), space.maxPosition);
}

/** Rows [first, end) that a viewport shows at a position, with `overscan` more on either side. */
export function rowsInView(
  space: ScrollSpace,
  position: number,
  rows: { count: number; rowHeight: number; overscan: number },
) {
  const first = Math.floor(position / rows.rowHeight) - rows.overscan;
  const end = Math.ceil((position + space.viewport) / rows.rowHeight) + rows.overscan;
  return { first: Math.min(Math.max(0, first), rows.count), end: Math.max(0, Math.min(end, rows.count)) };
}

/** A row, or part of one, to bring into view. */
export interface RowToShow {
  readonly top: number;
  readonly height: number;
  readonly align: RowAlign;
}

/** The position that brings a row into view, starting from `position`. */
export function positionToShow(space: ScrollSpace, position: number, row: RowToShow): number {
  const { top } = row;
  const atEnd = top + row.height - space.viewport;
  switch (row.align) {
    case 'start':
      return clampPosition(space, top);
    case 'center':
      return clampPosition(space, Math.round((top + atEnd) / 2));
    case 'nearest':
      return clampPosition(space, top < position ? top : Math.max(position, atEnd));
  }
}

function compression({ maxOffset, maxPosition }: ScrollSpace): number {
  return (maxPosition - 2 * EXACT_END) / (maxOffset - 2 * EXACT_END);
}

/** The track is about as long as the viewport, so a third of a thumb pixel is this far. */
function jumpDistance({ viewport, height }: ScrollSpace): number {
  return Math.max(viewport, height / (3 * Math.max(1, viewport)));
}
