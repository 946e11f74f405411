/** The pool of compute workers: assigns jobs to workers and replaces workers that die. */
import type { TokenEncoding } from '../../src/core/tokens/encoding';
import type { WorkerDone } from '../compute/contract';
import { createBusyClock } from './busyClock';
import { JobQueue, type ComputeJob, type QueuedJob } from './jobQueue';
import { reasonOf } from './reason';
import { runWorker, type Patience, type RunningWorker } from './runningWorker';

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
  /** Starts the workers for the background ahead of the first job and loads the vocabulary, if an encoding is given. */
  prepare(encoding?: TokenEncoding): void;
  /** Total work of the running workers, without those that died. */
  workDone(): Promise<WorkerDone>;
  /** Milliseconds during which at least one worker was busy. */
  busyTime(): number;
  /** Calls the listener the first time a worker is replaced because of its memory use. */
  onRecycled(listener: (reason: string) => void): void;
  dispose(): void;
}

export interface PoolOptions {
  readonly size: number;
  /** Only urgent jobs start more workers than this; all by default. */
  readonly inBackground?: number;
  readonly limits?: PoolLimits;
}

/** Thrown if no worker can be started, so that nothing can be counted. */
export class WorkersUnavailable extends Error {
  override readonly name = 'WorkersUnavailable';
}

const POOL_LIMITS = {
  stuck: 5_000,
  stuckPerMegabyte: 2_000,
  waiting: 60_000,
  startDeadline: 60_000,
} satisfies PoolLimits;

/** For workers that only search. A pattern of the user may take forever on some text. */
export const SEARCH_LIMITS: PoolLimits = { ...POOL_LIMITS, stuck: 3_000, stuckPerMegabyte: 500 };

/** Megabytes that `stuck` allows for. Batches are smaller unless they contain a larger file; see MAX_UNITS of the parser. */
const USUAL_MEGABYTES = 2;

const CLOSED = 'the workspace is closed';
const ABORTED = 'its job was aborted';
const WORN_OUT = 'its parser had taken more than 512 MB of memory';

/** Give up after a worker has died this often in a row before it was ready. */
const FALSE_STARTS = 3;
/** Milliseconds for a worker to finish an aborted job before it is ended. Starting another one takes longer. */
const TIME_TO_FINISH = 100;
const STICKY_KEYS_KEPT = 10_000;

interface Slot {
  worker: RunningWorker | undefined;
  busy: boolean;
  falseStarts: number;
}

export class WorkerPool implements ComputePool {
  readonly #spawn: () => Worker;
  readonly #limits: PoolLimits;
  readonly #inBackground: number;
  readonly #slots: readonly Slot[];
  readonly #slotByStickyKey = new Map<string, number>();
  readonly #queue = new JobQueue();
  readonly #busyClock = createBusyClock();
  #disposed = false;
  #onrecycled: ((reason: string) => void) | undefined;

  /** `spawn` starts a worker that exposes a ComputeApi. Each worker has one job at a time. */
  constructor(spawn: () => Worker, { size, inBackground = size, limits = POOL_LIMITS }: PoolOptions) {
    this.#spawn = spawn;
    this.#limits = limits;
    this.#inBackground = inBackground;
    this.#slots = Array.from({ length: size }, () => ({ worker: undefined, busy: false, falseStarts: 0 }));
  }

  get size(): number {
    return this.#slots.length;
  }

  run<T>(job: ComputeJob<T>): Promise<T> {
    if (this.#disposed) return Promise.reject(closed());
    const slot = job.stickyKey === undefined ? undefined : this.#stickySlot(job.stickyKey);
    const result = this.#queue.add(job, slot);
    this.#dispatch();
    return result;
  }

  prepare(encoding?: TokenEncoding): void {
    for (const slot of this.#slots.slice(0, this.#inBackground)) {
      if (slot.busy) continue;
      // The first job fails, too, and reports the error.
      this.#workerOf(slot)
        .prepare(encoding, this.#limits.startDeadline)
        .catch(() => undefined);
    }
  }

  async workDone(): Promise<WorkerDone> {
    const running = this.#slots.flatMap(({ worker }) => worker ?? []);
    // Needs no watchdog: the worker responds after its current job, which has one.
    const asked = running.map((worker) => worker.call((api) => api.workDone()));
    const answers = (await Promise.allSettled(asked)).flatMap((one) =>
      one.status === 'fulfilled' ? [one.value] : [],
    );
    return answers.reduce(addDone, NOTHING_DONE);
  }

  busyTime(): number {
    return this.#busyClock.elapsed();
  }

  onRecycled(listener: (reason: string) => void): void {
    this.#onrecycled = listener;
  }

  dispose(): void {
    this.#disposed = true;
    this.#queue.rejectAll(closed());
    for (const slot of this.#slots) slot.worker?.kill(CLOSED);
  }

  #dispatch(): void {
    for (const [index, slot] of this.#slots.entries()) {
      if (slot.busy) continue;
      const next = this.#queue.take(index, slot.worker === undefined && this.#started >= this.#inBackground);
      if (next !== undefined) void this.#work(slot, next);
    }
  }

  get #started(): number {
    return this.#slots.filter(({ worker }) => worker !== undefined).length;
  }

  async #work(slot: Slot, { job, resolve, reject }: QueuedJob): Promise<void> {
    slot.busy = true;
    this.#busyClock.begin();
    try {
      const worker = this.#workerOf(slot);
      await worker.prepare(job.encoding, this.#limits.startDeadline);
      slot.falseStarts = 0;
      job.signal?.throwIfAborted();
      const stopWaiting = endWhenAborted(worker, job);
      const call = worker.call((api) => job.call(api), patienceWith(job.bytes, this.#limits));
      resolve(await call.finally(stopWaiting));
      if (worker.isWorn) this.#recycle(slot, worker);
    } catch (error) {
      reject(slot.falseStarts >= FALSE_STARTS ? new WorkersUnavailable(reasonOf(error)) : error);
    } finally {
      this.#busyClock.end();
      slot.busy = false;
      if (!this.#disposed) this.#dispatch();
    }
  }

  #recycle(slot: Slot, worker: RunningWorker): void {
    slot.worker = undefined;
    worker.kill(WORN_OUT);
    this.#onrecycled?.(WORN_OUT);
    this.#onrecycled = undefined;
  }

  #workerOf(slot: Slot): RunningWorker {
    if (slot.worker !== undefined) return slot.worker;
    slot.falseStarts += 1;
    const worker = runWorker(this.#spawn);
    slot.worker = worker;
    void worker.death.then(() => {
      if (slot.worker === worker) slot.worker = undefined;
    });
    return worker;
  }

  /** The worker that had the key before, an idle one, or any. */
  #stickySlot(key: string): number {
    const known = this.#slotByStickyKey.get(key);
    if (known !== undefined) return known;
    const idle = this.#slots.flatMap((slot, index) => (slot.busy ? [] : [index]));
    const choices = idle.length > 0 ? idle : this.#slots.map((_, index) => index);
    const chosen = choices[this.#slotByStickyKey.size % choices.length] ?? 0;
    if (this.#slotByStickyKey.size >= STICKY_KEYS_KEPT) this.#slotByStickyKey.clear();
    this.#slotByStickyKey.set(key, chosen);
    return chosen;
  }
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

/** Returns a function to call when the job has ended. */
function endWhenAborted(
  worker: RunningWorker,
  { signal, endsWhenAborted = false }: ComputeJob<unknown>,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const end = (): void => {
    timer = setTimeout(() => worker.kill(ABORTED), TIME_TO_FINISH);
  };
  if (endsWhenAborted) signal?.addEventListener('abort', end);
  return () => {
    clearTimeout(timer);
    signal?.removeEventListener('abort', end);
  };
}

function patienceWith(bytes: number, { stuck, stuckPerMegabyte, waiting }: PoolLimits): Patience {
  const more = Math.max(0, bytes / 1_000_000 - USUAL_MEGABYTES) * stuckPerMegabyte;
  return { stuck: stuck + more, waiting: waiting + more };
}

function closed(): WorkersUnavailable {
  return new WorkersUnavailable(CLOSED);
}
