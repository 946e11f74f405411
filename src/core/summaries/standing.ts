import type { SummaryKind } from './entry';

/** Whether a file's summary is kept: `stale` where what is kept is of another text than the file has now, or of an older version. */
export type SummaryState = 'cached' | 'stale' | 'absent';

/** `by` is the writer of the saved summary. */
export type SummaryStanding =
  { readonly state: 'cached' | 'stale'; readonly by: SummaryKind } | { readonly state: 'absent' };
