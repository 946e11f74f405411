/** In px. */
export interface Rect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

interface Sized {
  readonly tokens: number;
}

/**
 * Fills a rectangle with one for each item, whose area is the item's share, in rows that keep them close to squares. Items come largest
 * first. After Bruls, Huizing, and van Wijk, "Squarified Treemaps" (2000).
 */
export function squarify<T extends Sized>(
  items: readonly T[],
  rect: Rect,
): readonly { readonly item: T; readonly rect: Rect }[] {
  const placed: { readonly item: T; readonly rect: Rect }[] = [];
  let free = rect;
  let left = sumOf(items);
  for (let at = 0; at < items.length && left > 0;) {
    const scale = (free.width * free.height) / left;
    const end = rowEnd(items, at, Math.min(free.width, free.height), scale);
    const row = items.slice(at, end);
    const laid = layRow(row, free, sumOf(row) * scale);
    row.forEach((item, index) => {
      const cell = laid.cells[index];
      if (cell !== undefined) placed.push({ item, rect: cell });
    });
    ({ free } = laid);
    left -= sumOf(row);
    at = end;
  }
  return placed;
}

/** The end of the row along a side that begins at an item: it grows while its worst proportion improves. */
function rowEnd(items: readonly Sized[], from: number, side: number, scale: number): number {
  let sum = 0;
  let worst = Infinity;
  const largest = (items[from]?.tokens ?? 0) * scale;
  for (let at = from; at < items.length; at += 1) {
    const area = (items[at]?.tokens ?? 0) * scale;
    const squared = (sum + area) ** 2;
    const next = Math.max((side ** 2 * largest) / squared, squared / (side ** 2 * area));
    if (next > worst) return at;
    worst = next;
    sum += area;
  }
  return items.length;
}

/** Lays items along the shorter side of the free rectangle. */
function layRow(
  row: readonly Sized[],
  { x, y, width, height }: Rect,
  area: number,
): { readonly cells: readonly Rect[]; readonly free: Rect } {
  const all = sumOf(row);
  const isUpright = width >= height;
  const depth = area / (isUpright ? height : width);
  let before = 0;
  const cells = row.map(({ tokens }): Rect => {
    const start = before / all;
    before += tokens;
    const share = tokens / all;
    return isUpright
      ? { x, y: y + start * height, width: depth, height: share * height }
      : { x: x + start * width, y, width: share * width, height: depth };
  });
  const free = isUpright
    ? { x: x + depth, y, width: Math.max(0, width - depth), height }
    : { x, y: y + depth, width, height: Math.max(0, height - depth) };
  return { cells, free };
}

function sumOf(items: readonly Sized[]): number {
  return items.reduce((sum, { tokens }) => sum + tokens, 0);
}
