/** Converts texts to codes for the fragment (`#`) of an address, which browsers never send to a server. */
export interface ShareCodec {
  encode(text: string): Promise<string>;
  /** Codes are untrusted. Broken ones, and those that would exceed the import limit, are refused. */
  decode(code: string): Promise<SharedText>;
}

export type SharedText =
  { readonly kind: 'text'; readonly text: string } | { readonly kind: 'refused'; readonly reason: string };

/** The address of this page. Its fragment may contain a shared preset. */
export interface PageAddress {
  /** The code of a shared preset; undefined if the address has none. */
  sharedCode(): string | undefined;
  linkTo(code: string): string;
  /** Removes the code from the address. */
  clear(): void;
  /** Reports links that lead to this page while it is open. */
  watch(onchange: () => void): void;
}
