import type { Block } from './block';

/** An order of blocks and the headings above them. */
export interface Layout {
  readonly arrange: <B extends Block>(blocks: readonly B[]) => readonly B[];
  /** The heading above a group of blocks, with all its lines; empty if the body includes its heading. */
  readonly headingOf: (block: Block) => string;
  /** Tells groups with the same heading apart. */
  readonly groupOf?: (block: Block) => string;
  /** Whether a block belongs to the part that stays the same between turns; undefined if there is no such part. */
  readonly isStatic: ((block: Block) => boolean) | undefined;
}
