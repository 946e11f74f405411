import type { AskReason, PlacedBy, Replacement } from '../placedEdit';
import type { Hunk } from '../replyEdit';

/** The place of one draft. Changes are ascending. */
export type Outcome =
  | { readonly kind: 'placed'; readonly by: PlacedBy; readonly changes: readonly Replacement[] }
  /** `from`: 1-based. */
  | { readonly kind: 'applied'; readonly from: number }
  | Ask;

export interface Ask {
  readonly kind: 'asks';
  readonly reason: AskReason;
  /** 1-based. */
  readonly places: readonly number[];
  readonly changes?: readonly Replacement[];
}

/** The outcome of a hunk, or of several that change the same lines one after another. */
export interface Draft {
  /** None for a whole file, and for what several hunks give together. */
  readonly hunk?: Hunk;
  readonly outcome: Outcome;
}

/** The same outcome with a question. */
export function asking(reason: AskReason, changes: readonly Replacement[]): Ask {
  return { kind: 'asks', reason, places: changes.map(({ from }) => from).slice(0, 1), changes };
}
