/** OpenAI's patches: `*** Begin Patch`, `*** Update File: path`, hunks that begin with `@@`, `*** End Patch`. */
import { withBlanks } from '../decodings';
import type { Hunk, HunkLine, NotUnderstood, ReplyEdit } from '../replyEdit';
import { isDiffTrimmed, TRIMMED } from '../reading/trimmedDiff';
import { bare, markOf, NO_END, unread, type ReplyFormat } from './format';

export const openaiPatch: ReplyFormat = {
  name: 'openai-patch',
  read(lines, at) {
    const first = bare(lines[at] ?? '');
    if (!BEGIN.test(first) && !SECTION.test(first)) return undefined;
    const edits: ReplyEdit[] = [];
    const notUnderstood: NotUnderstood[] = [];
    let next = BEGIN.test(first) ? at + 1 : at;
    let isEnded = !BEGIN.test(first);
    while (next < lines.length) {
      const line = bare(lines[next] ?? '');
      const [, verb = '', path = ''] = SECTION.exec(line) ?? [];
      if (END.test(line)) {
        isEnded = true;
        next += 1;
        break;
      }
      if (path === '') {
        if (line !== '') break;
        next += 1;
        continue;
      }
      const section = readSection(lines, next, { verb: verb.toLowerCase(), path });
      const isTrimmed = section.edit.kind === 'change' && isDiffTrimmed(lines.slice(next + 1, section.next));
      if (isTrimmed) notUnderstood.push(...unread(lines, next, section.next, TRIMMED).notUnderstood);
      else edits.push(section.edit);
      next = section.next;
    }
    if (!isEnded && notUnderstood.at(-1)?.to !== next) {
      // The last section may lack lines.
      const last = edits.pop();
      const from = last?.from ?? at + 1;
      notUnderstood.push({ from, to: next, text: lines.slice(from - 1, next).join('\n'), reason: NO_END });
    }
    return { edits, notUnderstood, next };
  },
};

const BEGIN = /^\*{3} Begin Patch$/i;
const END = /^\*{3} End Patch$/i;
const SECTION = /^\*{3} (Add|Update|Delete) File: *(.+)$/i;
const MOVE = /^\*{3} Move to: *(.+)$/i;
const END_OF_FILE = /^\*{3} End of File$/i;

function readSection(
  lines: readonly string[],
  at: number,
  { verb, path }: { readonly verb: string; readonly path: string },
): { readonly edit: ReplyEdit; readonly next: number } {
  let next = at + 1;
  const [, newPath] = MOVE.exec(bare(lines[next] ?? '')) ?? [];
  if (newPath !== undefined) next += 1;
  const body: string[] = [];
  for (; next < lines.length && !isMarker(lines[next] ?? ''); next += 1) body.push(lines[next] ?? '');
  const place = { format: 'openai-patch', path, from: at + 1, to: next };
  if (verb === 'delete') return { edit: { ...place, kind: 'delete' }, next };
  if (verb === 'add') {
    const isMarked = body.some((line) => line.startsWith('+'));
    const text = body
      .filter((line) => !isMarked || line.startsWith('+'))
      .map((line) => line.slice(isMarked ? 1 : 0));
    return {
      edit: { ...place, kind: 'write', text: text.length === 0 ? '' : `${text.join('\n')}\n`, isNew: true },
      next,
    };
  }
  const hunks = hunksOf(body);
  if (hunks.length === 0 && newPath !== undefined)
    return { edit: { ...place, kind: 'rename', newPath }, next };
  return {
    edit: { ...place, kind: 'change', hunks, isInOrder: true, ...(newPath !== undefined && { newPath }) },
    next,
  };
}

function isMarker(line: string): boolean {
  const text = bare(line);
  return END.test(text) || SECTION.test(text) || /^(?:`{3,}|~{3,})\s*$/.test(line);
}

function hunksOf(body: readonly string[]): readonly Hunk[] {
  const hunks: { lines: HunkLine[]; anchor: string; isAtEnd: boolean }[] = [];
  for (const line of body) {
    const [, anchor] = /^@@ ?(.*?)(?: ?@@)?$/.exec(line.startsWith('@@') ? withBlanks(line) : line) ?? [];
    const current = hunks.at(-1);
    if (anchor !== undefined) {
      // Several anchors in a row narrow the place down; the last is the nearest.
      if (current?.lines.length === 0) current.anchor = anchor.trim() || current.anchor;
      else hunks.push({ lines: [], anchor: anchor.trim(), isAtEnd: false });
      continue;
    }
    if (END_OF_FILE.test(bare(line))) {
      if (current !== undefined) current.isAtEnd = true;
      continue;
    }
    if (current === undefined) hunks.push({ lines: [lineOf(line)], anchor: '', isAtEnd: false });
    else current.lines.push(lineOf(line));
  }
  return hunks
    .filter(({ lines }) => lines.length > 0)
    .map(({ lines, anchor, isAtEnd }) => ({
      lines,
      ...(anchor !== '' && { anchor }),
      ...(isAtEnd && { isAtEnd }),
    }));
}

/** A line without a mark is context. */
function lineOf(line: string): HunkLine {
  switch (markOf(line)) {
    case '+':
      return { op: 'add', text: line.slice(1) };
    case '-':
      return { op: 'remove', text: line.slice(1) };
    case ' ':
      return { op: 'keep', text: line.slice(1) };
    default:
      return { op: 'keep', text: line };
  }
}
