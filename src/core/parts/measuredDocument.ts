import { SEPARATOR } from '../compose/separator';
import { endingOf } from '../document/plan';
import type { Frame } from './frame';
import { longBlock, printedBlock, type BlockToSplit, type LongBlock } from './longBlock';
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
  /** The size of the whole document without a frame. */
  readonly size: number;
  /** The size of a block from a position on, with its separator or the end of the last part. */
  sizeFrom(position: Position): number;
  /** Whether that fits into `room`. */
  fits(position: Position, room: number): boolean;
  /** Whether all blocks from a position on fit into `room`, with the end of the last part. */
  restFits(position: Position, room: number): boolean;
  roomIn(part: number, parts: number): Room;
  longBlock(block: number): LongBlock;
}

/** Measures each block once. `limit` is the size of a part with its frame. */
export function measureDocument(
  blocks: readonly BlockToSplit[],
  frame: Frame,
  limit: number,
  sizeOf: SizeOf,
): MeasuredDocument {
  const last = blocks.length - 1;
  const closing = (block: number): string => (block === last ? frame.end : SEPARATOR);
  const alone = blocks.map((block, at) => sizeOf(printedBlock(block) + endingOf(blocks, at)));
  const atEnd = blocks.slice(-1).map((block) => sizeOf(printedBlock(block) + frame.end));
  const sizes = [...alone.slice(0, -1), ...atEnd];
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
    return longBlockAt(block).restSize(offset, closing(block));
  }

  function fits({ block, offset }: Position, room: number): boolean {
    if (offset === 0) return (sizes[block] ?? 0) <= room;
    return longBlockAt(block).restFits(offset, closing(block), room);
  }

  return {
    ...{ blocks, frame },
    size: alone.reduce((sum, size) => sum + size, 0),
    sizeFrom,
    fits,
    restFits: (position, room) => fits(position, room - (rests[last - position.block] ?? 0)),
    roomIn(part, parts) {
      const end = limit - sizeOf(frame.opening(part, parts));
      return { more: end - afterSeparator, end };
    },
    longBlock: longBlockAt,
  };
}
