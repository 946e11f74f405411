import { hunkHeader } from '../diffHunks';
import { isElision } from '../elisions';
import { unquoted } from '../diffPaths';
import type { Mark } from '../marks';
import type { Hunk, HunkLine } from '../replyEdit';
import { endsFence, type Before, type ReplyView } from '../replyView';
import { textOf, type EditRead, type PartNotRead, type Reading, type ReplyFormat } from './format';

/**
 * OpenAI's patches: `*** Begin Patch`, files with `*** Add File:`, `*** Update File:`, and `*** Delete File:`, and
 * `*** End Patch`. Models leave out the first and the last line, and the blank in front of context.
 */
export const beginPatch: ReplyFormat = {
  name: 'begin-patch',
  readAt: (view, at, before) => {
    const mark = view.markAt(at);
    if (mark?.kind !== 'patch' || !(mark.verb === 'begin' || isFile(mark))) return undefined;
    return readPatch(view, at, before);
  },
};

type PatchMark = Extract<Mark, { readonly kind: 'patch' }>;

function isFile({ verb }: PatchMark): boolean {
  return verb === 'add' || verb === 'update' || verb === 'delete';
}

function readPatch(view: ReplyView, at: number, { fence }: Before): Reading {
  const edits: EditRead[] = [];
  const notUnderstood: PartNotRead[] = [];
  const files: { readonly at: number; readonly mark: PatchMark }[] = [];
  let end = at + 1;
  let isEnded = false;
  for (end = at; end < view.lines.length; end += 1) {
    const mark = patchMark(view, end);
    isEnded = mark?.verb === 'end' || endsFence(view, end, fence);
    if (isEnded) break;
    if (mark?.verb === 'begin' && end > at) break;
    if (mark !== undefined && isFile(mark)) files.push({ at: end, mark });
  }
  // The line that ends the patch belongs to it, but that which ends the fence doesn't.
  const to = patchMark(view, end)?.verb === 'end' ? end : end - 1;
  for (const [index, file] of files.entries()) {
    const next = files[index + 1];
    const lines = { from: index === 0 ? at : file.at, to: next === undefined ? to : next.at - 1 };
    const isCut = next === undefined && !isEnded && end === view.lines.length && file.mark.verb !== 'delete';
    const edit = isCut ? 'The end of the patch is missing.' : readFile(view, file, { end: next?.at ?? end });
    if (typeof edit === 'string') notUnderstood.push({ ...lines, reason: edit });
    else edits.push({ ...edit, ...lines });
  }
  if (files.length === 0) notUnderstood.push({ from: at, to, reason: 'The patch has no files.' });
  return { edits, notUnderstood, to };
}

type EditWithoutLines = EditRead extends infer T
  ? T extends unknown
    ? Omit<T, 'from' | 'to'>
    : never
  : never;

/** The edit of one file, or the reason that there is none. */
function readFile(
  view: ReplyView,
  { at, mark }: { readonly at: number; readonly mark: PatchMark },
  { end }: { readonly end: number },
): EditWithoutLines | string {
  const path = unquoted(mark.rest);
  if (path === '') return 'The patch has no path.';
  if (mark.verb === 'delete') return { path, kind: 'delete' };
  if (mark.verb === 'add') {
    const lines = view.lines.slice(at + 1, end);
    while (lines.at(-1) === '') lines.pop();
    const text = textOf(lines.map((line) => (line.startsWith('+') ? line.slice(1) : line)));
    return { path, kind: 'write', text, isNew: true };
  }
  const move = patchMark(view, at + 1);
  const newPath = move?.verb === 'move' ? unquoted(move.rest) : undefined;
  const hunks = readPatchHunks(view, at + (newPath === undefined ? 1 : 2), end);
  if (hunks.length === 0) {
    return newPath === undefined ? 'The patch changes nothing.' : { path, kind: 'rename', newPath };
  }
  return { path, kind: 'change', hunks, isInOrder: true, ...(newPath === undefined ? {} : { newPath }) };
}

function readPatchHunks(view: ReplyView, from: number, end: number): readonly Hunk[] {
  const hunks: Hunk[] = [];
  let lines: HunkLine[] = [];
  let emptyEnd = 0;
  let place: Omit<Hunk, 'lines'> = {};
  const finish = (isAtEnd: boolean): void => {
    // Empty lines at the end rather separate files.
    lines.splice(lines.length - emptyEnd);
    emptyEnd = 0;
    if (lines.some(({ op }) => op === 'add' || op === 'remove')) {
      hunks.push({ lines, ...place, ...(isAtEnd ? { isAtEnd } : {}) });
      place = {};
    }
    lines = [];
  };
  for (let at = from; at < end; at += 1) {
    const text = view.lines[at] ?? '';
    const header = hunkHeader(text);
    if (patchMark(view, at)?.verb === 'end-of-file') {
      finish(true);
    } else if (header === undefined) {
      emptyEnd = text === '' ? emptyEnd + 1 : 0;
      lines.push(hunkLine(text, lines.at(-1)?.text));
    } else {
      finish(false);
      // `@@ class A` and `@@ def f` in a row lead to one place.
      place = {
        ...(header.line ? { line: header.line } : {}),
        ...(header.anchor === undefined ? {} : { anchor: header.anchor }),
      };
    }
  }
  finish(false);
  return hunks;
}

function hunkLine(text: string, previous: string | undefined): HunkLine {
  if (text.startsWith('+')) return { op: 'add', text: text.slice(1) };
  if (text.startsWith('-')) return { op: 'remove', text: text.slice(1) };
  const kept = /^[ \u00a0]/.test(text) ? text.slice(1) : text;
  return { op: isElision(kept, previous) ? 'gap' : 'keep', text: kept };
}

function patchMark(view: ReplyView, at: number): PatchMark | undefined {
  const mark = view.markAt(at);
  // Marks in the text of a file have a prefix.
  return mark?.kind === 'patch' && !/^[ +-]/.test(view.lines[at] ?? '') ? mark : undefined;
}
