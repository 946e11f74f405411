/** Measures slices of a text exactly, from one count of the whole. */
import { furthest } from './furthest';

/** Tokens or characters of a text. */
export type SizeOf = (text: string) => number;

/** The size of `before + text.slice(from, to) + after`. `before` ends with LF, and `after` is the missing LF of the last line, if any. */
export type SliceSize = (from: number, to: number, before: string, after: string) => number;

/** UTF-16 units between two cuts, at least. A slice takes a count of that length at each end. */
const STRIDE = 128;

/**
 * Places where counts add up: the safe cuts of `tokens/additivity`, and those between an ASCII letter or digit and an ASCII
 * character that is neither, and no apostrophe. No piece of a pretokenizer contains two such characters in that order, and
 * after a letter or a digit none looks further ahead.
 */
const CUT = /\n(?=[^\s/])|[A-Za-z0-9](?=[^A-Za-z0-9'\u0080-\uffff])/g;

export function sliceSizes(text: string, sizeOf: SizeOf): SliceSize {
  const cuts: number[] = [];
  const sums = [0];
  for (let cut = nextCut(text, 0); cut !== undefined; cut = nextCut(text, cut + STRIDE)) {
    const before = cuts.at(-1);
    if (before !== undefined) sums.push((sums.at(-1) ?? 0) + sizeOf(text.slice(before, cut)));
    cuts.push(cut);
  }
  const lastCutUpTo = (index: number): number =>
    furthest(-1, cuts.length - 1, (at) => (cuts[at] ?? 0) <= index);

  return (from, to, before, after) => {
    const first = lastCutUpTo(from) + 1;
    const last = lastCutUpTo(to);
    if (last < first) return sizeOf(before + text.slice(from, to) + after);
    const middle = (sums[last] ?? 0) - (sums[first] ?? 0);
    return (
      sizeOf(before + text.slice(from, cuts[first])) + middle + sizeOf(text.slice(cuts[last], to) + after)
    );
  };
}

/** The first cut at or after `from`. */
function nextCut(text: string, from: number): number | undefined {
  CUT.lastIndex = from;
  const match = CUT.exec(text);
  return match === null ? undefined : match.index + 1;
}
