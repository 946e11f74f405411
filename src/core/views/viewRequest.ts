import { descriptorOf, type ViewChoice } from './registry';

/**
 * The view of a file in a document. `written` identifies a model's summary to use if the view shows a summary; without it,
 * the summary by rules is used.
 */
export type ViewRequest = ViewChoice & { readonly written?: string };

/** A key that is equal for requests that render equal blocks from equal texts. */
export function viewKey(view: ViewRequest): string {
  const detail = descriptorOf(view).keyOf?.(view);
  const key = detail === undefined ? view.mode : `${view.mode}:${detail}`;
  return view.written === undefined ? key : `${key}:by ${view.written}`;
}
