import type { DiffUse } from '../../core/update/diffUse';
import type { Baseline } from '../conversation/baselines.svelte';
import type { UpdateWanted } from '../ports/engine';
import type { DocumentBlock } from '../document/documentBlock';
import type { Arrangement } from '../document/layering';

/** The present document. `hashes` are those of the bodies, if they are known. */
export interface Present {
  readonly blocks: readonly DocumentBlock[];
  readonly arrangement: Pick<Arrangement, 'layout'>;
  readonly hashes?: readonly string[];
}

/** Asks for an update of the last turn. Leaves out what is the same, because there may be very many blocks. */
export function updateWanted(
  { blocks: before, layers }: Baseline,
  { blocks, arrangement, hashes }: Present,
  diffs: DiffUse,
): UpdateWanted {
  const stateOf = (key: string): string => layers.seen.get(key)?.hash ?? '';
  const base = new Map(before.map(({ key, hash, mode }) => [key, { key, hash, mode, state: stateOf(key) }]));
  const present = blocks.map((block, at) => {
    const { key, source, hasText, image, hash: state } = block;
    const seen = base.get(key);
    // Texts are always rendered again: that is quick, and their bodies may be gone.
    const known = source.kind === 'file' && seen?.state === state ? seen.hash : undefined;
    return {
      ...{ key, source, lead: arrangement.layout.headingOf(block) },
      // Without a text, files look the same that may not be. A link stays the same when its image changes.
      state: hasText || image ? state : '',
      mode: source.kind === 'file' ? source.view.mode : '',
      hash: hashes === undefined ? known : hashes[at],
    };
  });
  const isSame = ({ key, hash }: { readonly key: string; readonly hash: string | undefined }): boolean =>
    key.startsWith('file:') && hash !== undefined && base.get(key)?.hash === hash;
  const same = new Set(present.filter(isSame).map(({ key }) => key));
  const differs = ({ key }: { readonly key: string }): boolean => !same.has(key);
  return { base: [...base.values()].filter(differs), present: present.filter(differs), diffs };
}
