import { shortKey } from '../compose/shortKey';
import type { CustomSlice } from '../slices/customSlice';
import type { MaskEntry } from './mask';

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
