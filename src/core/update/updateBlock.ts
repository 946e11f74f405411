import type { BlockMeasure } from '../tokens/blockMeasure';

/** The key of the block with the list of changes, which comes first. */
export const UPDATE_KEY = 'update';

/** A block of an update. `lead` is as in `Block`. */
export interface UpdateBlock {
  readonly key: string;
  readonly lead: string;
  readonly body: string;
  readonly measure: BlockMeasure;
}
