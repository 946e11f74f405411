/** What a view of a described file is: a pure function from a file's text and facts to what is shown of it. */
import type { FileFacts } from '../facts/fileFacts';
import type { FallbackReason } from '../facts/outcome';
import type { CustomSlice } from '../slices/customSlice';
import type { ResolvedSlice } from '../slices/resolvedSlice';

/** A file that is to be shown. `facts` is undefined when there are none, and `reason` says why. */
export interface DescribedFile {
  /** Base name, for words about the file. */
  readonly name: string;
  /** Name of its language as people write it. */
  readonly languageName: string;
  readonly text: string;
  readonly facts: FileFacts | undefined;
  readonly reason?: FallbackReason;
  /** Its summary, where one was made before. */
  readonly summary?: string;
}

/** A file whose slices may be shown. */
export interface SlicedFile extends DescribedFile {
  /** Finds the slices in the text. The caller brings it: what finds them hashes, which the page does not load. */
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
  /** Why the view shows less than was asked for. */
  readonly warnings: readonly string[];
  /** Shown in the document above the text. */
  readonly notice?: Notice;
  /** Where the slices are now, in a view that shows slices. */
  readonly slices?: readonly ResolvedSlice[];
}

export type Notice =
  | { readonly kind: 'fallback'; readonly reason: string }
  /** Places the grammar could not read. */
  | { readonly kind: 'unreadable'; readonly places: number };

export type RenderDescribed = (source: DescribedFile) => DescribedView;
