import { expose } from 'comlink';
import { trustOwnScripts } from '../trustedScripts';
import { createBlockStore } from '../caches/blockStore';
import { createSummaryStore } from '../caches/summaryStore';
import { SEARCH_LIMITS, WorkerPool, type PoolOptions } from './computePool';
import { createConverter } from './sources/documentConverter';
import { createEngineApi } from './engineApi';
import { CONTENT_VERSION } from './storing/indexPack';
import { browserShelf } from '../caches/packStore';
import { createRoom } from '../caches/room';

/** More workers would wait for the folder. */
const MAX_WORKERS = 8;
const MAX_SEARCH_WORKERS = 4;

/** Inserted by the build, because view measures may change with every build. */
declare const __BUILD_ID__: string | undefined;
const VIEWS_VERSION = typeof __BUILD_ID__ === 'string' ? __BUILD_ID__ : 'unbuilt';

trustOwnScripts();

const room = createRoom();
const cores = navigator.hardwareConcurrency;

function createPool(most: number, options: Omit<PoolOptions, 'size'>): WorkerPool {
  // One core is left to the screen, unless there are only two: the screen would need little of it.
  const size = Math.min(most, cores, Math.max(2, cores - 1));
  // Must be one expression for the bundler to find the worker.
  return new WorkerPool(
    () => new Worker(new URL('../compute/compute.worker.ts', import.meta.url), { type: 'module' }),
    { size, ...options },
  );
}

expose(
  createEngineApi({
    // On two cores, reading keeps one busy. A second worker would compile and warm up everything again.
    createPool: () => createPool(MAX_WORKERS, { inBackground: Math.max(1, cores - 1) }),
    createSearchPool: () => createPool(MAX_SEARCH_WORKERS, { limits: SEARCH_LIMITS }),
    shelvesOf: (workspaceId, encoding) => ({
      index: browserShelf({ cache: 'index', version: CONTENT_VERSION, workspaceId, encoding, room }),
      views: browserShelf({ cache: 'views', version: VIEWS_VERSION, workspaceId, encoding, room }),
      references: browserShelf({ cache: 'references', version: VIEWS_VERSION, workspaceId, room }),
    }),
    converter: createConverter(
      () => new Worker(new URL('../documents/documents.worker.ts', import.meta.url), { type: 'module' }),
    ),
    summaryStore: createSummaryStore({ room }),
    blockStore: createBlockStore({ room }),
    room,
  }),
);
