/**
 * A block that can be cut. Each piece closes the block's fence, and the next one opens it again. A text without a fence, such
 * as the user's own, gets one when it is cut: half a list, quote, or HTML block would mean something different.
 */
import { escapeLine } from '../compose/escapePath';
import { fenceFor } from '../compose/fence';
import { SEPARATOR } from '../compose/separator';
import { leadText } from '../document/plan';
import { furthest } from './furthest';
import { sliceSizes, type SizeOf } from './sliceSizes';

/** A block of a plan with its text. `title` names it if its body has no heading. */
export interface BlockToSplit {
  readonly key: string;
  readonly title: string;
  readonly lead: string;
  readonly body: string;
}

/** The text of a block without the separator after it. */
export function printedBlock({ lead, body }: BlockToSplit): string {
  return leadText(lead) + body;
}

/** Offsets are UTF-16 units of the text in the fence. */
export interface LongBlock {
  readonly length: number;
  isLineStart(offset: number): boolean;
  /** The piece [from, to) with its heading and fence. */
  print(from: number, to: number): string;
  /** The size of the piece from `from` to the end of the block, with `closing` after it. */
  restSize(from: number, closing: string): number;
  /** Whether that fits into `room`. Measures not much more text than fits. */
  restFits(from: number, closing: string, room: number): boolean;
  /**
   * The furthest ends of a piece that begins at `from` and, with a separator, fits into `room`: one between lines, one inside
   * a line that does not even fit into `whole`. Ascending; empty if nothing fits.
   */
  cuts(from: number, room: number, whole: number): readonly number[];
}

/** Prepares a block for cuts. Measures all of its text once. */
export function longBlock(block: BlockToSplit, sizeOf: SizeOf): LongBlock {
  const { head, heading, fence, info, text } = fencedText(block);
  const starts = lineStarts(text);
  const sliceSize = sliceSizes(text, sizeOf);
  const opening = `${fence}${info}\n`;

  const startOf = (line: number): number => starts[line] ?? text.length;
  const lineOf = (offset: number): number => furthest(0, starts.length - 1, (at) => startOf(at) <= offset);
  const isLineStart = (offset: number): boolean => offset === 0 || text[offset - 1] === '\n';
  const lineEnd = (to: number): string => (text[to - 1] === '\n' ? '' : '\n');

  function headOf(from: number, to: number): string {
    if (from === 0) return head;
    const first = lineOf(from);
    const character = isLineStart(from)
      ? ''
      : `, line ${first + 1} from character ${from - startOf(first) + 1}`;
    return `${heading} (continued, lines ${first + 1} to ${lineOf(to - 1) + 1}${character})\n\n`;
  }

  function print(from: number, to: number): string {
    return headOf(from, to) + opening + text.slice(from, to) + lineEnd(to) + fence;
  }

  function sizeOfPiece(from: number, to: number, closing: string): number {
    // Counts add up before a fence.
    const inFence = sliceSize(from, to, opening, lineEnd(to));
    return sizeOf(headOf(from, to)) + inFence + sizeOf(fence + closing);
  }

  const restSize = (from: number, closing: string): number => sizeOfPiece(from, text.length, closing);

  function restFits(from: number, closing: string, room: number): boolean {
    if (room <= 0) return false;
    for (let length = room; from + length < text.length; length *= 2)
      if (sizeOfPiece(from, from + length, '') > room) return false;
    return restSize(from, closing) <= room;
  }

  function cuts(from: number, room: number, whole: number): readonly number[] {
    const fits = (to: number): boolean => sizeOfPiece(from, to, SEPARATOR) <= room;
    const here = lineOf(from);
    const line = furthest(here, starts.length - 1, (at) => fits(startOf(at)));
    const between = Math.max(from, startOf(line));
    const isWhole = isLineStart(between) && sizeOfPiece(between, startOf(line + 1), SEPARATOR) <= whole;
    const inside = isWhole ? between : cutInside(text, between, startOf(line + 1), fits);
    return [between, inside].filter((to, at, all) => to > (all[at - 1] ?? from));
  }

  return { length: text.length, isLineStart, print, restSize, restFits, cuts };
}

interface FencedText {
  /** The lead and everything up to the fence. */
  readonly head: string;
  /** Repeated above the next pieces. */
  readonly heading: string;
  readonly fence: string;
  readonly info: string;
  readonly text: string;
}

/** A heading, a notice in parentheses, and a fence. */
const HEAD = /^(?:(#{1,6} [^\n]*)\n\n)?(?:(?:\([^\n]*\)\n\n)?(`{3,}|~{3,})([a-z0-9-]*)\n)?/;

function fencedText({ title, lead, body }: BlockToSplit): FencedText {
  const [opened = '', ownHeading, fence, info = ''] = HEAD.exec(body) ?? [];
  const heading = ownHeading ?? `### ${escapeLine(title)}`;
  if (fence !== undefined && body.endsWith(`\n${fence}`)) {
    const text = body.slice(opened.length, -fence.length);
    const head = leadText(lead) + opened.slice(0, -`${fence}${info}\n`.length);
    if (!text.includes(fence)) return { head, heading, fence, info, text };
  }
  const above = ownHeading === undefined ? '' : `${ownHeading}\n\n`;
  const text = body.slice(above.length);
  return { head: leadText(lead) + above, heading, fence: fenceFor(text), info: 'markdown', text };
}

function lineStarts(text: string): readonly number[] {
  const starts = [0];
  for (let end = text.indexOf('\n'); end >= 0 && end < text.length - 1; end = text.indexOf('\n', end + 1))
    starts.push(end + 1);
  return starts;
}

/** The furthest place between two graphemes of a line that fits; `start` if none does. */
function cutInside(text: string, start: number, end: number, fits: (to: number) => boolean): number {
  const last = text[end - 1] === '\n' ? end - 2 : end - 1;
  let to = graphemeStart(text, start, furthest(start, last, fits));
  // A count of tokens can grow when a text gets shorter.
  while (to > start && !fits(to)) to = graphemeStart(text, start, to - 1);
  return to;
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** The start of the grapheme at `offset`. `from` is between two graphemes. */
function graphemeStart(text: string, from: number, offset: number): number {
  // The next character decides whether a grapheme ends before it.
  const segment = graphemes.segment(text.slice(from, offset + 2)).containing(offset - from);
  return from + (segment?.index ?? 0);
}
