/** A slice whose place in the present text is known. Lines are 1-based, inclusive. */
export interface PlacedSlice {
  readonly startLine: number;
  readonly endLine: number;
  readonly tag: string | undefined;
  readonly comment: string | undefined;
  /** The place no longer exists: `(slice out of range)` stands for the text. */
  readonly lost: boolean;
}
