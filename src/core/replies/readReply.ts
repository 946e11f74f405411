/** Finds the edits in a model's reply. */
import { isClosing, openingFence, type Fence } from './reading/fence';
import { NO_END, unread, type ReadEdits } from './formats/format';
import { FORMATS } from './formats/registry';
import { readBareCalls } from './reading/bareCalls';
import { linesOfReply } from './reading/copiedReply';
import { withoutDamagedFiles } from './reading/damagedFiles';
import { readFencedBlock, type FencedPart } from './reading/fencedBlock';
import { isStray, mayBeMarker } from './reading/markers';
import { pathAbove, pathLine, type IsFile } from './reading/pathLine';
import { quotedLines } from './reading/quotedLines';
import { joinRenames } from './reading/renamedEdits';
import { firstFilled, type ReplyText } from './reading/replyText';
import { readUnfencedFile } from './reading/unfencedFile';
import type { NotUnderstood, ReplyEdit, ReplyLines, ReplyPlan } from './replyEdit';

/**
 * The edits of a reply in any of the formats, several of which it may mix. Every part that looks like an edit is in the plan, or
 * listed as not understood. `isFile` tells the paths of the workspace, some of which look like words. Takes time in proportion to the
 * reply's length.
 */
export function readReply(text: string, isFile: IsFile = () => false): ReplyPlan {
  const reply: ReplyText = { lines: linesOfReply(text), isFile };
  return withoutDamagedFiles(readParts(reply, { isQuote: false }), reply);
}

function readParts(reply: ReplyText, { isQuote }: { readonly isQuote: boolean }): ReplyPlan {
  const { lines } = reply;
  const edits: ReplyEdit[] = [];
  const notUnderstood: NotUnderstood[] = [];
  let path: string | undefined;
  /** A fence around edits that have markers of their own. */
  let around: Fence | undefined;
  for (let at = 0; at < lines.length;) {
    if (around !== undefined && isClosing(lines[at] ?? '', around)) {
      around = undefined;
      at += 1;
      continue;
    }
    const quote = isQuote || around !== undefined ? undefined : readQuote(reply, at);
    const read = quote ?? readAt(reply, at, path);
    if (read === undefined) {
      at += 1;
      continue;
    }
    edits.push(...read.edits);
    notUnderstood.push(...read.notUnderstood);
    path = read.edits.at(-1)?.path ?? path;
    around = read.around ?? around;
    at = Math.max(read.next, at + 1);
  }
  // The end of the reply may be missing.
  const last = edits.at(-1);
  if (around !== undefined && last?.format === 'unified-diff' && isAtEnd(reply, last)) {
    edits.pop();
    notUnderstood.push(...unread(lines, last.from - 1, last.to, NO_END).notUnderstood);
  }
  return { edits: joinRenames(edits), notUnderstood };
}

/** The edits in a quote, but not in those that it quotes itself. */
function readQuote({ lines, isFile }: ReplyText, at: number): FencedPart | undefined {
  const quoted = quotedLines(lines, at);
  if (quoted === undefined) return undefined;
  const { edits, notUnderstood } = readParts({ lines: quoted, isFile }, { isQuote: true });
  const moved = <Part extends ReplyLines>(part: Part): Part => ({
    ...part,
    ...{ from: part.from + at, to: part.to + at },
  });
  return {
    edits: edits.map(moved),
    notUnderstood: notUnderstood.map(moved),
    next: at + quoted.length,
  };
}

function isAtEnd({ lines }: ReplyText, { to }: ReplyEdit): boolean {
  return lines.slice(to).every((line) => line.trim() === '');
}

/** `before`: the path of the last edit, which later blocks of the same file need not repeat. */
function readAt(reply: ReplyText, at: number, before: string | undefined): FencedPart | undefined {
  const { lines } = reply;
  const marked = readMarked(reply, at, before);
  if (marked !== undefined) return marked;
  const fence = openingFence(lines[at] ?? '');
  if (fence === undefined) return readBareCalls(lines, at) ?? readUnfencedFile(reply, at);
  const start = editStart(reply, at + 1, before);
  return start === undefined
    ? readFencedBlock(reply, at, fence)
    : { edits: [], notUnderstood: [], next: start, around: fence };
}

function readMarked(
  { lines, isFile }: ReplyText,
  at: number,
  before: string | undefined,
): ReadEdits | undefined {
  if (!mayBeMarker(lines[at] ?? '')) return undefined;
  for (const { read } of FORMATS) {
    const found = read(lines, at, { above: () => pathAbove(lines, at, isFile), before });
    if (found !== undefined) return found;
  }
  return isStray(lines[at] ?? '')
    ? unread(lines, at, at + 1, 'It is the end of an edit without its beginning.')
    : undefined;
}

/** The first marker of a block of edits, as opposed to a file. The name of a file may be above it. */
function editStart(reply: ReplyText, from: number, before: string | undefined): number | undefined {
  const { lines, isFile } = reply;
  const first = firstFilled(lines, from);
  if (readMarked(reply, first, before ?? ' ') !== undefined) return first;
  const second = firstFilled(lines, first + 1);
  const isNamed = pathLine(lines[first] ?? '', isFile) !== undefined;
  return isNamed && readMarked(reply, second, before ?? ' ') !== undefined ? second : undefined;
}
