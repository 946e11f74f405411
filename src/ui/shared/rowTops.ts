/** The places of rows of unequal heights: the top of each row in px, and at the end the height of all. */
export type RowTops = Float64Array;

export function rowTops(count: number, heightOf: (index: number) => number): RowTops {
  const tops = new Float64Array(count + 1);
  for (let index = 0; index < count; index += 1) tops[index + 1] = topOf(tops, index) + heightOf(index);
  return tops;
}

export function topOf(tops: RowTops, index: number): number {
  return tops[index] ?? 0;
}

/** The row at a position: the last one that begins at or above it. 0 if there are no rows. */
export function rowAtPosition(tops: RowTops, position: number): number {
  let low = 0;
  let high = Math.max(0, tops.length - 2);
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (topOf(tops, middle) <= position) low = middle;
    else high = middle - 1;
  }
  return low;
}
