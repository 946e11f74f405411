import { expose } from 'comlink';
import { trustOwnScripts } from '../trustedScripts';
import { createSummaryStore } from '../compute/summaryStore';
import { createComputePool } from './computePool';
import { createEngineApi } from './engineApi';
import { browserShelf } from './indexStore';

/** One core is left to the screen; beyond eight the folder cannot be read any faster. */
const MOST_WORKERS = 8;

trustOwnScripts();

expose(
  createEngineApi({
    createPool() {
      const workers = Math.max(1, Math.min(MOST_WORKERS, navigator.hardwareConcurrency - 1));
      // One expression, or the bundler leaves the worker out.
      return createComputePool(
        () => new Worker(new URL('../compute/compute.worker.ts', import.meta.url), { type: 'module' }),
        workers,
      );
    },
    shelfOf: browserShelf,
    summaryStore: createSummaryStore(),
  }),
);
