/** Edits in a reply of a model, in whatever formats it writes them. */
import { closes, type FenceLine } from './fences';
import { REPLY_FORMATS } from './formats/registry';
import type { EditRead, PartNotRead, Reading } from './formats/format';
import { isTelling } from './marks';
import type { NotUnderstood, ReplyEdit, ReplyPlan } from './replyEdit';
import { isBlank, replyView, type ReplyView } from './replyView';

/**
 * Reads the edits of a reply. Never throws. Texts stay as the reply has them, without line ends; lines are 1-based.
 * Ranges do not overlap, except for edits that JSON has on one line. Every line with a mark of a format is in the range
 * of an edit or of a part that isn't understood. Takes time in proportion to the reply.
 */
export function readReply(text: string): ReplyPlan {
  const lines = text
    .replace(/^\uFEFF/, '')
    .replace(/\r?\n$/, '')
    .split(/\r?\n/);
  const found = readLines(lines, 0, 0);
  const edits = found.edits.map(
    ({ from, to, ...edit }): ReplyEdit => ({ ...edit, from: from + 1, to: to + 1 }) as ReplyEdit,
  );
  const notUnderstood = found.notUnderstood.map(({ from, to, reason }): NotUnderstood => ({
    from: from + 1,
    to: to + 1,
    text: lines.slice(from, to + 1).join('\n'),
    reason,
  }));
  return { edits: edits.toSorted(byLine), notUnderstood: notUnderstood.toSorted(byLine) };
}

function byLine(a: { readonly from: number }, b: { readonly from: number }): number {
  return a.from - b.from;
}

type FormattedEdit = EditRead & { readonly format: string };

interface Found {
  readonly edits: FormattedEdit[];
  readonly notUnderstood: PartNotRead[];
}

/** Quotes and lists inside of each other are read so deep. */
const DEEPEST = 4;

function readLines(lines: readonly string[], start: number, depth: number): Found {
  const view = replyView(lines);
  const found: Found = { edits: [], notUnderstood: [] };
  const fences: FenceLine[] = [];
  let floor = 0;
  let path: string | undefined;
  let at = start;
  while (at < lines.length) {
    const fence = fences.at(-1);
    const line = view.fenceAt(at);
    if (line !== undefined && fence !== undefined && closes(line, fence)) {
      fences.pop();
      at += 1;
      continue;
    }
    const shifted = fence === undefined && depth < DEEPEST ? shiftedRun(view, at) : undefined;
    if (shifted !== undefined) {
      const context = lines.slice(Math.max(floor, at - 8), at);
      addShifted(found, readLines([...context, ...shifted], context.length, depth + 1), at - context.length);
      at += shifted.length;
      floor = at;
      continue;
    }
    const reading = readAt(view, at, { floor, fence, path });
    if (reading === undefined) {
      if (line !== undefined) fences.push(line);
      at += 1;
      continue;
    }
    found.edits.push(...reading.edits);
    found.notUnderstood.push(...reading.notUnderstood);
    path = reading.edits.at(-1)?.path ?? path;
    at = reading.to + 1;
    floor = at;
  }
  addStrayMarks(view, start, found);
  return found;
}

function readAt(
  view: ReplyView,
  at: number,
  before: {
    readonly floor: number;
    readonly fence: FenceLine | undefined;
    readonly path: string | undefined;
  },
): (Omit<Reading, 'edits'> & { readonly edits: readonly FormattedEdit[] }) | undefined {
  if (isBlank(view.lines[at])) return undefined;
  for (const { name, readAt } of REPLY_FORMATS) {
    const reading = readAt(view, at, before);
    if (reading !== undefined) {
      return { ...reading, edits: reading.edits.map((edit) => ({ ...edit, format: name })) };
    }
  }
  return undefined;
}

/**
 * The lines from one on without the `> ` of a quote or the indent of a list's fence. Undefined if there is none, if it
 * holds no edit, or if the indent is not on all lines of the fence.
 */
function shiftedRun(view: ReplyView, at: number): readonly string[] | undefined {
  const first = view.lines[at] ?? '';
  if (QUOTED.test(first)) return quotedRun(view, at);
  const indent = view.fenceAt(at)?.indent ?? '';
  return indent === '' ? undefined : indentedRun(view, at, indent);
}

const QUOTED = /^ {0,3}>(?: |$)/;

function quotedRun(view: ReplyView, at: number): readonly string[] | undefined {
  // The run is read once, from its first line.
  if (at > 0 && QUOTED.test(view.lines[at - 1] ?? '')) return undefined;
  const run: string[] = [];
  for (let line = at; QUOTED.test(view.lines[line] ?? ''); line += 1) {
    run.push((view.lines[line] ?? '').replace(QUOTED, ''));
  }
  return run;
}

function indentedRun(view: ReplyView, at: number, indent: string): readonly string[] | undefined {
  const run: string[] = [];
  let isClosed = false;
  for (let line = at; line < view.lines.length; line += 1) {
    const text = view.lines[line] ?? '';
    if (!isBlank(text) && !text.startsWith(indent)) break;
    run.push(text.slice(indent.length));
    const fence = view.fenceAt(line);
    if (line > at && fence !== undefined && fence.info === '') isClosed = true;
  }
  return isClosed ? run : undefined;
}

function addShifted(found: Found, inner: Found, by: number): void {
  for (const edit of inner.edits) found.edits.push({ ...edit, from: edit.from + by, to: edit.to + by });
  for (const part of inner.notUnderstood) {
    found.notUnderstood.push({ ...part, from: part.from + by, to: part.to + by });
  }
}

/** Marks outside of every block are listed, too, as parts of damaged edits. */
function addStrayMarks(view: ReplyView, start: number, found: Found): void {
  const ranges = [...found.edits, ...found.notUnderstood].toSorted(byLine);
  const stray: PartNotRead[] = [];
  let range = 0;
  for (const { at, mark } of view.marksAfter(start - 1)) {
    while ((ranges[range]?.to ?? Infinity) < at) range += 1;
    if (!isTelling(mark) || (ranges[range]?.from ?? Infinity) <= at) continue;
    const last = stray.at(-1);
    if (last !== undefined && last.to + 1 === at) stray.splice(-1, 1, { ...last, to: at });
    else
      stray.push({
        from: at,
        to: at,
        reason: 'This line belongs to an edit, but the rest of it is missing.',
      });
  }
  found.notUnderstood.push(...stray);
}
