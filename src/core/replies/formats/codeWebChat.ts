import { fencedFileAt } from '../fencedFiles';
import type { FenceLine } from '../fences';
import { closes } from '../fences';
import { hunksOfBlocks } from '../markedBlocks';
import { decoded } from '../decodings';
import { fenceInfo, pathLine, type NamedPath } from '../pathLines';
import { firstInFence, isBlank, type ReplyView } from '../replyView';
import { elidedLines } from './elidedCode';
import { notRead, readingOf, textOf, type EditRead, type Reading, type ReplyFormat } from './format';

/**
 * Code Web Chat's headings: ``### Updated file: `path` ``, `New`, `Created`, `Deleted`, `Renamed`. The fence below holds
 * the file, or one or more pairs of old and new code between conflict marks.
 */
export const codeWebChat: ReplyFormat = {
  name: 'code-web-chat',
  readAt: (view, at) => {
    const heading = headingAt(view, at);
    if (heading === undefined) return undefined;
    switch (heading.verb) {
      case 'deleted':
        return readingOf({ from: at, to: endOfDeleted(view, at), path: heading.path, kind: 'delete' });
      case 'renamed':
        return readRenamed(view, heading);
      default:
        return readFenced(view, heading);
    }
  },
};

interface Heading {
  readonly at: number;
  readonly verb: 'updated' | 'new' | 'deleted' | 'renamed';
  readonly path: string;
  readonly newPath: string | undefined;
}

function headingAt(view: ReplyView, at: number): Heading | undefined {
  const line = view.lines[at] ?? '';
  if (line.length > 600 || !/^\s*(?:#|\*\*)/.test(line)) return undefined;
  const [, word, rest = ''] = HEADING.exec(decoded(line)) ?? [];
  const verb = VERBS.get(word?.toLowerCase() ?? '');
  if (verb === undefined) return undefined;
  if (verb === 'renamed') {
    const [old, present] = renamedPaths(rest);
    return old === undefined || present === undefined ? undefined : { at, verb, path: old, newPath: present };
  }
  const path = pathLine(`File: ${rest}`)?.path;
  return path === undefined ? undefined : { at, verb, path, newPath: undefined };
}

const HEADING = /^\s*(?:#{1,6} +(?:\*\*)?|\*\*)(\w+) file(?:\*\*)?:(?:\*\*)?\s*(\S.*)$/i;

const VERBS: ReadonlyMap<string, Heading['verb']> = new Map([
  ['updated', 'updated'],
  ['modified', 'updated'],
  ['changed', 'updated'],
  ['new', 'new'],
  ['created', 'new'],
  ['added', 'new'],
  ['deleted', 'deleted'],
  ['removed', 'deleted'],
  ['renamed', 'renamed'],
  ['moved', 'renamed'],
]);

/** `` `old` (old) `new` (new)``, `` `old` → `new` ``, `old -> new`. */
function renamedPaths(text: string): readonly (string | undefined)[] {
  const quoted = [...text.matchAll(/`([^`]+)`/g)].map(([, path]) => path);
  if (quoted.length >= 2) return quoted;
  return text
    .replace(/\((?:old|new)\)/g, '')
    .split(/(?:->|→|=>|\bto\b|\s)+/)
    .map((path) => path.trim())
    .filter((path) => path !== '');
}

/** The heading alone, or with the fence right below it that shows what is gone. */
function endOfDeleted(view: ReplyView, at: number): number {
  let next = at + 1;
  while (next < view.lines.length && next < at + 4 && isBlank(view.lines[next])) next += 1;
  const open = view.fenceAt(next);
  if (open === undefined || fenceInfo(open.info).named !== undefined) return at;
  return view.closeOf(open, false)?.at ?? at;
}

function readRenamed(view: ReplyView, { at, path, newPath = '' }: Heading): Reading {
  const rename: EditRead = { from: at, to: at, path, newPath, kind: 'rename' };
  const open = fenceBelow(view, at);
  if (open === undefined) return readingOf(rename);
  const blocks = blocksIn(view, open);
  if (blocks !== undefined) {
    const { hunks, end } = blocks;
    return readingOf({ from: at, to: end, path, newPath, kind: 'change', hunks, isInOrder: false });
  }
  return {
    edits: [rename],
    notUnderstood: [
      {
        from: at + 1,
        to: view.closeOf(open, false)?.at ?? open.at,
        reason: 'The text of a renamed file is only read from blocks of old and new code.',
      },
    ],
    to: view.closeOf(open, false)?.at ?? open.at,
  };
}

/** Undefined if the fence holds another format, which finds the path in the heading. */
function readFenced(view: ReplyView, heading: Heading): Reading | undefined {
  const { at, path, verb } = heading;
  const open = fenceBelow(view, at);
  if (open === undefined) return undefined;
  const blocks = blocksIn(view, open);
  if (blocks !== undefined) {
    const { hunks, end } = blocks;
    return readingOf({ from: at, to: end, path, kind: 'change', hunks, isInOrder: false });
  }
  if (/^(?:diff|patch|udiff)$/.test(fenceInfo(open.info).language)) return undefined;
  const named: NamedPath & { readonly at: number } = { at, path, says: verb === 'new' ? 'new' : undefined };
  const file = fencedFileAt(view, open.at, { floor: at, fence: undefined, path: undefined }, named);
  if (file === undefined) return undefined;
  const { to, lines, isClosed } = file;
  if (!isClosed) return notRead(at, to, `The end of the code block for ${path} is missing.`);
  const elided = elidedLines(lines);
  if (elided !== undefined) {
    return readingOf({ from: at, to, path, kind: 'change', hunks: [{ lines: elided }], isInOrder: false });
  }
  return readingOf({ from: at, to, path, kind: 'write', text: textOf(lines), isNew: verb === 'new' });
}

/** Lines of explanation between a heading and its fence. */
const FARTHEST = 14;

function fenceBelow(view: ReplyView, at: number): FenceLine | undefined {
  for (let line = at + 1; line < view.lines.length && line <= at + FARTHEST; line += 1) {
    const open = view.fenceAt(line);
    if (open !== undefined) return fenceInfo(open.info).named === undefined ? open : undefined;
    const text = view.lines[line] ?? '';
    if (/^\s*#{1,6} /.test(text) || view.markAt(line) !== undefined || headingAt(view, line) !== undefined) {
      return undefined;
    }
  }
  return undefined;
}

function blocksIn(view: ReplyView, open: FenceLine): ReturnType<typeof hunksOfBlocks> {
  const mark = view.markAt(firstInFence(view, open));
  if (mark?.kind !== 'open' || mark.family !== 'search') return undefined;
  return hunksOfBlocks(view, open.at + 1, (line) => {
    const fence = view.fenceAt(line);
    return fence !== undefined && closes(fence, open);
  });
}
