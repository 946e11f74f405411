import { pathInKey } from '../../../src/core/document/block';
import { endingOf, leadText } from '../../../src/core/document/plan';
import type { BlockStore } from '../../caches/blockStore';
import type { KeptBlock, KeptDocument } from '../documentContract';
import { MARKDOWN } from './documentWriter';
import { isHeldBack, type BlockToJudge, type SecretMasks } from './masking';
import { secretsInTexts, type Searching } from './secretsInTexts';

interface Keeping extends Searching {
  readonly blockStore: Pick<BlockStore, 'get'>;
  readonly masks: SecretMasks;
}

/** An earlier document; undefined if the body of one of its blocks is gone. */
export async function assembleKept(
  blocks: readonly (KeptBlock & { readonly key: string })[],
  { blockStore, masks, ...searching }: Keeping,
): Promise<KeptDocument | undefined> {
  const bodies = await blockStore.get(blocks.map(({ hash }) => hash));
  const utf8 = new TextDecoder('utf-8', { ignoreBOM: true });
  const texts: string[] = [];
  for (const { hash } of blocks) {
    const body = bodies.get(hash);
    if (body === undefined) return undefined;
    texts.push(utf8.decode(body));
  }
  const found = await secretsInTexts(
    texts.map((text, at) => ({ path: pathInKey(blocks[at]?.key ?? ''), text })),
    searching,
  );
  const toJudge = blocks.map(({ key, hash }, at): BlockToJudge => {
    return { key, hash, body: () => texts[at] ?? '', ...found[at] };
  });
  const { found: secrets, masked } = await masks.judge(toJudge);
  if (isHeldBack(secrets)) return { blob: new Blob(), secrets };
  const parts = blocks.flatMap(({ lead }, at) => [
    leadText(lead),
    masked.get(at) ?? texts[at] ?? '',
    endingOf(blocks, at),
  ]);
  return { blob: new Blob(parts, { type: MARKDOWN }), secrets };
}
