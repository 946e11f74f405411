/** The lines of a text for scanners that read line by line. */

export interface TextLine {
  /** Without its line feed, and without what a line of structure never needs. */
  readonly text: string;
  readonly start: number;
  /** Where the line feed stands, or the end of the text. */
  readonly end: number;
}

/** What a scanner looks for fits into this; a line of a megabyte is data. */
const LONGEST_LINE = 1_000;

export function* textLines(text: string, from = 0): Generator<TextLine, undefined> {
  for (let start = from; start < text.length;) {
    const feed = text.indexOf('\n', start);
    const end = feed < 0 ? text.length : feed;
    yield { text: text.slice(start, Math.min(end, start + LONGEST_LINE)), start, end };
    start = end + 1;
  }
}

/** Width of the white space a line begins with; a tab goes to the next multiple of eight. */
export function indentOf(line: string): number {
  let width = 0;
  for (const character of line) {
    if (character === ' ') width += 1;
    else if (character === '\t') width += 8 - (width % 8);
    else break;
  }
  return width;
}
