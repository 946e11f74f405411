export const TOKEN_ENCODINGS = ['o200k_base', 'cl100k_base'] as const;

export type TokenEncoding = (typeof TOKEN_ENCODINGS)[number];

/**
 * Counts tokens exactly. Special tokens like `<|endoftext|>` count as ordinary text. Never throws.
 */
export interface TokenCounter {
  readonly encoding: TokenEncoding;
  count(text: string): number;
}
