/**
 * A string that sorts plainly as its name sorts naturally: case aside, and runs of digits by their value. Each run
 * gets its length in front, so that `file9` comes before `file10`; names that differ only in case or in leading
 * zeros have the same key. Made once for each name, because comparing plain strings is ten times faster.
 */
export function nameKey(name: string): string {
  const lower = name.toLowerCase();
  return DIGITS.test(lower) ? lower.replace(DIGIT_RUNS, numberKey) : lower;
}

const DIGITS = /[0-9]/;
const DIGIT_RUNS = /[0-9]+/g;

/** The length is written in digits as well, a 9 meaning "nine and more", so that numbers keep their place among letters. */
function numberKey(run: string): string {
  const digits = run.replace(/^0+/, '');
  return '9'.repeat(Math.floor(digits.length / 9)) + String(digits.length % 9) + digits;
}
