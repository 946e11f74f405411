export interface Clipboard {
  /** Call inside a click; the text may arrive later. */
  write(content: Promise<Blob>): Promise<ClipboardResult>;
  /** Call inside a click; the browser may ask the user. */
  read(): Promise<ClipboardText>;
}

export type ClipboardResult =
  { readonly kind: 'copied' } | { readonly kind: 'refused'; readonly reason: string };

export type ClipboardText =
  { readonly kind: 'read'; readonly text: string } | { readonly kind: 'refused'; readonly reason: string };
