import { descriptorOf, type ViewChoice } from './registry';

/**
 * How much of a file stands in a document. `written` names the summary by a model that is shown where the view shows a
 * summary; without it that is the one by rules.
 */
export type ViewRequest = ViewChoice & { readonly written?: string };

/** Equal for requests that give equal blocks of equal texts. */
export function viewKey(view: ViewRequest): string {
  const detail = descriptorOf(view).keyOf?.(view);
  const key = detail === undefined ? view.mode : `${view.mode}:${detail}`;
  return view.written === undefined ? key : `${key}:by ${view.written}`;
}
