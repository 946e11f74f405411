/** A reply as lines, with its marks and fences found once. */
import { blockPairs, type BlockPairs } from './blockPairs';
import { closes, fenceLine, findClose, type FenceLine } from './fences';
import { markOf, type Mark } from './marks';
import { fenceInfo, isBetweenPathAndCode, pathInSentence, pathLine, type NamedPath } from './pathLines';

/** Lines are 0-based here. */
export interface ReplyView {
  readonly lines: readonly string[];
  readonly markAt: (line: number) => Mark | undefined;
  /** The marks after a line, in order. */
  readonly marksAfter: (line: number) => Iterable<{ readonly at: number; readonly mark: Mark }>;
  readonly blocks: BlockPairs;
  readonly fenceAt: (line: number) => FenceLine | undefined;
  /** The first fence line after a line. */
  readonly fenceAfter: (line: number) => FenceLine | undefined;
  /** The line that closes the fence that opens at a line. */
  readonly closeOf: (open: FenceLine, isMarkdown: boolean) => FenceLine | undefined;
  /** Whether a fence names a file. */
  readonly beginsEdit: (open: FenceLine) => boolean;
}

/** What was read before a line. */
export interface Before {
  /** First line that no edit has yet. */
  readonly floor: number;
  /** The innermost fence that is open, if it is not the fence of a file. */
  readonly fence: FenceLine | undefined;
  /** Path of the last edit, for blocks that leave it out. */
  readonly path: string | undefined;
}

export function replyView(lines: readonly string[]): ReplyView {
  const marks = new Map<number, Mark>();
  const fences: FenceLine[] = [];
  const indexByLine = new Map<number, number>();
  for (const [at, line] of lines.entries()) {
    const mark = markOf(line);
    if (mark !== undefined) marks.set(at, mark);
    const fence = fenceLine(line, at);
    if (fence === undefined) continue;
    indexByLine.set(at, fences.length);
    fences.push(fence);
  }
  const markedLines = [...marks.keys()];
  const fencedLines = [...indexByLine.keys()];
  const edits = new Map<number, boolean>();
  const view: ReplyView = {
    lines,
    markAt: (line) => marks.get(line),
    *marksAfter(line) {
      for (let index = firstAbove(markedLines, line); index < markedLines.length; index += 1) {
        const at = markedLines[index] ?? 0;
        const mark = marks.get(at);
        if (mark !== undefined) yield { at, mark };
      }
    },
    blocks: blockPairs(marks),
    fenceAt: (line) => fences[indexByLine.get(line) ?? -1],
    fenceAfter: (line) => fences[firstAbove(fencedLines, line)],
    closeOf: (open, isMarkdown) =>
      findClose(indexByLine.get(open.at) ?? fences.length, {
        fences,
        isMarkdown,
        beginsEdit: view.beginsEdit,
        looksOpening: (at) => isBlank(lines[at - 1]) || /[:：]\s*$/.test(lines[at - 1] ?? ''),
        isBlankAfter: (at) => isBlank(lines[at + 1]),
      }),
    beginsEdit: (open) => {
      const known = edits.get(open.at);
      if (known !== undefined) return known;
      const named = fenceInfo(open.info).named ?? pathAbove(view, open.at, 0, false);
      edits.set(open.at, named !== undefined);
      return named !== undefined;
    },
  };
  return view;
}

/** Index of the first of some ascending numbers that is greater than a number. */
function firstAbove(numbers: readonly number[], than: number): number {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] ?? 0) > than) high = middle;
    else low = middle + 1;
  }
  return low;
}

export function isBlank(line: string | undefined): boolean {
  return line === undefined || line.trim() === '';
}

export interface PathAbove extends NamedPath {
  readonly at: number;
  /** Whether the path is in a sentence, which may be about a part of the file. */
  readonly isInSentence: boolean;
}

/** Lines to look back for a heading with a path, past a paragraph that explains the change. */
const FARTHEST = 12;

/**
 * The path above a line, down to the first line that no edit has: right above it, past blank lines, `Copy code`, and the
 * name of a language; else in a heading, past a paragraph. `isAfterMark`: above a mark, any word is a path, and the fence
 * may open in between.
 */
export function pathAbove(
  view: ReplyView,
  line: number,
  floor: number,
  isAfterMark: boolean,
): PathAbove | undefined {
  let isNearest = true;
  let passedFence = false;
  for (let at = line - 1; at >= floor && at >= line - FARTHEST; at -= 1) {
    const text = view.lines[at] ?? '';
    if (isBlank(text) || isBetweenPathAndCode(text)) continue;
    if (view.fenceAt(at) !== undefined) {
      if (!isAfterMark || passedFence) return undefined;
      const named = fenceInfo(view.fenceAt(at)?.info ?? '').named;
      if (named !== undefined) return { ...named, at, isInSentence: false };
      passedFence = true;
      continue;
    }
    if (view.markAt(at) !== undefined) return undefined;
    const found = pathLine(text, isAfterMark && isNearest && at >= line - 3);
    if (found !== undefined && (isNearest || found.isHeading)) {
      return { path: found.path, says: found.says, at, isInSentence: false };
    }
    const inSentence = isNearest ? pathInSentence(text) : undefined;
    if (inSentence !== undefined) return { ...inSentence, at, isInSentence: true };
    // A heading without a path is about something else.
    if (/^#{1,6} /.test(text)) return undefined;
    isNearest = false;
  }
  return undefined;
}

/** Whether a line closes the fence that is open around an edit. */
export function endsFence(view: ReplyView, line: number, fence: FenceLine | undefined): boolean {
  const found = view.fenceAt(line);
  return fence !== undefined && found !== undefined && closes(found, fence);
}

/** The first line after an opening fence that isn't blank. */
export function firstInFence(view: ReplyView, open: FenceLine): number {
  let at = open.at + 1;
  while (at < view.lines.length && at < open.at + 6 && isBlank(view.lines[at])) at += 1;
  return at;
}
