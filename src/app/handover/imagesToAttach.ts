import type { CompositionOptions } from '../../core/settings/compositionOptions';
import type { Baseline } from '../conversation/baselines.svelte';
import type { ImageToAttach } from '../conversation/turns.svelte';
import type { DocumentBlock } from '../document/documentBlock';

/** The images that the document links to and that the chat has not been given. `base` is the last turn of the chat. */
export function imagesToAttach(
  blocks: readonly DocumentBlock[],
  { imageForm }: Pick<CompositionOptions, 'imageForm'>,
  base: Pick<Baseline, 'layers'> | undefined,
): readonly ImageToAttach[] {
  if (imageForm !== 'link') return [];
  return blocks.filter(
    ({ key, hash, image }) => typeof image === 'object' && base?.layers.seen.get(key)?.hash !== hash,
  );
}
