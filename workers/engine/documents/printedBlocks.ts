/** Finds the earlier forms of blocks of a symbol map, so that changed line numbers alone need not change the document. */
import { sha256 } from 'hash-wasm';
import { printedKey, symbolKey } from '../../../src/core/document/block';
import type { PrintedBlock } from '../../../src/core/document/bodyRequest';
import type { BlockStore } from '../../caches/blockStore';
import type { RenderedText } from './keptTexts';

/** Adds the earlier body to each text whose body has changed while its structure has not, or marks the text if that body is gone. */
export async function withPrinted(
  texts: readonly RenderedText[],
  printed: readonly PrintedBlock[],
  store: BlockStore,
): Promise<readonly RenderedText[]> {
  const byKey = new Map(printed.map((block) => [symbolKey(block.path), block]));
  const earlier = await Promise.all(
    texts.map(async ({ key, hash, body }) => {
      const block = byKey.get(key);
      if (block === undefined || block.structure !== hash) return undefined;
      return block.body === (await sha256(body)) ? undefined : block;
    }),
  );
  const bodies = await store.get(earlier.flatMap((block) => block?.body ?? []));
  return texts.map((text, at) => {
    const block = earlier[at];
    const bytes = block && bodies.get(block.body);
    if (block === undefined) return text;
    if (bytes === undefined) return { ...text, lacksEarlierForm: true };
    return { ...text, printed: { key: printedKey(block.path), body: new TextDecoder().decode(bytes) } };
  });
}
