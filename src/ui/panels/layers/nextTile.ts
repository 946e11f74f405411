import type { Rect } from './squarify';

const DIRECTIONS: Readonly<Record<string, readonly [x: number, y: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** The tile that a key leads to from another one: the nearest in the key's direction. Undefined for another key, or if there is none. */
export function nextTile(rects: readonly Rect[], from: number, key: string): number | undefined {
  if (key === 'Home') return 0;
  if (key === 'End') return rects.length - 1;
  const direction = DIRECTIONS[key];
  const here = rects[from];
  if (direction === undefined || here === undefined) return undefined;
  const [x, y] = direction;
  const [fromX, fromY] = centerOf(here);
  let nearest: number | undefined;
  let least = Infinity;
  for (const [index, rect] of rects.entries()) {
    const [toX, toY] = centerOf(rect);
    const along = (toX - fromX) * x + (toY - fromY) * y;
    const aside = Math.abs((toX - fromX) * y) + Math.abs((toY - fromY) * x);
    const distance = along + 2 * aside;
    if (along <= 1 || aside > 2 * along || distance >= least) continue;
    nearest = index;
    least = distance;
  }
  return nearest;
}

function centerOf({ x, y, width, height }: Rect): readonly [x: number, y: number] {
  return [x + width / 2, y + height / 2];
}
