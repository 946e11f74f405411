/**
 * The size of a block's body with what follows it: `tokens`, `bytes` (UTF-8) and `lines` (line feeds) with the
 * separator, `tokensAsLast` with the single LF that ends a document instead.
 */
export interface BlockMeasure {
  readonly tokens: number;
  readonly tokensAsLast: number;
  readonly bytes: number;
  readonly lines: number;
}
