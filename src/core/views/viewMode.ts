import type { CustomSlice } from '../slices/customSlice';
import type { MaskEntry } from './mask';

/** The properties of an item that a view request depends on. */
export interface ItemChoice {
  readonly astSignatures: boolean;
  readonly astDefinitions: boolean;
  readonly astMask: readonly MaskEntry[];
  readonly customSlices: readonly CustomSlice[];
}

/** Describes a mode. Its render function is separate, because only workers need it. */
export interface ModeDescriptor<Request, Made = Request> {
  readonly label: string;
  /** Explains the mode to new users. */
  readonly hint: string;
  /** Shortcut key in the tree and its menu. */
  readonly key?: string;
  /** Completes a sentence about a file in this mode. Default: `as` and the label. */
  readonly phrase?: string;
  /** The kind of parts that the user chooses in this mode. Absent if the mode suits every file. */
  readonly parts?: { readonly kind: 'symbols' | 'slices'; readonly areIn: (item: ItemChoice) => boolean };
  /** The request for a file without chosen parts, if the mode can show such files. */
  readonly plain?: Request;
  /** True if the full text replaces a view that is not shorter. */
  readonly isShort?: true;
  /** The request for an item in this mode. `summaryOf` returns the summary request that follows from the settings. */
  requestOf<Other>(item: ItemChoice, summaryOf: () => Other): Made | Other;
  /** Whether the view needs facts about the text. */
  needsFacts(request: Request): boolean;
  /** Whether the view is a summary or falls back to one. */
  showsSummary(request: Request, hasFacts: boolean): boolean;
  /** Distinguishes requests of this mode. */
  keyOf?(request: Request): string | undefined;
  /** Name of a request, if it differs from the label. */
  nameOf?(request: Request): string | undefined;
}
