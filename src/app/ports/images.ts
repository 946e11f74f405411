import type { ClipboardResult } from './clipboard';

/** Images of the screen and of files. */
export interface Images {
  /** Whether the browser can capture the screen. */
  readonly canCapture: boolean;
  /** Asks the user for a screen, window, or tab. Undefined if the user cancels. Call inside a click. */
  capture(): Promise<File | undefined>;
  /** Shrinks an image to at most so many pixels a side. Rejects if the browser can't decode it. */
  shrink(image: Blob, side: number): Promise<Blob>;
  /** Puts an image on the clipboard. Call inside a click; the image may arrive later. */
  copy(image: Promise<Blob>): Promise<ClipboardResult>;
}
