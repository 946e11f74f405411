/**
 * Finds functions whose bodies must stay in every skeleton because the author marked them with `[HOT]` in a comment, or
 * with `@core_logic`.
 */

const MARK = /\[HOT\]|@core_logic\b/g;

/** Text allowed before a mark on its line: the start of a comment, or only blanks. */
const BEFORE = /(?:#|\/\/|\/\*|<!--|\(\*|"""|'''|(?:^|\s)(?:--|;|%))[^\n]*$|^\s*\*[^\n]*$|^\s*$/;

/** Offsets of the valid marks, ascending. */
export function curatedOffsets(text: string): readonly number[] {
  if (!text.includes('[HOT]') && !text.includes('@core_logic')) return [];
  const offsets: number[] = [];
  for (const { index } of text.matchAll(MARK)) {
    // A window instead of the line: a line of a megabyte may hold a hundred thousand marks.
    const window = text.slice(Math.max(0, index - 200), index);
    const before = window.slice(window.lastIndexOf('\n') + 1);
    if (BEFORE.test(before) && (before.trim() !== '' || text[index] === '@')) offsets.push(index);
  }
  return offsets;
}

/** Whether any of the ascending offsets is in [from, to). */
export function isCurated(offsets: readonly number[], from: number, to: number): boolean {
  let low = 0;
  let high = offsets.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((offsets[middle] ?? 0) < from) low = middle + 1;
    else high = middle;
  }
  return (offsets[low] ?? Infinity) < to;
}
