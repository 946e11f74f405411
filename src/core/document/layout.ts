import type { Block } from './block';

/** An order of blocks and the headings above them. */
export interface Layout {
  /** Compares two blocks for `Array.prototype.sort`. */
  readonly compare: (one: Block, other: Block) => number;
  /** The heading line over a block and its like; empty where the body brings its own. */
  readonly headingOf: (block: Block) => string;
}
