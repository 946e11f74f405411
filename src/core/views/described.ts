/** The input and output of views, which are pure functions of a file's text and facts. */
import type { FileFacts } from '../facts/fileFacts';
import type { FallbackReason } from '../facts/outcome';
import type { CustomSlice } from '../slices/customSlice';
import type { ResolvedSlice } from '../slices/resolvedSlice';

/** A file to show. If there are no `facts`, `reason` says why. */
export interface DescribedFile {
  /** Base name, for messages. */
  readonly name: string;
  /** Display name of its language. */
  readonly languageName: string;
  readonly text: string;
  readonly facts: FileFacts | undefined;
  readonly reason?: FallbackReason;
  /** Its saved summary, if any. */
  readonly summary?: string;
}

/** A file with slices to resolve. */
export interface SlicedFile extends DescribedFile {
  /** Finds the slices in the text. Passed in, because it needs hash functions, which the page does not load. */
  placesOf(slices: readonly CustomSlice[]): readonly ResolvedSlice[];
}

/** Lines of the source that are not in the view, 1-based, inclusive. */
export interface Gap {
  readonly startLine: number;
  readonly endLine: number;
}

export interface DescribedView {
  readonly text: string;
  readonly gaps: readonly Gap[];
  /** Remarks that the user may want to read. */
  readonly notes: readonly string[];
  /** Reasons why the view shows less than requested. */
  readonly warnings: readonly string[];
  /** Shown in the document above the text. */
  readonly notice?: Notice;
  /** Current places of the slices, in a view that shows slices. */
  readonly slices?: readonly ResolvedSlice[];
}

export type Notice =
  | { readonly kind: 'fallback'; readonly reason: string }
  /** Names the part that no grammar could read. */
  | { readonly kind: 'unreadable'; readonly what: string };

export type RenderDescribed = (source: DescribedFile) => DescribedView;
