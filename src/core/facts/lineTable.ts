/** Maps offsets to lines and back. Lines are 1-based, offsets are UTF-16 units. */
export interface LineTable {
  readonly count: number;
  /** The line that holds an offset. The end of the text belongs to the last line. */
  lineAt(offset: number): number;
  startOf(line: number): number;
  /** Offset of the line feed that ends a line, or the end of the text. */
  endOf(line: number): number;
}

/** A text with its line table. */
export interface LinedText {
  readonly text: string;
  readonly lines: LineTable;
}

/** Builds the line table of a text with LF line ends. A final line feed ends the last line and starts no new one. */
export function lineTable(text: string): LineTable {
  let starts = new Uint32Array(256);
  let count = 1;
  for (let at = text.indexOf('\n'); at >= 0 && at + 1 < text.length; at = text.indexOf('\n', at + 1)) {
    if (count === starts.length) {
      const longer = new Uint32Array(count * 2);
      longer.set(starts);
      starts = longer;
    }
    starts[count] = at + 1;
    count += 1;
  }

  function startOf(line: number): number {
    return starts[line - 1] ?? text.length;
  }

  /** Consecutive lookups are usually close together. */
  let latest = 1;

  function lineAt(offset: number): number {
    if (startOf(latest) <= offset) {
      for (let near = latest; near < latest + 4; near += 1) {
        if (near >= count || offset < startOf(near + 1)) return (latest = Math.min(near, count));
      }
    }
    return (latest = search(offset));
  }

  function search(offset: number): number {
    let low = 1;
    let high = count;
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if (startOf(middle) <= offset) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  function endOf(line: number): number {
    if (line < count) return startOf(line + 1) - 1;
    return text.endsWith('\n') ? text.length - 1 : text.length;
  }

  return { count, lineAt, startOf, endOf };
}

/** Trims white space from both ends of a span. A span of white space alone collapses to its start. */
export function trimSpan(text: string, start: number, end: number): { start: number; end: number } {
  let first = start;
  let last = end;
  while (first < last && isBlank(text.charCodeAt(first))) first += 1;
  while (last > first && isBlank(text.charCodeAt(last - 1))) last -= 1;
  return first === last ? { start, end: start } : { start: first, end: last };
}

/** The white space at the start of a line. */
export function indentAt(text: string, lineStart: number): string {
  let end = lineStart;
  while (text.charCodeAt(end) === 0x20 || text.charCodeAt(end) === 0x09) end += 1;
  return text.slice(lineStart, end);
}

function isBlank(unit: number): boolean {
  return unit === 0x20 || (unit >= 0x09 && unit <= 0x0d);
}
