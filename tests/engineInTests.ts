/** An engine that runs on this thread over a folder made up by a test. */
import type { Remote } from 'comlink';
import { buildVocabulary } from '../.ci/vite/vocabulary.mjs';
import type { FileContent } from '../src/core/files/fileContent';
import { createComputeApi } from '../workers/compute/computeApi';
import type { ComputeApi } from '../workers/compute/contract';
import type { FactsReader } from '../workers/compute/parse';
import { createViewing } from '../workers/compute/viewing';
import { createDocumentsApi } from '../workers/documents/documentsApi';
import type { ComputePool } from '../workers/engine/computePool';
import type { EngineApi, EngineEvent, OpenOptions, ScannedEntry } from '../workers/engine/contract';
import { createEngineApi, type EngineOptions } from '../workers/engine/engineApi';
import type { FolderFile, FolderReader } from '../workers/engine/folders/folderReader';
import { testFactsReader } from './languages/wasmFiles';
import { noBlockStore, noFactsStore, noSummaryStore, noTextStore } from './noStores';

export function computeWith(reader: FactsReader): ComputeApi {
  return createComputeApi({
    loadVocabulary: (encoding) => Promise.resolve(buildVocabulary(encoding)),
    viewing: createViewing({
      reader,
      factsStore: noFactsStore,
      summaryStore: noSummaryStore,
      textStore: noTextStore,
      now: () => '2026-01-31T12:00:00.000Z',
    }),
    textStore: noTextStore,
  });
}

export const compute = computeWith(testFactsReader());

/** Does the work on this thread; these tests are about what the engine makes of it. */
export function poolHere(api = compute): ComputePool {
  return {
    size: 1,
    async run(job) {
      job.signal?.throwIfAborted();
      const result = await job.call(api as unknown as Remote<ComputeApi>); // the same calls without a worker between
      job.signal?.throwIfAborted();
      return result;
    },
    prepare: () => undefined,
    workDone: () => api.workDone(),
    busyTime: () => 0,
    onRecycled: () => undefined,
    dispose: () => undefined,
  };
}

export const OPTIONS: OpenOptions = {
  workspaceId: 'test',
  encoding: 'o200k_base',
  userPatterns: '',
  sourceEncodings: new Map(),
  keepSummaries: true,
};

const documents = createDocumentsApi();

/** An engine that stores nothing. `overrides` replaces the parts under test. */
export function engineHere(overrides: Partial<EngineOptions>): EngineApi {
  return createEngineApi({
    createPool: () => poolHere(),
    shelvesOf: () => ({}),
    summaryStore: noSummaryStore,
    blockStore: noBlockStore,
    converter: { convert: ({ bytes, name }, onPage) => documents.convert(bytes, name, onPage) },
    ...overrides,
  });
}

export function fileOf(text: string, changes: Partial<FolderFile> = {}): FolderFile {
  const bytes = new TextEncoder().encode(text);
  return { size: bytes.length, modified: 1, read: () => Promise.resolve(bytes.slice().buffer), ...changes };
}

export interface OpenedEngine {
  readonly engine: EngineApi;
  readonly events: readonly EngineEvent[];
  /** The latest state from the events; undefined for files that are not listed. */
  entry(path: string): ScannedEntry | undefined;
  content(path: string): FileContent | undefined;
}

export async function openWith(
  reader: FolderReader,
  overrides: Partial<EngineOptions> = {},
  options = OPTIONS,
): Promise<OpenedEngine> {
  const events: EngineEvent[] = [];
  const engine = engineHere({ readerOf: () => reader, ...overrides });
  await engine.open({ kind: 'snapshot', name: 'test' }, options, (event) => events.push(event));
  const entry = (path: string): ScannedEntry | undefined => {
    const removed = new Set(events.flatMap((event) => (event.kind === 'removed' ? event.ids : [])));
    const entries = events.flatMap((event) => (event.kind === 'entries' ? event.entries : []));
    return entries.findLast((listed) => listed.path === path && !removed.has(listed.id));
  };
  const content = (path: string): FileContent | undefined => {
    const id = entry(path)?.id;
    const files = events.flatMap((event) => (event.kind === 'indexed' ? event.files : []));
    return files.findLast((file) => file.id === id)?.content;
  };
  return { engine, events, entry, content };
}
