import { endingOf, leadText } from '../../../src/core/document/plan';
import type { BlockStore } from '../../caches/blockStore';
import type { KeptBlock } from '../documentContract';
import { MARKDOWN } from './documentWriter';

/** The text of an earlier document; undefined if the body of one of its blocks is gone. */
export async function assembleKept(
  blocks: readonly KeptBlock[],
  store: BlockStore,
): Promise<Blob | undefined> {
  const bodies = await store.get(blocks.map(({ hash }) => hash));
  const parts: BlobPart[] = [];
  for (const [at, { lead, hash }] of blocks.entries()) {
    const body = bodies.get(hash);
    if (body === undefined) return undefined;
    parts.push(leadText(lead), body, endingOf(blocks, at));
  }
  return new Blob(parts, { type: MARKDOWN });
}
