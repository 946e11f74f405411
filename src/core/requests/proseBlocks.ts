/** Splits a reply into the prose and the request fences that it consists of. */
import { isClosing, openingFence } from '../replies/reading/fence';
import { readReply } from '../replies/readReply';

export type ReplyBlock = Prose | RequestFence;

export interface Prose {
  /** An item is a line of a list or a table, with the lines that belong to it. */
  readonly kind: 'paragraph' | 'heading' | 'item';
  readonly text: string;
  /** The first line, 1-based. */
  readonly line: number;
}

interface RequestFence {
  readonly kind: 'request';
  /** Between the fences. */
  readonly lines: readonly string[];
  /** The first of the lines, 1-based. */
  readonly line: number;
}

/** Without code and edits. Prose beyond half a million UTF-16 units is left out. Takes time in proportion to the text's length. */
export function proseBlocks(text: string, isFile: (path: string) => boolean): readonly ReplyBlock[] {
  const lines = text.split(/\r\n?|\n/);
  const editEnds = endsOfEdits(text, isFile);
  const blocks: ReplyBlock[] = [];
  let left = MOST_PROSE;
  for (let at = 0; at < lines.length;) {
    const edit = editEnds.get(at);
    const fence = openingFence(lines[at] ?? '');
    if (edit !== undefined) at = edit;
    else if (fence !== undefined) {
      let end = at + 1;
      while (end < lines.length && !isClosing(lines[end] ?? '', fence)) end += 1;
      if (/^strata-request\b/i.test(fence.info))
        blocks.push({ kind: 'request', lines: lines.slice(at + 1, end), line: at + 2 });
      at = end + 1;
    } else {
      const end = proseEnd(lines, at, editEnds);
      const block = proseBlock(lines, at, end);
      left -= block?.text.length ?? 0;
      if (block !== undefined && left >= 0) blocks.push(block);
      at = end;
    }
  }
  return blocks;
}

/** UTF-16 units of prose that are read. No model writes more in a reply. */
const MOST_PROSE = 500_000;

/** By the index of an edit's first line, the index of the line behind it. */
function endsOfEdits(text: string, isFile: (path: string) => boolean): ReadonlyMap<number, number> {
  const { edits, notUnderstood } = readReply(text, isFile);
  // Paths without a fence below them may be a list of requests.
  const broken = notUnderstood.filter((part) => MARKER.test(part.text));
  return new Map([...edits, ...broken].map(({ from, to }) => [from - 1, to]));
}

const MARKER = /^\W*(?:[<=>]{5}|\*{3}|---|@@|diff --git)/;

/** Index of the line behind the block of prose at a line. */
function proseEnd(lines: readonly string[], at: number, editEnds: ReadonlyMap<number, number>): number {
  const first = lines[at] ?? '';
  let end = at + 1;
  if (isBlank(first) || HEADING.test(first)) return end;
  while (
    end < lines.length &&
    !STARTS_BLOCK.test(lines[end] ?? '') &&
    openingFence(lines[end] ?? '') === undefined &&
    !editEnds.has(end)
  )
    end += 1;
  return end;
}

function proseBlock(lines: readonly string[], at: number, end: number): Prose | undefined {
  const first = lines[at] ?? '';
  if (isBlank(first) || (INDENTED_CODE.test(first) && !ITEM.test(first))) return undefined;
  const kind = HEADING.test(first) ? 'heading' : ITEM.test(first) ? 'item' : 'paragraph';
  return { kind, text: lines.slice(at, end).join('\n'), line: at + 1 };
}

function isBlank(line: string): boolean {
  return line.trim() === '';
}

const HEADING = /^ {0,3}#{1,6}\s/;
const ITEM = /^\s*(?:(?:[-*+•]|\d{1,3}[.)]|\|)\s)/;
const STARTS_BLOCK = /^(?:\s*$| {0,3}#{1,6}\s|\s*(?:[-*+•]|\d{1,3}[.)]|\|)\s)/;
const INDENTED_CODE = /^(?: {4}|\t)/;
