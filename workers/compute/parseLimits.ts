/**
 * How long a text may be parsed. Most need a hundredth of it even on a busy machine, so that what is shown does not
 * hang on how busy it is; what needs more would need minutes.
 */
const BASE_MS = 300;
const MS_PER_KB = 10;
/** Well below what the pool lets one step take. */
const MOST_MS = 3_000;

/** Milliseconds, by the text's UTF-16 units. */
export function parseDeadline(units: number): number {
  return Math.min(MOST_MS, BASE_MS + (MS_PER_KB * units) / 1024);
}
