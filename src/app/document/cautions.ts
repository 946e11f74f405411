import { compact, grouped } from '../../core/numberText';
import type { RepoPath } from '../../core/files/repoPath';
import type { AssembledDocument } from '../ports';
import type { FittedParts } from './fitWindow';

/** Reasons to look at a document again before pasting it. */
export interface Cautions {
  /** `644% of the 400K tokens that GPT-5 family takes`; undefined while it fits. */
  readonly overWindow: string | undefined;
  /** Files in it whose names suggest secrets. */
  readonly sensitive: readonly RepoPath[];
}

export function cautionsOf(
  { tokens, tree }: Pick<FittedParts, 'tokens' | 'tree'>,
  document: Pick<AssembledDocument, 'blocks' | 'tokens'>,
): Cautions {
  const share = tokens.windowShare(document.tokens) ?? 0;
  const { name, window = 0 } = tokens.model;
  return {
    overWindow:
      share > 1
        ? `${grouped(Math.round(share * 100))}% of the ${compact(window)} tokens that ${name} takes`
        : undefined,
    sensitive: document.blocks.flatMap(({ source }) => {
      if (source.kind !== 'file' || source.view.mode === 'none') return [];
      return tree.byPath(source.path)?.leftOut?.source === 'sensitive' ? [source.path] : [];
    }),
  };
}
