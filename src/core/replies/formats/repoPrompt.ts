/** RepoPrompt's XML. Texts are between lines of `===` and are not parsed, because they may hold any markup. */
import { decoded } from '../decodings';
import type { Hunk, ReplyEdit } from '../replyEdit';
import { bare, NO_END, unread, type ReplyFormat } from './format';
import { hunkOfSides } from '../reading/hunkOfSides';

export const repoPrompt: ReplyFormat = {
  name: 'repoprompt',
  read(lines, at) {
    const [, attributes = ''] = /^<file\s+(.*?)\/?>(?:\s*<\/file>)?$/i.exec(bare(lines[at] ?? '')) ?? [];
    const path = attribute(attributes, 'path');
    const action = attribute(attributes, 'action')?.toLowerCase();
    const isClosed = /(?:\/>|<\/file>)$/i.test(bare(lines[at] ?? ''));
    if (path === undefined || (action === undefined && isClosed)) return undefined;
    const body = isClosed ? { changes: [], next: at + 1, newPath: undefined } : readBody(lines, at + 1);
    // A tag with entities proves that copying has changed the whole file.
    const isEncoded = (lines[at] ?? '').includes('&lt;');
    if (body === undefined) return unread(lines, at, nextFile(lines, at + 1), NO_END);
    const { next, newPath } = body;
    const changes = isEncoded ? body.changes.map(decodedChange) : body.changes;
    const place = { format: 'repoprompt', path, from: at + 1, to: next };
    const edit =
      action === undefined
        ? actionlessEdit(place, changes, lines.slice(at + 1, next - 1))
        : editOf(place, { action, changes, newPath });
    return edit === undefined
      ? unread(lines, at, next, `The action “${action ?? ''}” is not known, or lacks a text.`)
      : { edits: [edit], notUnderstood: [], next };
  },
};

interface Change {
  readonly search: readonly string[] | undefined;
  /** Undefined if it is missing behind a search. */
  readonly content: readonly string[] | undefined;
}

function decodedChange({ search, content }: Change): Change {
  const decodedLines = (lines: readonly string[] | undefined): readonly string[] | undefined =>
    lines?.map((line) => decoded(line, 'entities'));
  return { search: decodedLines(search), content: decodedLines(content) };
}

type Place = Pick<ReplyEdit, 'format' | 'path' | 'from' | 'to'>;

/** A file without an action is there as a whole, unless it has changes. */
function actionlessEdit(
  place: Place,
  changes: readonly Change[],
  lines: readonly string[],
): ReplyEdit | undefined {
  if (changes.some(({ search }) => search !== undefined))
    return editOf(place, { action: 'modify', changes, newPath: undefined });
  if (changes.length > 0) return editOf(place, { action: 'rewrite', changes, newPath: undefined });
  const isBlank = lines.every((line) => line.trim() === '');
  return isBlank ? undefined : { ...place, kind: 'write', text: textOf(withoutRules(lines)) };
}

function editOf(
  place: Place,
  { action, changes, newPath }: { action: string; changes: readonly Change[]; newPath: string | undefined },
): ReplyEdit | undefined {
  const isRenamed = action === 'rename' && newPath !== undefined;
  const [first] = changes;
  if (action === 'delete') return { ...place, kind: 'delete' };
  if (first === undefined) return isRenamed ? { ...place, kind: 'rename', newPath } : undefined;
  if (action === 'create' || action === 'rewrite') {
    if (changes.length > 1 || first.content === undefined) return undefined;
    const isNew = action === 'create' ? { isNew: true } : {};
    return { ...place, kind: 'write', text: textOf(first.content), ...isNew };
  }
  if (action !== 'modify' && !isRenamed) return undefined;
  const hunks = changes.flatMap(({ search = [], content }): Hunk | [] =>
    content === undefined ? [] : { lines: hunkOfSides(search, content) },
  );
  if (hunks.length < changes.length) return undefined;
  return { ...place, kind: 'change', hunks, isInOrder: false, ...(isRenamed && { newPath }) };
}

function textOf(lines: readonly string[]): string {
  return lines.length === 0 ? '' : `${lines.join('\n')}\n`;
}

function attribute(text: string, name: string): string | undefined {
  return new RegExp(`\\b${name}\\s*=\\s*["'“”]([^"'“”]*)["'“”]`, 'i').exec(text)?.[1];
}

/** Up to `</file>`. */
function readBody(
  lines: readonly string[],
  start: number,
): { changes: readonly Change[]; next: number; newPath: string | undefined } | undefined {
  const changes: Change[] = [];
  let newPath: string | undefined;
  if (lastLine(lines, /^<\/file>$/i) < start) return undefined;
  for (let at = start; at < lines.length; at += 1) {
    const line = bare(lines[at] ?? '');
    if (/^<\/file>$/i.test(line)) return { changes, next: at + 1, newPath };
    if (/^<new\s/i.test(line)) newPath = attribute(line, 'path');
    const [, tag = ''] = /^<(search|content)>$/i.exec(line) ?? [];
    if (tag === '') continue;
    const end = endOf(lines, at + 1, tag);
    if (end === undefined) return undefined;
    const text = withoutRules(lines.slice(at + 1, end));
    const pending = changes.at(-1);
    if (tag.toLowerCase() === 'search') changes.push({ search: text, content: undefined });
    else if (pending !== undefined && pending.content === undefined)
      changes.splice(-1, 1, { ...pending, content: text });
    else changes.push({ search: undefined, content: text });
    at = end;
  }
  return undefined;
}

/** The closing tag, which follows a rule if there are rules, so that texts may have such tags. */
function endOf(lines: readonly string[], start: number, tag: string): number | undefined {
  const closing = tag.toLowerCase() === 'search' ? /^<\/search>$/i : /^<\/content>$/i;
  if (lastLine(lines, closing) < start) return undefined;
  const hasRules = bare(lines[start] ?? '') === '===';
  for (let at = start; at < lines.length; at += 1)
    if (closing.test(bare(lines[at] ?? '')) && (!hasRules || bare(lines[at - 1] ?? '') === '===')) return at;
  return undefined;
}

/** A hostile reply has thousands of tags that nothing closes. */
const lastLines = new WeakMap<readonly string[], Map<string, number>>();

function lastLine(lines: readonly string[], tag: RegExp): number {
  const known = lastLines.get(lines) ?? new Map<string, number>();
  lastLines.set(lines, known);
  const last = known.get(tag.source) ?? lines.findLastIndex((line) => tag.test(bare(line)));
  known.set(tag.source, last);
  return last;
}

function withoutRules(lines: readonly string[]): readonly string[] {
  const isRuled = lines.length >= 2 && bare(lines[0] ?? '') === '===' && bare(lines.at(-1) ?? '') === '===';
  return isRuled ? lines.slice(1, -1) : lines;
}

function nextFile(lines: readonly string[], from: number): number {
  for (let at = from; at < lines.length; at += 1) if (/^<file\s/i.test(bare(lines[at] ?? ''))) return at;
  return lines.length;
}
