import { hunkOfSides } from '../hunkOfSides';
import { parseJsonAt, skipBlanks, type JsonValue } from '../lenientJson';
import { fenceInfo } from '../pathLines';
import type { Hunk } from '../replyEdit';
import { firstInFence, type ReplyView } from '../replyView';
import { textOf, type EditRead, type PartNotRead, type Reading, type ReplyFormat } from './format';

/**
 * Calls of an editing tool as JSON, in a fence or bare: `old_str`, `new_str`, or a list of `edits`, with a `path`; and
 * the commands `create` and `insert`. Calls may be inside of other objects. Edits of one line share it.
 */
export const strReplace: ReplyFormat = {
  name: 'str-replace',
  readAt: (view, at, before) => {
    const open = view.fenceAt(at);
    if (open !== undefined) {
      if (!/^(?:json[5c]?|jsonl|tool_call|)$/.test(fenceInfo(open.info).language)) return undefined;
      if (!beginsJson(view, firstInFence(view, open))) return undefined;
      const close = view.closeOf(open, false);
      const end = close?.at ?? view.lines.length;
      if (!hasKey(view, at, end)) return undefined;
      return readCalls(view, { from: at, start: at + 1, end, to: Math.min(end, view.lines.length - 1) });
    }
    if (before.fence !== undefined || !beginsJson(view, at)) return undefined;
    return bareCalls(view, at);
  },
};

function beginsJson(view: ReplyView, at: number): boolean {
  return /^\s*[[{]\s*(?:["{[]|$)/.test((view.lines[at] ?? '').slice(0, 200));
}

function hasKey(view: ReplyView, from: number, end: number): boolean {
  for (const { at, mark } of view.marksAfter(from)) {
    if (at >= end) return false;
    if (mark.kind === 'key') return true;
  }
  return false;
}

/** Lines between the beginning of bare JSON and its first key of an edit. */
const FARTHEST = 12;

function bareCalls(view: ReplyView, at: number): Reading | undefined {
  if (!hasKey(view, at - 1, at + FARTHEST)) return undefined;
  let end = at + 1;
  // Bare JSON ends with its paragraph. A blank line inside of a string takes the reading further, up to a fence.
  while (end < view.lines.length && (view.lines[end] !== '' || isInString(view, end))) {
    if (view.fenceAt(end) !== undefined) break;
    end += 1;
  }
  return readCalls(view, { from: at, start: at, end, to: end - 1 });
}

/** Whether a blank line is followed by lines that JSON can't begin with. */
function isInString(view: ReplyView, at: number): boolean {
  return /^\s+\S|^[}\]]/.test(view.lines[at + 1] ?? '');
}

interface Span {
  /** First and last line of the block. */
  readonly from: number;
  readonly to: number;
  /** Lines of the JSON; `end` is after the last one. */
  readonly start: number;
  readonly end: number;
}

function readCalls(view: ReplyView, { from, to, start, end }: Span): Reading {
  const lines = view.lines.slice(start, end);
  const text = lines.join('\n');
  const edits: EditRead[] = [];
  const notUnderstood: PartNotRead[] = [];
  const lineAt = lineFinder(lines, start);
  let at = skipBlanks(text, 0);
  while (at < text.length) {
    const parsed = parseJsonAt(text, at);
    if (parsed === undefined) {
      notUnderstood.push({
        from: edits.length === 0 ? from : lineAt(at),
        to,
        reason: 'The JSON has an error.',
      });
      break;
    }
    collect(parsed.value, { path: undefined, depth: 0 }, (object, edit) => {
      const place = { from: lineAt(object.start), to: lineAt(object.end - 1) };
      if (typeof edit === 'string') notUnderstood.push({ ...place, reason: edit });
      else edits.push({ ...edit, ...place });
    });
    at = skipBlanks(text, parsed.end);
    if (text[at] === ',') at = skipBlanks(text, at + 1);
  }
  return withEnds({ edits, notUnderstood, to }, from);
}

/** The first and the last edit also take the lines around the JSON. */
function withEnds({ edits, notUnderstood, to }: Reading, from: number): Reading {
  if (notUnderstood.length > 0 || edits.length === 0) return { edits, notUnderstood, to };
  return {
    edits: edits.map((edit, index) => ({
      ...edit,
      from: index === 0 ? from : edit.from,
      to: index === edits.length - 1 ? to : edit.to,
    })),
    notUnderstood,
    to,
  };
}

function lineFinder(lines: readonly string[], start: number): (index: number) => number {
  let line = 0;
  let lineStart = 0;
  // Indexes only grow, except within one object.
  return (index) => {
    if (index < lineStart) {
      line = 0;
      lineStart = 0;
    }
    while (line + 1 < lines.length && lineStart + (lines[line] ?? '').length < index) {
      lineStart += (lines[line] ?? '').length + 1;
      line += 1;
    }
    return start + line;
  };
}

type JsonObject = Extract<JsonValue, { readonly kind: 'object' }>;
type EditWithoutLines = EditRead extends infer T
  ? T extends unknown
    ? Omit<T, 'from' | 'to'>
    : never
  : never;

interface Around {
  /** Path of the object around. */
  readonly path: string | undefined;
  readonly depth: number;
}

function collect(
  value: JsonValue,
  { path, depth }: Around,
  report: (object: JsonObject, edit: EditWithoutLines | string) => void,
): void {
  if (value.kind === 'list') {
    for (const item of value.items) collect(item, { path, depth: depth + 1 }, report);
  }
  if (value.kind !== 'object') return;
  const ownPath =
    stringAt(value, ['path', 'file_path', 'filepath', 'filename', 'file', 'target_file']) ?? path;
  const edit = editOf(value, ownPath);
  if (edit !== undefined) report(value, edit);
  else
    for (const inner of value.entries.values()) collect(inner, { path: ownPath, depth: depth + 1 }, report);
}

/** Undefined for an object that is no edit itself. */
function editOf(object: JsonObject, path: string | undefined): EditWithoutLines | string | undefined {
  const command = stringAt(object, ['command']);
  const edits = object.entries.get('edits');
  const text =
    stringAt(object, ['file_text']) ?? (command === 'create' ? stringAt(object, ['content']) : undefined);
  const old = stringAt(object, OLD_KEYS);
  const present = stringAt(object, NEW_KEYS);
  const isList =
    edits?.kind === 'list' && edits.items.some((item) => item.kind === 'object' && hasSides(item));
  if (command === 'view' || command === 'undo_edit') return undefined;
  if (text === undefined && old === undefined && present === undefined && !isList) return undefined;
  if (path === undefined || path === '') return 'The edit has no path.';
  if (isList) return editOfList(edits.items, path);
  if (text !== undefined) return { path, kind: 'write', text: textOf(toLines(text)), isNew: true };
  if (command === 'insert') return insertion(object, path, present);
  if (old === undefined || present === undefined) return 'The edit has only one of the old and the new text.';
  if (old === '') return { path, kind: 'write', text: textOf(toLines(present)), isNew: true };
  return { path, kind: 'change', hunks: [hunkOf(old, present)], isInOrder: false };
}

function editOfList(items: readonly JsonValue[], path: string): EditWithoutLines | string {
  const hunks: Hunk[] = [];
  for (const item of items) {
    const old = item.kind === 'object' ? stringAt(item, OLD_KEYS) : undefined;
    const present = item.kind === 'object' ? stringAt(item, NEW_KEYS) : undefined;
    if (old === undefined || present === undefined || old === '')
      return 'One of the edits has no old or new text.';
    hunks.push(hunkOf(old, present));
  }
  return { path, kind: 'change', hunks, isInOrder: false };
}

function insertion(object: JsonObject, path: string, present: string | undefined): EditWithoutLines | string {
  const after = object.entries.get('insert_line');
  const text = present ?? stringAt(object, ['insert_text']);
  if (after?.kind !== 'other' || !/^\d{1,9}$/.test(after.text) || text === undefined) {
    return 'The insertion has no line or no text.';
  }
  const lines = toLines(text).map((line) => ({ op: 'add' as const, text: line }));
  return { path, kind: 'change', hunks: [{ lines, line: Number(after.text) + 1 }], isInOrder: false };
}

const OLD_KEYS = ['old_str', 'old_string', 'oldText', 'old_text'];
const NEW_KEYS = ['new_str', 'new_string', 'newText', 'new_text'];

function hasSides(object: JsonObject): boolean {
  return stringAt(object, OLD_KEYS) !== undefined || stringAt(object, NEW_KEYS) !== undefined;
}

function stringAt(object: JsonObject, keys: readonly string[]): string | undefined {
  for (const key of keys) {
    const value = object.entries.get(key);
    if (value?.kind === 'string') return value.text;
  }
  return undefined;
}

/**
 * A line end that both texts end with, or that goes away with its line, ends that line. One that only one of them ends
 * with is a blank line.
 */
function hunkOf(old: string, present: string): Hunk {
  const isLineEnd = old.endsWith('\n') && (present === '' || present.endsWith('\n'));
  return {
    lines: isLineEnd
      ? hunkOfSides(toLines(old), toLines(present))
      : hunkOfSides(toLines(`${old}\n`), present === '' ? [] : toLines(`${present}\n`)),
  };
}

function toLines(text: string): readonly string[] {
  return text === '' ? [] : text.replace(/\r?\n$/, '').split(/\r?\n/);
}
