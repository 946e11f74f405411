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
