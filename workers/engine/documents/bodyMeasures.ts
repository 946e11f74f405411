import type { BlockMeasure } from '../../../src/core/tokens/blockMeasure';
import type { TokenEncoding } from '../../../src/core/tokens/encoding';
import type { ComputePool } from '../computePool';
import { NOTHING } from './documentWriter';

/** The measures of bodies under the same keys. */
export async function measureBodies<Key>(
  bodies: ReadonlyMap<Key, string>,
  { pool, encoding }: { readonly pool: ComputePool; readonly encoding: TokenEncoding },
): Promise<ReadonlyMap<Key, BlockMeasure>> {
  if (bodies.size === 0) return new Map();
  const texts = [...bodies.values()];
  const measures = await pool.run({
    ...{ encoding, bytes: 0, urgent: true },
    call: (api) => api.measureBodies(encoding, texts),
  });
  return new Map([...bodies.keys()].map((key, at) => [key, measures[at] ?? NOTHING]));
}
