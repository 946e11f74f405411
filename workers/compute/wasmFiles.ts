import { GRAMMAR_URLS, RUNTIME_URL } from './grammars';
import type { WasmFiles } from './parse';

/** Fetches the parser and its grammars from the app's own files. */
export const wasmFiles: WasmFiles = {
  runtime: () => bytesAt(RUNTIME_URL),
  grammar: (id) => bytesAt(GRAMMAR_URLS[id]),
};

async function bytesAt(url: string): Promise<Uint8Array> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(`${response.status} for ${url}`);
  return new Uint8Array(await response.arrayBuffer());
}
