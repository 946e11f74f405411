/** Splits an earlier document into parts, from the bodies that were kept of it. */
import type { PartLimits } from '../../../src/core/parts/chatProfile';
import type { SplitDocument } from '../../../src/core/parts/part';
import type { TokenEncoding } from '../../../src/core/tokens/encoding';
import type { BlockStore } from '../../caches/blockStore';
import type { ComputePool } from '../computePool';
import type { KeptBlockToSplit } from '../documentContract';

interface Splitting {
  readonly blockStore: BlockStore;
  readonly pool: ComputePool;
  readonly encoding: TokenEncoding;
}

/** Undefined if the body of one of the blocks is gone. */
export async function splitKept(
  blocks: readonly KeptBlockToSplit[],
  limits: PartLimits,
  { blockStore, pool, encoding }: Splitting,
): Promise<SplitDocument | undefined> {
  const bodies = await blockStore.get(blocks.map(({ hash }) => hash));
  const utf8 = new TextDecoder();
  const texts = blocks.map(({ key, title, lead, hash }) => {
    const body = bodies.get(hash);
    return body && { key, title, lead, body: utf8.decode(body) };
  });
  const toSplit = texts.filter((text) => text !== undefined);
  if (toSplit.length < texts.length) return undefined;
  return pool.run<SplitDocument>({
    encoding,
    bytes: toSplit.reduce((sum, { body }) => sum + body.length, 0),
    urgent: true,
    call: async (api) => api.splitDocument(encoding, toSplit, limits),
  });
}
