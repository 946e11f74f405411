/** Stores that keep nothing. */
import type { DocumentConverter } from '../workers/engine/sources/documentConverter';
import type { BlockStore } from '../workers/caches/blockStore';
import type { FactsStore } from '../workers/caches/factsStore';
import type { SummaryStore } from '../workers/caches/summaryStore';
import type { TextStore } from '../workers/caches/textStore';

export const noFactsStore: FactsStore = {
  get: () => Promise.resolve(new Map()),
  put: () => undefined,
};

export const noSummaryStore: SummaryStore = {
  get: (_shelf, wanted) => Promise.resolve(wanted.map(() => undefined)),
  put: () => Promise.resolve(false),
  list: () => Promise.resolve([]),
  keepOnly: () => Promise.resolve(),
};

export const noBlockStore: BlockStore = {
  has: () => Promise.resolve(new Set()),
  get: () => Promise.resolve(new Map()),
  put: () => Promise.resolve(false),
};

export const noTextStore: TextStore = {
  get: () => Promise.resolve(new Map()),
  put: () => Promise.resolve(false),
};

export const noConverter: DocumentConverter = {
  convert: () => Promise.reject(new Error('no test converts a document')),
};
