import { SEPARATOR } from '../compose/separator';
import { printedBlock, type BlockToSplit } from './longBlock';
import type { Piece, PrintedPart } from './part';
import type { MeasuredDocument, Position } from './measuredDocument';

/** A stretch of a block; without `to`, up to its end. */
interface Stretch {
  readonly block: BlockToSplit;
  readonly at: number;
  readonly from: number;
  readonly to?: number;
}

/** Prints a document in parts that begin at `starts`. */
export function printParts(document: MeasuredDocument, starts: readonly Position[]): readonly PrintedPart[] {
  const { blocks, frame } = document;
  return starts.map((from, index) => {
    const next = starts[index + 1];
    const stretches = stretchesBetween(blocks, from, next ?? { block: blocks.length, offset: 0 });
    const texts = stretches.map((stretch) => textOf(document, stretch));
    return {
      text: frame.opening(index + 1, starts.length) + texts.join(SEPARATOR) + (next ? frame.more : frame.end),
      pieces: stretches.map((stretch) => pieceOf(document, stretch)),
    };
  });
}

function stretchesBetween(blocks: readonly BlockToSplit[], from: Position, to: Position): readonly Stretch[] {
  const end = to.offset === 0 ? to.block : to.block + 1;
  return blocks.slice(from.block, end).map((block, index) => {
    const at = from.block + index;
    return {
      ...{ block, at, from: index === 0 ? from.offset : 0 },
      ...(at === to.block && { to: to.offset }),
    };
  });
}

function textOf(document: MeasuredDocument, { block, at, from, to }: Stretch): string {
  if (from === 0 && to === undefined) return printedBlock(block);
  const long = document.longBlock(at);
  return long.print(from, to ?? long.length);
}

function pieceOf(document: MeasuredDocument, { block, at, from, to }: Stretch): Piece {
  const piece = { key: block.key, isContinued: from > 0 };
  if (to === undefined) return piece;
  return { ...piece, cut: document.longBlock(at).isLineStart(to) ? 'between lines' : 'inside a line' };
}
