import type { RepoPath } from '../files/repoPath';
import type { CustomSlice } from '../slices/customSlice';
import { shortKey } from './shortKey';
import type { SectionId } from './sections';

/** What comes between two blocks; a block owns the separator after it. */
export const SEPARATOR = '\n\n---\n\n';

/**
 * How much of a file stands in a document. `written` names the summary by a model that is shown where the view shows a
 * summary; without it that is the one by rules.
 */
export type ViewRequest = ViewChoice & { readonly written?: string };

type ViewChoice =
  | { readonly mode: 'full' | 'outline' | 'none' }
  /** `outline`: with it. */
  | { readonly mode: 'summary'; readonly outline?: true }
  /** Bodies left out; or reduced further, to signatures or to the outermost definitions. */
  | { readonly mode: 'skeleton'; readonly keep: 'all' | 'signatures' | 'definitions' }
  | { readonly mode: 'masked'; readonly mask: readonly MaskEntry[] }
  | { readonly mode: 'custom'; readonly slices: readonly CustomSlice[] };

/** What a mask shows of one symbol (a dotted path such as `Store.get`). */
export interface MaskEntry {
  readonly symbol: string;
  readonly level: MaskLevel;
}

export const MASK_LEVELS = ['def', 'sig', 'hide'] as const;
/** The whole definition, its signature, nothing. */
export type MaskLevel = (typeof MASK_LEVELS)[number];

/** Equal for requests that give equal blocks of equal texts. */
export function viewKey(view: ViewRequest): string {
  return view.written === undefined ? choiceKey(view) : `${choiceKey(view)}:by ${view.written}`;
}

function choiceKey(view: ViewChoice): string {
  switch (view.mode) {
    case 'summary':
      return view.outline === true ? 'summary:outline' : 'summary';
    case 'skeleton':
      return view.keep === 'all' ? 'skeleton' : `skeleton:${view.keep}`;
    case 'masked':
      return `masked:${JSON.stringify(view.mask)}`;
    case 'custom':
      return `custom:${shortKey(JSON.stringify(view.slices.map(withoutUnknown)))}`;
    default:
      return view.mode;
  }
}

/** What a slice says of its own accord: keys that nobody here knows change nothing. */
function withoutUnknown(slice: CustomSlice): CustomSlice {
  return { ...slice, unknown: {} };
}

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
