/** The exact sizes of any slices of a text, from one count of its lines. */
import { furthest } from './furthest';

/** Tokens or characters of a text. */
export type SizeOf = (text: string) => number;

/** The size of `before + text.slice(from, to) + after`. `before` ends with LF. */
export type SliceSize = (from: number, to: number, before: string, after: string) => number;

/**
 * Counts add up before a line that is not blank and does not begin with a slash: a piece of the pretokenizer that contains
 * the line end before it would have to end with a later line end or a slash (compare `tokens/additivity`).
 */
const OWN_LINE = /^(?:[ \t]+[^\s\u0085]|[^\s\u0085/])/;

/**
 * Measures the lines of a text. `starts` are the indices of their first characters. The size of a slice then takes a count of
 * a few lines at its ends.
 */
export function sliceSizes(text: string, starts: readonly number[], sizeOf: SizeOf): SliceSize {
  const isOwn = (from: number, to: number): boolean => OWN_LINE.test(text.slice(from, to));
  const cuts = starts.filter((start, at) => isOwn(start, starts[at + 1] ?? text.length));
  const sums = [0];
  for (const [at, cut] of cuts.slice(1).entries())
    sums.push((sums[at] ?? 0) + sizeOf(text.slice(cuts[at], cut)));

  return (from, to, before, after) => {
    const first = furthest(-1, cuts.length - 1, (at) => (cuts[at] ?? 0) < from) + 1;
    let last = furthest(-1, cuts.length - 1, (at) => (cuts[at] ?? 0) < to);
    // A slice that ends in the blanks before a line's text has no text of that line.
    if (!isOwn(cuts[last] ?? to, to)) last -= 1;
    if (last <= first) return sizeOf(before + text.slice(from, to) + after);
    const middle = (sums[last] ?? 0) - (sums[first] ?? 0);
    return (
      sizeOf(before + text.slice(from, cuts[first])) + middle + sizeOf(text.slice(cuts[last], to) + after)
    );
  };
}
