import type { BlockMeasure } from '../../../src/core/tokens/blockMeasure';
import type { TokenEncoding } from '../../../src/core/tokens/encoding';
import type { TextToSearch } from '../../compute/contract';
import type { ComputePool } from '../computePool';
import { reasonOf } from '../reason';
import type { BlockToJudge } from './masking';

export interface Searching {
  readonly pool: ComputePool;
  readonly encoding: TokenEncoding;
}

/** The secrets of each text. If the search fails, all count as not searched. */
export async function secretsInTexts(
  texts: readonly TextToSearch[],
  { pool, encoding }: Searching,
): Promise<readonly Pick<BlockToJudge, 'secrets'>[]> {
  const bytes = texts.reduce((sum, { text }) => sum + text.length, 0);
  try {
    const found = await pool.run({ encoding, bytes, urgent: true, call: (api) => api.findSecrets(texts) });
    return found.map((secrets) => (secrets === undefined ? {} : { secrets }));
  } catch (error) {
    const unscanned = reasonOf(error);
    return texts.map(() => ({ secrets: { unscanned } }));
  }
}

/** The path that a block's key has; empty if it has none. */
export function pathInKey(key: string): string {
  return /^(?:file|symbol):(.*)$/su.exec(key)?.[1] ?? '';
}

/** The measures of masked bodies, in order. */
export async function measuresOf(
  bodies: readonly string[],
  { pool, encoding }: Searching,
): Promise<readonly BlockMeasure[]> {
  if (bodies.length === 0) return [];
  return pool.run({ encoding, bytes: 0, urgent: true, call: (api) => api.measureBodies(encoding, bodies) });
}
