/** What a compute worker works with in a browser: files fetched from the app's own address, facts kept in IndexedDB. */
import type { ComputeParts } from './computeApi';
import { createFactsStore } from './factsStore';
import { GRAMMAR_URLS, RUNTIME_URL } from './grammars';
import { createFactsReader } from './parse';
import { createViewing } from './viewing';
import { loadVocabulary } from './vocabulary';

export function browserParts(): ComputeParts {
  const reader = createFactsReader({
    runtime: () => fetchBytes(RUNTIME_URL),
    grammar: (id) => fetchBytes(GRAMMAR_URLS[id]),
  });
  return { loadVocabulary, viewing: createViewing(reader, createFactsStore()) };
}

async function fetchBytes(url: string): Promise<Uint8Array> {
  const response = await fetch(new URL(url, import.meta.url));
  if (!response.ok) throw new Error(`${url} cannot be loaded (HTTP ${response.status})`);
  return new Uint8Array(await response.arrayBuffer());
}
