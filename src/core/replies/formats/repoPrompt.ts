/** RepoPrompt's XML. Texts are between lines of `===` and are not parsed, because they may hold any markup. */
import type { Hunk, ReplyEdit } from '../replyEdit';
import { bare, NO_END, unread, type ReplyFormat } from './format';
import { hunkOfSides } from '../reading/hunkOfSides';

export const repoPrompt: ReplyFormat = {
  name: 'repoprompt',
  read(lines, at) {
    const [, attributes = ''] = /^<file\s+(.*?)\/?>(?:\s*<\/file>)?$/i.exec(bare(lines[at] ?? '')) ?? [];
    const path = attribute(attributes, 'path');
    const action = attribute(attributes, 'action')?.toLowerCase();
    if (path === undefined || action === undefined) return undefined;
    const isClosed = /(?:\/>|<\/file>)$/i.test(bare(lines[at] ?? ''));
    const body = isClosed ? { changes: [], next: at + 1, newPath: undefined } : readBody(lines, at + 1);
    if (body === undefined) return unread(lines, at, nextFile(lines, at + 1), NO_END);
    const { changes, next, newPath } = body;
    const place = { format: 'repoprompt', path, from: at + 1, to: next };
    const edit = editOf(place, { action, changes, newPath });
    return edit === undefined
      ? unread(lines, at, next, `The action “${action}” is not known, or has no text.`)
      : { edits: [edit], notUnderstood: [], next };
  },
};

interface Change {
  readonly search: readonly string[] | undefined;
  readonly content: readonly string[];
}

type Place = Pick<ReplyEdit, 'format' | 'path' | 'from' | 'to'>;

function editOf(
  place: Place,
  { action, changes, newPath }: { action: string; changes: readonly Change[]; newPath: string | undefined },
): ReplyEdit | undefined {
  const [first] = changes;
  if (action === 'delete') return { ...place, kind: 'delete' };
  if (action === 'rename' && newPath !== undefined) return { ...place, kind: 'rename', newPath };
  if (first === undefined) return undefined;
  if (action === 'create' || action === 'rewrite')
    return {
      ...place,
      ...{ kind: 'write', text: first.content.length === 0 ? '' : `${first.content.join('\n')}\n` },
      ...(action === 'create' && { isNew: true }),
    };
  const hunks = changes.map(({ search, content }): Hunk => ({ lines: hunkOfSides(search ?? [], content) }));
  return action === 'modify' ? { ...place, kind: 'change', hunks, isInOrder: false } : undefined;
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
  let search: readonly string[] | undefined;
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
    if (tag.toLowerCase() === 'search') search = text;
    else {
      changes.push({ search, content: text });
      search = undefined;
    }
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
