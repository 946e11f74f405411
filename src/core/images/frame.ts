/** What the header of an image says about its pixels. */
export interface Frame {
  /** In pixels. */
  readonly width: number;
  readonly height: number;
  /** Whether it has several frames, of which models see the first. */
  readonly isAnimated: boolean;
}
