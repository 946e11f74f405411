/** The places of a reply's edits in the files as they are now. */
import type { Hunk } from './replyEdit';

/** How a place was found, the surest first. */
export type PlacedBy = 'base' | 'exact' | 'folded' | 'indent' | 'similar';

export type AskReason =
  /** Several places match; all are in `places`. */
  | 'ambiguous'
  /** A line to be removed differs from the file's. */
  | 'removed-differs'
  /** It changes what another hunk of the reply changes. */
  | 'overlap'
  /** The file has changed in the same place since it was sent. */
  | 'conflict'
  | 'lost-indent'
  /** Copying may have changed quotes, spaces or entities in the added lines, and no other line tells. */
  | 'changed-characters'
  /** Text was left out; the rebuilt text is in the replacement. */
  | 'elided'
  /** A whole file that was not sent in full, or that is much shorter than or different from the present one. */
  | 'whole-file'
  /** A whole file whose lines are a small part of the present one, such as a quotation in an explanation. */
  | 'excerpt'
  | 'exists'
  | 'conflict-markers'
  | 'no-change'
  | 'delete'
  | 'rename'
  /** No place matches; the nearest one is in `places`. */
  | 'not-found'
  /** There is no such file. */
  | 'no-file';

/** Lines of the file's present text that are replaced with others. */
export interface Replacement {
  /** 1-based. */
  readonly from: number;
  /** Number of lines that are replaced; 0 inserts before `from`. */
  readonly count: number;
  /** In the file's style, without line ends. */
  readonly lines: readonly string[];
}

export interface PlacedHunk {
  /** Undefined for a whole file and for what a merge gives. */
  readonly hunk?: Hunk;
  readonly state:
    | { readonly kind: 'placed'; readonly by: PlacedBy; readonly replacement: Replacement }
    /** The file has what the hunk wants. `from`: 1-based. */
    | { readonly kind: 'applied'; readonly from: number }
    /** `places`: 1-based first lines. `replacement`: what accepting it would do, if one place is meant. */
    | {
        readonly kind: 'asks';
        readonly reason: AskReason;
        readonly places: readonly number[];
        readonly replacement?: Replacement;
      };
}
