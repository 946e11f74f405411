/** The grammars from node_modules, for tests in Node, where Vite gives URLs as paths from the project's root. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { GRAMMAR_URLS, RUNTIME_URL } from '../../workers/compute/grammars';
import { createFactsReader, type FactsReader, type WasmFiles } from '../../workers/compute/parse';

const read = (url: string): Promise<Uint8Array> => readFile(join(import.meta.dirname, '../..', url));

export const wasmFiles: WasmFiles = {
  runtime: () => read(RUNTIME_URL),
  grammar: (id) => read(GRAMMAR_URLS[id]),
};

export function testFactsReader(): FactsReader {
  return createFactsReader(wasmFiles);
}
