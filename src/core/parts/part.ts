/** A block in a part, or the piece of one that is there. */
export interface Piece {
  readonly key: string;
  /** Whether an earlier part has the beginning of the block. */
  readonly isContinued: boolean;
  /** The kind of cut that ends the piece; absent if the block ends with it. */
  readonly cut?: 'between lines' | 'inside a line';
}

export interface PrintedPart {
  readonly text: string;
  readonly pieces: readonly Piece[];
}

/** The text of a part with its exact size. */
export interface Part extends PrintedPart {
  readonly tokens: number;
  /** UTF-16 units. */
  readonly characters: number;
}

/** `too small`: the limit leaves no room for any text of the block with this key. */
export type SplitDocument =
  | { readonly kind: 'parts'; readonly parts: readonly Part[] }
  | { readonly kind: 'too small'; readonly key: string };
