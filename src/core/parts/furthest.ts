/** The largest integer in (low, high] that fits, if all below it fit, too; `low` if none does. */
export function furthest(low: number, high: number, fits: (value: number) => boolean): number {
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (fits(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}
