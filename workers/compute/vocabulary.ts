import cl100kUrl from 'virtual:vocabulary/cl100k_base';
import o200kUrl from 'virtual:vocabulary/o200k_base';
import type { TokenEncoding } from '../../src/core/tokens/encoding';

const urls: Readonly<Record<TokenEncoding, string>> = { o200k_base: o200kUrl, cl100k_base: cl100kUrl };

/** The vocabulary file of an encoding, for `createTokenCounter`. Rejects if the file is not available. */
export async function loadVocabulary(encoding: TokenEncoding): Promise<Uint8Array> {
  const response = await fetch(urls[encoding]);
  if (!response.ok)
    throw new Error(`The vocabulary of ${encoding} cannot be loaded (HTTP ${response.status})`);
  return new Uint8Array(await response.arrayBuffer());
}
