/** Splits a text into lines for line-by-line scanners. */

export interface TextLine {
  /** Without its line feed, and shortened to a length that suffices for any line of structure. */
  readonly text: string;
  readonly start: number;
  /** Offset of the line feed, or of the end of the text. */
  readonly end: number;
}

/** Everything scanners look for fits into this; a line of a megabyte is data. */
const LONGEST_LINE = 1_000;

/** Yields the lines of a text in order. */
export function* textLines(text: string): Generator<TextLine, undefined> {
  for (let start = 0; start < text.length;) {
    const feed = text.indexOf('\n', start);
    const end = feed < 0 ? text.length : feed;
    yield { text: text.slice(start, Math.min(end, start + LONGEST_LINE)), start, end };
    start = end + 1;
  }
}

/** Width of a line's indentation; a tab advances to the next multiple of eight. */
export function indentOf(line: string): number {
  let width = 0;
  for (const character of line) {
    if (character === ' ') width += 1;
    else if (character === '\t') width += 8 - (width % 8);
    else break;
  }
  return width;
}
