import type { Block } from './block';

/** An order of blocks and the headings above them. */
export interface Layout {
  /** Compares two blocks for `Array.prototype.sort`. */
  readonly compare: (one: Block, other: Block) => number;
  /** The heading above a group of blocks; empty if the body includes its heading. */
  readonly headingOf: (block: Block) => string;
}
