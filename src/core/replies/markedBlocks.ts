/** Blocks of an old and a new text between three marks, as SEARCH/REPLACE and AC-DC have them. */
import type { BlockMark, BlockPair } from './blockPairs';
import { notRead, readingOf, textOf, type Reading } from './formats/format';
import { hunkOfSides } from './hunkOfSides';
import type { Mark } from './marks';
import type { Hunk } from './replyEdit';
import { endsFence, isBlank, pathAbove, type Before, type ReplyView } from './replyView';

/** Reads the block whose opening mark is at a line. */
export function readMarkedBlock(view: ReplyView, at: number, before: Before): Reading | undefined {
  const open = blockMark(view.markAt(at));
  if (open?.kind !== 'open') return undefined;
  const above = pathAbove(view, at, before.floor, true);
  const path = above?.path ?? before.path;
  const from = above?.at ?? at;
  const block = blockAt(view, at);
  if ('reason' in block) return notRead(from, block.to ?? endOfUnclosed(view, at, before), block.reason);
  const { search, replace, to, line } = sidesOf(view, block);
  if (path === undefined) return notRead(from, to, 'The block has no path.');
  if (search.every(isBlank)) {
    if (replace.every(isBlank)) return notRead(from, to, 'The block is empty.');
    // A path that is left out is that of a file that exists.
    if (above === undefined) return notRead(from, to, 'The block of a new file has no path.');
    return readingOf({ from, to, path, kind: 'write', text: textOf(replace), isNew: true });
  }
  const hunks = [hunk(search, replace, line)];
  return readingOf({ from, to, path, kind: 'change', hunks, isInOrder: false });
}

/** The hunks of all blocks of a family from a line to another; undefined if one of them is damaged or there are none. */
export function hunksOfBlocks(
  view: ReplyView,
  from: number,
  isEnd: (line: number) => boolean,
): { readonly hunks: readonly Hunk[]; readonly end: number } | undefined {
  const hunks: Hunk[] = [];
  let line = from;
  while (line < view.lines.length && !isEnd(line)) {
    if (blockMark(view.markAt(line))?.kind !== 'open') {
      line += 1;
      continue;
    }
    const block = blockAt(view, line);
    if ('reason' in block) return undefined;
    const sides = sidesOf(view, block);
    hunks.push(hunk(sides.search, sides.replace, sides.line));
    line = block.close + 1;
  }
  return hunks.length === 0 || line >= view.lines.length ? undefined : { hunks, end: line };
}

interface Block {
  readonly open: number;
  readonly middle: number;
  readonly close: number;
}

interface Damage {
  readonly reason: string;
  /** Last line; undefined if the block has no end. */
  readonly to?: number;
}

/** The block that opens at a line, by marks with as many characters as the opening one if they make one, else by all. */
function blockAt(view: ReplyView, at: number): Block | Damage {
  const strict = divided(view, at, view.blocks.strict.get(at));
  if (!('reason' in strict)) return strict;
  const loose = divided(view, at, view.blocks.loose.get(at));
  return 'reason' in loose && strict.to !== undefined && loose.to === undefined ? strict : loose;
}

function divided(view: ReplyView, open: number, pair: BlockPair | undefined): Block | Damage {
  if (pair === undefined) return { reason: 'The end of the block is missing.' };
  const { middles, close } = pair;
  if (middles.length === 0)
    return { reason: 'The block has no line that divides old and new text.', to: close };
  const [middle, other] = likelyMiddles(view, middles);
  return middle === undefined || other !== undefined
    ? { reason: 'Several lines could divide the old and new text of the block.', to: close }
    : { open, middle, close };
}

/** Without the rows of `=` under headings, unless all of them are. */
function likelyMiddles(view: ReplyView, middles: readonly number[]): readonly number[] {
  if (middles.length === 1) return middles;
  return middles.filter((line) => {
    const above = (view.lines[line - 1] ?? '').trim().length;
    return Math.abs(above - (view.lines[line] ?? '').trim().length) > 1;
  });
}

interface Sides {
  readonly search: readonly string[];
  readonly replace: readonly string[];
  readonly to: number;
  readonly line: number | undefined;
}

function sidesOf(view: ReplyView, { open, middle, close }: Block): Sides {
  let start = open + 1;
  // Roo Code's blocks begin with `:start_line:12` and a row of dashes.
  const line = /^:start_line: ?(\d{1,9})\s*$/.exec(view.lines[start] ?? '')?.[1];
  if (line !== undefined) {
    while (start < middle && /^:(?:start|end)_line: ?\d{1,9}\s*$/.test(view.lines[start] ?? '')) start += 1;
    if (start < middle && /^-{5,9}\s*$/.test(view.lines[start] ?? '')) start += 1;
  }
  return {
    search: view.lines.slice(start, middle),
    replace: view.lines.slice(middle + 1, close),
    to: close,
    line: line === undefined ? undefined : Number(line),
  };
}

function hunk(search: readonly string[], replace: readonly string[], line: number | undefined): Hunk {
  return { lines: hunkOfSides(search, replace), ...(line === undefined ? {} : { line }) };
}

/** Last line of a block without an end: before the next block, at the end of its fence, or the end of the reply. */
function endOfUnclosed(view: ReplyView, at: number, { fence }: Before): number {
  const family = blockMark(view.markAt(at))?.family;
  for (let line = at + 1; line < view.lines.length; line += 1) {
    const mark = blockMark(view.markAt(line));
    if (mark?.family === family && mark?.kind === 'close') return line;
    if (mark?.family === family && mark?.kind === 'open') {
      return Math.max(at, (pathAbove(view, line, at + 1, true)?.at ?? line) - 1);
    }
    if (endsFence(view, line, fence)) return line;
  }
  return view.lines.length - 1;
}

function blockMark(mark: Mark | undefined): BlockMark | undefined {
  return mark !== undefined && 'family' in mark ? mark : undefined;
}
