/** Hunks of unified diffs and patches. Lines count by their prefix; numbers and counts are hints. */
import type { FenceLine } from './fences';
import { isElision } from './elisions';
import type { Hunk, HunkLine } from './replyEdit';
import { endsFence, isBlank, type ReplyView } from './replyView';

export interface HunksRead {
  readonly hunks: readonly Hunk[];
  /** Line after the last one. */
  readonly end: number;
}

/**
 * Reads hunks from a line on. Inside a fence, lines without a prefix are context, because models forget the blank;
 * outside, they end the diff unless a header counts more lines. `needsHeader`: whether hunks begin only at `@@`.
 */
export function readHunks(
  view: ReplyView,
  from: number,
  { fence, needsHeader }: { readonly fence: FenceLine | undefined; readonly needsHeader: boolean },
): HunksRead {
  const hunks: Hunk[] = [];
  let header: HunkHeader = {};
  let lines: HunkLine[] | undefined = needsHeader ? undefined : [];
  let oldSeen = 0;
  let emptyEnd = 0;
  const finish = (): void => {
    if (lines === undefined) return;
    // Empty lines at the end rather belong to the prose around the diff.
    const trimmed = lines.slice(0, lines.length - emptyEnd);
    if (trimmed.some(({ op }) => op === 'add' || op === 'remove')) {
      hunks.push({
        lines: trimmed,
        ...(header.line ? { line: header.line } : {}),
        ...(header.anchor === undefined ? {} : { anchor: header.anchor }),
      });
    }
  };
  let at = from;
  for (; at < view.lines.length; at += 1) {
    const text = view.lines[at] ?? '';
    if (endsFence(view, at, fence) || beginsFile(view, at) || isSignature(view, at)) break;
    const found = hunkHeader(text);
    if (found !== undefined) {
      finish();
      header = found;
      lines = [];
      oldSeen = 0;
      emptyEnd = 0;
      continue;
    }
    if (lines === undefined) {
      if (isBlank(text)) continue;
      break;
    }
    if (text.startsWith('\\')) continue;
    const line = prefixed(text, lines.at(-1)?.text);
    if (line === undefined) {
      if (fence === undefined && oldSeen >= (header.count ?? 0)) break;
      lines.push(context(text, lines.at(-1)?.text));
      emptyEnd = 0;
      oldSeen += 1;
      continue;
    }
    lines.push(line);
    emptyEnd = text === '' ? emptyEnd + 1 : 0;
    if (line.op !== 'add') oldSeen += 1;
  }
  finish();
  return { hunks, end: at };
}

/** Whether a file's part of a diff begins at a line: `--- ` needs `+++ ` and `@@` after it. */
export function beginsFile(view: ReplyView, at: number): boolean {
  const text = view.lines[at] ?? '';
  if (text.startsWith('diff --git ') || text.startsWith('diff --cc ')) return true;
  if (!text.startsWith('--- ') || !/^\+\+\+ \S/.test(view.lines[at + 1] ?? '')) return false;
  const next = isBlank(view.lines[at + 2]) ? at + 3 : at + 2;
  return hunkHeader(view.lines[next] ?? '') !== undefined;
}

interface HunkHeader {
  readonly line?: number;
  /** Number of lines of the old text. */
  readonly count?: number;
  readonly anchor?: string;
}

/** `@@ -1,3 +1,4 @@ anchor`, `@@ … @@`, `@@`, and `@@ anchor`. */
export function hunkHeader(text: string): HunkHeader | undefined {
  if (!text.startsWith('@@') || text.startsWith('@@@')) return undefined;
  const numbers = /^@@ *-(\d{1,9})(?:,(\d{1,9}))? +\+\d{1,9}(?:,\d{1,9})? *@@(.*)$/.exec(text);
  if (numbers !== null) {
    const [, line, count = '1', anchor = ''] = numbers;
    return { line: Number(line), count: Number(count), ...anchorOf(anchor) };
  }
  const inside = text.slice(2);
  const end = inside.indexOf('@@');
  if (end < 0) return anchorOf(inside);
  return anchorOf(inside.slice(end + 2).trim() === '' ? inside.slice(0, end) : inside.slice(end + 2));
}

function anchorOf(text: string): { readonly anchor?: string } {
  const anchor = text.trim();
  return anchor === '' || /^(?:\.{3}|…|[-+\d, .…]+)$/.test(anchor) ? {} : { anchor };
}

/** Undefined for a line without a prefix. */
function prefixed(text: string, previous: string | undefined): HunkLine | undefined {
  switch (text[0]) {
    case undefined:
      return { op: 'keep', text: '' };
    case '-':
      return { op: 'remove', text: text.slice(1) };
    case '+':
      return { op: 'add', text: text.slice(1) };
    case ' ':
    case '\u00a0':
      return context(text.slice(1), previous);
    default:
      return undefined;
  }
}

function context(text: string, previous: string | undefined): HunkLine {
  return { op: isElision(text, previous) ? 'gap' : 'keep', text };
}

/** The end of a mailed patch: `-- ` and the version of git. */
function isSignature(view: ReplyView, at: number): boolean {
  const text = view.lines[at] ?? '';
  if (text !== '-- ' && text !== '--') return false;
  return /^(?:\d+\.\d+[\w.() -]*)?$/.test(view.lines[at + 1] ?? '');
}
