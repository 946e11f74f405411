/**
 * The parts of a compute worker in a browser: files fetched from the app's own address, facts and summaries in
 * IndexedDB.
 */
import type { ComputeParts } from './computeApi';
import { createFactsStore } from '../caches/factsStore';
import { GRAMMAR_URLS, RUNTIME_URL } from './grammars';
import { createFactsReader } from './parse';
import { createHeartbeat, createProgress, WORN } from './progress';
import { createSummaryStore } from '../caches/summaryStore';
import { createTextStore } from '../caches/textStore';
import { createViewing } from './viewing';
import { loadVocabulary } from './vocabulary';

/** In bytes; a file at the parser's limit takes about 130 MB. */
const MAX_MEMORY = 512 * 1024 * 1024;

/** Creates the parts. The worker is replaced after an error in the parser, and when it has used too much memory. */
export function browserParts(): ComputeParts {
  const tell = (message: string): void => postMessage(message);
  const now = (): number => performance.now();
  const progress = createProgress(tell, now);
  const reader = createFactsReader(
    { runtime: () => fetchBytes(RUNTIME_URL), grammar: (id) => fetchBytes(GRAMMAR_URLS[id]) },
    { progress, alive: createHeartbeat(tell, now), broken: endWorker, memory: tellIfWorn },
  );
  const textStore = createTextStore();
  const viewing = createViewing({
    reader,
    factsStore: createFactsStore(),
    summaryStore: createSummaryStore(),
    textStore,
    now: () => new Date().toISOString(),
  });
  return { loadVocabulary, viewing, textStore, progress };
}

function tellIfWorn(bytes: number): void {
  if (bytes > MAX_MEMORY) postMessage(WORN);
}

/** An uncaught error makes the pool replace this worker and read its files one by one. */
function endWorker(error: Error): void {
  reportError(error);
}

async function fetchBytes(url: string): Promise<Uint8Array> {
  const response = await fetch(new URL(url, import.meta.url));
  if (!response.ok) throw new Error(`${url} cannot be loaded (HTTP ${response.status})`);
  return new Uint8Array(await response.arrayBuffer());
}
