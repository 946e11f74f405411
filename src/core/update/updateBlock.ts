import type { BlockMeasure } from '../tokens/blockMeasure';

/** A block of an update. `lead` is as in `Block`. */
export interface UpdateBlock {
  /** `update` for the block with the list, which comes first. */
  readonly key: string;
  readonly lead: string;
  readonly body: string;
  readonly measure: BlockMeasure;
}
