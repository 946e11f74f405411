import { SEPARATOR } from '../compose/separator';
import { leadText } from '../document/plan';
import type { Frame } from './frame';
import { longBlock, type BlockToSplit, type LongBlock } from './longBlock';
import type { SizeOf } from './sliceSizes';

/** A place where a part can begin. */
export interface Position {
  readonly block: number;
  /** UTF-16 units of the text of a long block; 0 before a block. */
  readonly offset: number;
}

/** The room for blocks in a part: if other parts follow, and if the document ends in it. */
export interface Room {
  readonly more: number;
  readonly end: number;
}

/** A document with the sizes of its blocks as parts print them. */
export interface MeasuredDocument {
  readonly blocks: readonly BlockToSplit[];
  readonly frame: Frame;
  /** The size of a block, or of what follows a position in it, with its separator or the end of the document. */
  sizeFrom(position: Position): number;
  /** The size of all blocks from a position on, with the end of the document. */
  restFrom(position: Position): number;
  roomIn(part: number, parts: number): Room;
  longBlock(block: number): LongBlock;
}

export function measureDocument(
  blocks: readonly BlockToSplit[],
  frame: Frame,
  limit: number,
  sizeOf: SizeOf,
): MeasuredDocument {
  const last = blocks.length - 1;
  const closing = (block: number): string => (block === last ? frame.end : SEPARATOR);
  const sizes = blocks.map(({ lead, body }, at) => sizeOf(leadText(lead) + body + closing(at)));
  const rests = [0];
  for (const size of sizes.toReversed()) rests.push((rests.at(-1) ?? 0) + size);
  // Counts add up inside a separator, but not always after it.
  const afterSeparator = sizeOf(frame.more.slice(2)) - sizeOf(SEPARATOR.slice(2));
  const longBlocks: LongBlock[] = [];

  function longBlockAt(block: number): LongBlock {
    return (longBlocks[block] ??= longBlock(blocks[block] as BlockToSplit, sizeOf)); // it is in the document
  }

  function sizeFrom({ block, offset }: Position): number {
    if (offset === 0) return sizes[block] ?? 0;
    const long = longBlockAt(block);
    return long.sizeOf(offset, long.length, closing(block));
  }

  return {
    ...{ blocks, frame },
    sizeFrom,
    restFrom: (position) => sizeFrom(position) + (rests[last - position.block] ?? 0),
    roomIn(part, parts) {
      const end = limit - sizeOf(frame.opening(part, parts));
      return { more: end - afterSeparator, end };
    },
    longBlock: longBlockAt,
  };
}
