import type { SummaryKind } from './entry';

/** Whether a summary is cached; `stale` if it is of an older text or from an older version of the rules. */
export type SummaryState = 'cached' | 'stale' | 'absent';

/** `by` is the writer of the saved summary. */
export type SummaryStatus =
  { readonly state: 'cached' | 'stale'; readonly by: SummaryKind } | { readonly state: 'absent' };
