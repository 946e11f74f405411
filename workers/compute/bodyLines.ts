/** A block's body with its line starts in a typed array, so that a million lines cost 4 MB and no strings. */
import type { BlockLines } from '../engine/documentContract';

/** No screen shows more of a line. */
const SHOWN_UNITS = 2_000;

export interface BodyLines {
  readonly body: string;
  /** The start of each line, plus a final entry: the body's length plus one. */
  readonly starts: Uint32Array;
}

/** Splits at LF; the last line may lack one. */
export function bodyLinesOf(body: string): BodyLines {
  let starts = new Uint32Array(1_024);
  let count = 1;
  for (let at = body.indexOf('\n'); at !== -1; at = body.indexOf('\n', at + 1)) {
    if (count + 2 > starts.length) {
      const longer = new Uint32Array(starts.length * 2);
      longer.set(starts);
      starts = longer;
    }
    starts[count] = at + 1;
    count += 1;
  }
  starts[count] = body.length + 1;
  return { body, starts: starts.slice(0, count + 1) };
}

/** The number of lines in the body. */
export function lineCount({ starts }: BodyLines): number {
  return starts.length - 1;
}

/** Lines [from, to), each cut to the length a screen can show. Lines outside the body are omitted. */
export function sliceLines(lines: BodyLines, from: number, to: number): BlockLines {
  const texts: string[] = [];
  const cut: number[] = [];
  for (let line = Math.max(0, from); line < Math.min(to, lineCount(lines)); line += 1) {
    const start = startOf(lines, line);
    const end = startOf(lines, line + 1) - 1;
    const shown = Math.min(end, start + SHOWN_UNITS);
    const whole = shown < end && splitsPair(lines.body, shown) ? shown - 1 : shown;
    texts.push(lines.body.slice(start, whole));
    cut.push(end - whole);
  }
  return { texts, cut };
}

/** The 0-based line of a UTF-16 offset in the body, and the column in it. */
export function placeOf(lines: BodyLines, offset: number): { line: number; column: number } {
  let low = 0;
  let high = lineCount(lines) - 1;
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if (startOf(lines, middle) <= offset) low = middle;
    else high = middle - 1;
  }
  return { line: low, column: offset - startOf(lines, low) };
}

function startOf({ starts }: BodyLines, line: number): number {
  return starts[line] ?? 0; // `line` is at most the line count, and there is an entry for that too
}

function splitsPair(text: string, at: number): boolean {
  return (text.charCodeAt(at - 1) & 0xfc00) === 0xd800 && (text.charCodeAt(at) & 0xfc00) === 0xdc00;
}
