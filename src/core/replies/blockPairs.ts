/** Which marks of blocks belong together, found in one pass so that damaged replies take no longer than others. */
import type { BlockFamily, Mark } from './marks';

export interface BlockPair {
  /** Lines that may divide the old and the new text, except those of blocks inside. */
  readonly middles: readonly number[];
  readonly close: number;
}

export interface BlockPairs {
  /** By the line of the opening mark; marks pair with those of as many characters. */
  readonly strict: ReadonlyMap<number, BlockPair>;
  /** The same, however many characters marks have. */
  readonly loose: ReadonlyMap<number, BlockPair>;
}

export type BlockMark = Extract<Mark, { readonly family: BlockFamily }>;

/** Pairs marks like brackets, because texts of blocks may contain blocks. */
export function blockPairs(marks: ReadonlyMap<number, Mark>): BlockPairs {
  const blocks = [...marks].filter((entry): entry is [number, BlockMark] => 'family' in entry[1]);
  return {
    strict: paired(blocks, ({ family, length }) => `${family} ${length}`),
    loose: paired(blocks, ({ family }) => family),
  };
}

interface OpenBlock {
  readonly at: number;
  readonly middles: number[];
}

function paired(
  blocks: readonly (readonly [number, BlockMark])[],
  groupOf: (mark: BlockMark) => string,
): ReadonlyMap<number, BlockPair> {
  const pairs = new Map<number, BlockPair>();
  const openByGroup = new Map<string, OpenBlock[]>();
  for (const [at, mark] of blocks) {
    const group = groupOf(mark);
    const open = openByGroup.get(group) ?? [];
    openByGroup.set(group, open);
    if (mark.kind === 'open') open.push({ at, middles: [] });
    else if (mark.kind === 'middle') open.at(-1)?.middles.push(at);
    else {
      const closed = open.pop();
      if (closed !== undefined) pairs.set(closed.at, { middles: closed.middles, close: at });
    }
  }
  return pairs;
}
