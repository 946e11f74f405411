/**
 * The largest integer in (low, high] that fits, if all below it fit, too; `low` if none does. Tests numbers close to `low`
 * first: the size of a shorter text takes less time.
 */
export function furthest(low: number, high: number, fits: (value: number) => boolean): number {
  let step = 1;
  while (low + step <= high && fits(low + step)) {
    low += step;
    step *= 2;
  }
  let end = Math.min(low + step - 1, high);
  while (low < end) {
    const middle = Math.ceil((low + end) / 2);
    if (fits(middle)) low = middle;
    else end = middle - 1;
  }
  return low;
}
