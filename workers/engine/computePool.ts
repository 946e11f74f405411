/** The pool of compute workers: assigns jobs to workers and replaces workers that die. */
import type { Remote } from 'comlink';
import type { TokenEncoding } from '../../src/core/tokens/encoding';
import type { ComputeApi, WorkerDone } from '../compute/contract';
import { createBusyClock } from './busyClock';
import { reasonOf } from './reason';
import { runWorker, type Patience, type RunningWorker } from './runningWorker';

export interface ComputeJob<T> {
  readonly encoding: TokenEncoding;
  /** Bytes of work, which determine how long a step may take. */
  readonly bytes: number;
  /** Runs before all other jobs in the queue, because the user waits for it. */
  readonly urgent: boolean;
  /** Drops the job if it has not begun, else its result. */
  readonly signal?: AbortSignal | undefined;
  /** Jobs with the same key go to the same worker, which may still have their texts. */
  readonly stickyKey?: string;
  call(api: Remote<ComputeApi>): Promise<T>;
}

export interface PoolLimits {
  /** Milliseconds that a step on one file may take without a sign of life. */
  readonly stuck: number;
  /** Added per megabyte beyond the largest text that is parsed. Larger texts are still decoded and counted in one step. */
  readonly stuckPerMegabyte: number;
  /** Milliseconds that a step may take with signs of life, while parsing or waiting for a grammar or the database. */
  readonly waiting: number;
  /** Milliseconds to start a worker and load its vocabulary. */
  readonly startDeadline: number;
}

export interface ComputePool {
  readonly size: number;
  run<T>(job: ComputeJob<T>): Promise<T>;
  /** Starts all workers and loads the vocabulary ahead of the first job. */
  prepare(encoding: TokenEncoding): void;
  /** Total work of the running workers, without those that died. */
  workDone(): Promise<WorkerDone>;
  /** Milliseconds during which at least one worker was busy. */
  busyTime(): number;
  /** Calls the listener the first time a worker is replaced because of its memory use. */
  onRecycled(listener: (reason: string) => void): void;
  dispose(): void;
}

/** Thrown if no worker can be started, so that nothing can be counted. */
export class WorkersUnavailable extends Error {
  override readonly name = 'WorkersUnavailable';
}

const POOL_LIMITS: PoolLimits = {
  stuck: 5_000,
  stuckPerMegabyte: 2_000,
  waiting: 60_000,
  startDeadline: 60_000,
};

/** Megabytes that `stuck` allows for. Batches are smaller unless they contain a larger file; see MAX_UNITS of the parser. */
const USUAL_MEGABYTES = 2;

const WORN_OUT = 'its parser had taken more than 512 MB of memory';

/** Give up after a worker has died this often in a row before it was ready. */
const FALSE_STARTS = 3;
const STICKY_KEYS_KEPT = 10_000;

interface QueuedJob {
  readonly job: ComputeJob<unknown>;
  readonly slot: number | undefined;
  settle(outcome: { value: unknown } | { error: unknown }): void;
}

interface Slot {
  worker: RunningWorker | undefined;
  busy: boolean;
  falseStarts: number;
}

/** `spawn` starts a worker that exposes a ComputeApi. Each worker has one job at a time. */
export function createComputePool(
  spawn: () => Worker,
  size: number,
  limits: PoolLimits = POOL_LIMITS,
): ComputePool {
  const slots: Slot[] = Array.from({ length: size }, () => ({
    worker: undefined,
    busy: false,
    falseStarts: 0,
  }));
  const slotByStickyKey = new Map<string, number>();
  const busyClock = createBusyClock();
  let queue: QueuedJob[] = [];
  let disposed = false;
  let tellRecycled: ((reason: string) => void) | undefined;

  function enqueue<T>(job: ComputeJob<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const queued: QueuedJob = {
        job,
        slot: job.stickyKey === undefined ? undefined : stickySlot(job.stickyKey),
        settle(outcome) {
          job.signal?.removeEventListener('abort', onAbort);
          if ('error' in outcome) reject(outcome.error);
          else resolve(outcome.value as T); // the result of this job's own call
        },
      };
      const onAbort = (): void => {
        queue = queue.filter((other) => other !== queued);
        reject(job.signal?.reason);
      };
      if (disposed) return queued.settle({ error: new WorkersUnavailable('the workspace is closed') });
      if (job.signal?.aborted === true) return onAbort();
      job.signal?.addEventListener('abort', onAbort, { once: true });
      queue.splice(job.urgent ? firstNonUrgent(queue) : queue.length, 0, queued);
      dispatch();
    });
  }

  function dispatch(): void {
    for (const [index, slot] of slots.entries()) {
      if (slot.busy) continue;
      const at = queue.findIndex((queued) => queued.slot === undefined || queued.slot === index);
      const [next] = at === -1 ? [] : queue.splice(at, 1);
      if (next !== undefined) void work(slot, next);
    }
  }

  async function work(slot: Slot, { job, settle }: QueuedJob): Promise<void> {
    slot.busy = true;
    busyClock.begin();
    try {
      const worker = workerOf(slot);
      await worker.prepare(job.encoding, limits.startDeadline);
      slot.falseStarts = 0;
      const value = await worker.call((api) => job.call(api), patienceWith(job.bytes, limits));
      settle({ value });
      if (worker.isWorn) recycle(slot, worker);
    } catch (error) {
      settle({ error: slot.falseStarts >= FALSE_STARTS ? new WorkersUnavailable(reasonOf(error)) : error });
    } finally {
      busyClock.end();
      slot.busy = false;
      if (!disposed) dispatch();
    }
  }

  function recycle(slot: Slot, worker: RunningWorker): void {
    slot.worker = undefined;
    worker.kill(WORN_OUT);
    tellRecycled?.(WORN_OUT);
    tellRecycled = undefined;
  }

  function workerOf(slot: Slot): RunningWorker {
    if (slot.worker !== undefined) return slot.worker;
    slot.falseStarts += 1;
    const worker = runWorker(spawn);
    slot.worker = worker;
    void worker.death.then(() => {
      if (slot.worker === worker) slot.worker = undefined;
    });
    return worker;
  }

  /** The worker that had the key before, an idle one, or any. */
  function stickySlot(key: string): number {
    const known = slotByStickyKey.get(key);
    if (known !== undefined) return known;
    const idle = slots.flatMap((slot, index) => (slot.busy ? [] : [index]));
    const choices = idle.length > 0 ? idle : slots.map((_, index) => index);
    const chosen = choices[slotByStickyKey.size % choices.length] ?? 0;
    if (slotByStickyKey.size >= STICKY_KEYS_KEPT) slotByStickyKey.clear();
    slotByStickyKey.set(key, chosen);
    return chosen;
  }

  return {
    size,
    run: enqueue,
    prepare(encoding) {
      for (const slot of slots) {
        if (slot.busy) continue;
        // The first job fails, too, and reports the error.
        workerOf(slot)
          .prepare(encoding, limits.startDeadline)
          .catch(() => undefined);
      }
    },
    async workDone() {
      const running = slots.flatMap(({ worker }) => worker ?? []);
      // Needs no watchdog: the worker responds after its current job, which has one.
      const asked = running.map((worker) => worker.call((api) => api.workDone()));
      const answers = (await Promise.allSettled(asked)).flatMap((one) =>
        one.status === 'fulfilled' ? [one.value] : [],
      );
      return answers.reduce(addDone, NOTHING_DONE);
    },
    busyTime: () => busyClock.elapsed(),
    onRecycled(listener) {
      tellRecycled = listener;
    },
    dispose() {
      disposed = true;
      const waiting = queue;
      queue = [];
      for (const { settle } of waiting) settle({ error: new WorkersUnavailable('the workspace is closed') });
      for (const slot of slots) slot.worker?.kill('the workspace is closed');
    },
  };
}

const NOTHING_DONE: WorkerDone = {
  hits: { factsStored: 0, factsParsed: 0, summariesKept: 0, summariesMade: 0 },
  times: { parse: 0, render: 0 },
};

function addDone({ hits, times }: WorkerDone, other: WorkerDone): WorkerDone {
  return {
    hits: {
      factsStored: hits.factsStored + other.hits.factsStored,
      factsParsed: hits.factsParsed + other.hits.factsParsed,
      summariesKept: hits.summariesKept + other.hits.summariesKept,
      summariesMade: hits.summariesMade + other.hits.summariesMade,
    },
    times: { parse: times.parse + other.times.parse, render: times.render + other.times.render },
  };
}

function patienceWith(bytes: number, { stuck, stuckPerMegabyte, waiting }: PoolLimits): Patience {
  const more = Math.max(0, bytes / 1_000_000 - USUAL_MEGABYTES) * stuckPerMegabyte;
  return { stuck: stuck + more, waiting: waiting + more };
}

function firstNonUrgent(queue: readonly QueuedJob[]): number {
  const at = queue.findIndex(({ job }) => !job.urgent);
  return at === -1 ? queue.length : at;
}
