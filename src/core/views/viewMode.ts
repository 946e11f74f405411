import type { CustomSlice } from '../slices/customSlice';
import type { MaskEntry } from './mask';

/** The part of an item that its mode makes a request of. */
export interface ItemChoice {
  readonly astSignatures: boolean;
  readonly astDefinitions: boolean;
  readonly astMask: readonly MaskEntry[];
  readonly customSlices: readonly CustomSlice[];
}

/** Describes a mode to everyone but the workers, who also have its render function. */
export interface ModeDescriptor<Request, Made = Request> {
  readonly label: string;
  /** Says what the mode shows, for people who meet it the first time. */
  readonly hint: string;
  /** Sets the mode in the tree and in its menu. */
  readonly key?: string;
  /** Ends a sentence about a file that is shown this way: `as` and the label by default. */
  readonly phrase?: string;
  /** The parts that the user chooses for the mode to show. Without it the mode suits every file. */
  readonly parts?: { readonly kind: 'symbols' | 'slices'; readonly areIn: (item: ItemChoice) => boolean };
  /** The request for a file in which nothing is chosen, if such a file can be shown this way. */
  readonly plain?: Request;
  /** Whether the text takes the place of a view that is no shorter. */
  readonly isShort?: true;
  /** The request for an item in this mode. `summaryOf` gives the summary that the settings for all files ask for. */
  requestOf<Other>(item: ItemChoice, summaryOf: () => Other): Made | Other;
  /** Whether the view needs to know the symbols in a text. */
  needsFacts(request: Request): boolean;
  /** Whether the view is, or falls back to, the summary. */
  showsSummary(request: Request, hasFacts: boolean): boolean;
  /** Tells requests of this mode apart. */
  keyOf?(request: Request): string | undefined;
  /** Names a request other than by the label. */
  nameOf?(request: Request): string | undefined;
}
