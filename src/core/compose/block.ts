import type { RepoPath } from '../files/repoPath';
import type { ViewRequest } from '../views/viewRequest';
import type { SectionId } from './sections';

/** What comes between two blocks; a block owns the separator after it. */
export const SEPARATOR = '\n\n---\n\n';

/** One block of a document: a section of its own, or one file of the files section. */
export type BlockRef =
  | { readonly kind: 'section'; readonly section: SectionId }
  | { readonly kind: 'file'; readonly path: RepoPath; readonly view: ViewRequest };

/**
 * The size of a block's body with what follows it: `tokens`, `bytes` (UTF-8) and `lines` (line feeds) with the
 * separator, `tokensAsLast` with the single LF that ends a document instead.
 */
export interface BlockMeasure {
  readonly tokens: number;
  readonly tokensAsLast: number;
  readonly bytes: number;
  readonly lines: number;
}
