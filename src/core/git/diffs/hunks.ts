import { groupedChanges, type GroupedChanges } from './lineGroups';

const CONTEXT = 3;

/** The hunks of a unified diff of two byte strings, as git prints them; '' if they are equal. */
export function hunksOf(before: string, after: string): string {
  const old = linesOf(before);
  const present = linesOf(after);
  const headingAbove = createHeadings(old);
  const printed: string[] = [];
  for (const hunk of hunkRanges(groupedChanges(old, present))) {
    const { oldStart, oldCount, newStart, newCount } = boundsOf(hunk, old.length);
    printed.push(
      `@@ -${range(oldStart, oldCount)} +${range(newStart, newCount)} @@${headingAbove(oldStart)}\n`,
    );
    let at = oldStart;
    for (const { oldAt, removed, newAt, added } of hunk) {
      printLines(printed, ' ', old.slice(at, oldAt));
      printLines(printed, '-', old.slice(oldAt, oldAt + removed));
      printLines(printed, '+', present.slice(newAt, newAt + added));
      at = oldAt + removed;
    }
    printLines(printed, ' ', old.slice(at, oldStart + oldCount));
  }
  return printed.join('');
}

/** The lines with their LF; the last may lack it. */
export function linesOf(text: string): readonly string[] {
  const lines: string[] = [];
  for (let start = 0; start < text.length;) {
    const end = text.indexOf('\n', start);
    const next = end < 0 ? text.length : end + 1;
    lines.push(text.slice(start, next));
    start = next;
  }
  return lines;
}

/** Lines of the old file that lines of the new one replace. All positions are indexes from 0. */
interface Change {
  readonly oldAt: number;
  readonly removed: number;
  readonly newAt: number;
  readonly added: number;
}

/** Changes so near that their contexts meet share a hunk. */
function hunkRanges({ removed, added }: GroupedChanges): readonly (readonly Change[])[] {
  const hunks: Change[][] = [];
  let oldAt = 0;
  let newAt = 0;
  let lastEnd = Number.NEGATIVE_INFINITY;
  for (let gap = 0; gap < removed.length; gap++) {
    const change = { oldAt, removed: removed[gap] ?? 0, newAt, added: added[gap] ?? 0 };
    oldAt += change.removed;
    newAt += change.added;
    if (change.removed > 0 || change.added > 0) {
      if (change.oldAt - lastEnd <= 2 * CONTEXT) hunks.at(-1)?.push(change);
      else hunks.push([change]);
      lastEnd = oldAt;
    }
    oldAt++;
    newAt++;
  }
  return hunks;
}

interface Bounds {
  readonly oldStart: number;
  readonly oldCount: number;
  readonly newStart: number;
  readonly newCount: number;
}

function boundsOf(hunk: readonly Change[], oldLength: number): Bounds {
  const [first] = hunk;
  const last = hunk.at(-1);
  if (first === undefined || last === undefined)
    return { oldStart: 0, oldCount: 0, newStart: 0, newCount: 0 };
  const above = Math.min(CONTEXT, first.oldAt);
  const below = Math.min(CONTEXT, oldLength - last.oldAt - last.removed);
  const oldStart = first.oldAt - above;
  const newStart = first.newAt - above;
  return {
    ...{ oldStart, oldCount: last.oldAt + last.removed + below - oldStart },
    ...{ newStart, newCount: last.newAt + last.added + below - newStart },
  };
}

/** Lines count from 1. An empty range is named by the line before it. */
function range(start: number, count: number): string {
  if (count === 1) return String(start + 1);
  return `${count === 0 ? start : start + 1},${count}`;
}

/** In bytes. */
const MAX_HEADING = 80;

/**
 * Names the nearest line above a hunk that looks like the start of a function, with a space before it. Hunks must be asked
 * for from top to bottom, so that each line is looked at once.
 */
function createHeadings(lines: readonly string[]): (start: number) => string {
  let heading = '';
  let searched = 0;
  return (start) => {
    for (let at = start - 1; at >= searched; at--) {
      const line = lines[at] ?? '';
      if (!/^[A-Za-z_$]/.test(line)) continue;
      const [text = ''] = VALID_UTF8.exec(line.slice(0, MAX_HEADING).replace(/[ \t\r\n]+$/, '')) ?? [];
      heading = ` ${text}`;
      break;
    }
    searched = start;
    return heading;
  };
}

/** In byte strings. */
const VALID_UTF8 =
  /^(?:[\x00-\x7f]|[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3})*/;

function printLines(printed: string[], sign: string, lines: readonly string[]): void {
  for (const line of lines)
    printed.push(line.endsWith('\n') ? sign + line : `${sign}${line}\n\\ No newline at end of file\n`);
}
