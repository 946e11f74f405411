import type { MeasuredDocument, Position, Room } from './measuredDocument';

/** `starts`: where each part begins. `stuck`: there is no room for any text of this block. */
export type Division =
  | { readonly kind: 'starts'; readonly starts: readonly Position[] }
  | { readonly kind: 'stuck'; readonly block: number };

/** A division up to a position. */
interface Way {
  readonly at: Position;
  readonly before?: Way;
}

/**
 * Divides a document into the fewest parts, numbered as parts of `most`.
 *
 * Filling each part is not enough, because a block or line that is continued takes more text around it than one that begins a
 * part. So the furthest way to each kind of place is kept: before a block, between lines, inside a line. Of two places of one
 * kind, the furthest is best, because a part from there to anywhere has less text. That holds for characters; a count of tokens
 * can grow when blank lines or the rest of a word are left out, and then there can be a part too many.
 */
export function fewestParts(document: MeasuredDocument, most: number): Division {
  const narrow = document.roomIn(most, most);
  let ways: readonly Way[] = [{ at: { block: 0, offset: 0 } }];
  for (let part = 1; ; part += 1) {
    const room = document.roomIn(part, most);
    const done = ways.find(({ at }) => document.restFits(at, room.end));
    if (done !== undefined) return { kind: 'starts', starts: startsOf(done) };
    const longer = ways.flatMap((before) =>
      endsOf(document, before.at, room.more, narrow).map((at) => ({ at, before })),
    );
    if (longer.length === 0) return { kind: 'stuck', block: Math.max(...ways.map(({ at }) => at.block)) };
    ways = furthestOfEachKind(document, longer);
  }
}

/** The furthest ends of a part that begins at `from`. `narrow` is the least room that a part has. */
function endsOf(document: MeasuredDocument, from: Position, room: number, narrow: Room): readonly Position[] {
  const last = document.blocks.length - 1;
  let at = from;
  let left = room;
  while (at.block < last && document.fits(at, left)) {
    left -= document.sizeFrom(at);
    at = { block: at.block + 1, offset: 0 };
  }
  const { block, offset } = at;
  const isLong = offset > 0 || !document.fits(at, block === last ? narrow.end : narrow.more);
  const cuts = isLong ? document.longBlock(block).cuts(offset, left, narrow.more) : [];
  return [...(at === from ? [] : [at]), ...cuts.map((cut) => ({ block, offset: cut }))];
}

function furthestOfEachKind(document: MeasuredDocument, ways: readonly Way[]): readonly Way[] {
  const best = new Map<string, Way>();
  for (const way of ways) {
    const kind = kindOf(document, way.at);
    const other = best.get(kind);
    if (other === undefined || isAfter(way.at, other.at)) best.set(kind, way);
  }
  return [...best.values()];
}

function kindOf(document: MeasuredDocument, { block, offset }: Position): string {
  if (offset === 0) return 'block';
  return document.longBlock(block).isLineStart(offset) ? 'line' : 'inside a line';
}

function isAfter(one: Position, other: Position): boolean {
  return one.block > other.block || (one.block === other.block && one.offset > other.offset);
}

function startsOf({ at, before }: Way): readonly Position[] {
  const starts = [at];
  for (let way = before; way !== undefined; way = way.before) starts.push(way.at);
  return starts.toReversed();
}
