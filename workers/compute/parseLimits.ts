/**
 * How long a text may be parsed. Most need a hundredth of it even on a busy machine, so that what is shown does not
 * hang on how busy it is; what needs more would need minutes.
 */
const BASE_MS = 300;
const MS_PER_KB = 10;
const MOST_MS = 3_000;

/** Milliseconds, by the text's UTF-16 units. */
export function parseDeadline(units: number): number {
  return Math.min(MOST_MS, BASE_MS + (MS_PER_KB * units) / 1024);
}

/** Milliseconds that files of together so many bytes may take, of which at most a few are slow. */
export function parsePatience(bytes: number): number {
  return MOST_MS + (MS_PER_KB * bytes) / 1024;
}
