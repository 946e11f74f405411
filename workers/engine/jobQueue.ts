import type { Remote } from 'comlink';
import type { TokenEncoding } from '../../src/core/tokens/encoding';
import type { ComputeApi } from '../compute/contract';

export interface ComputeJob<T> {
  /** The vocabulary to load first; undefined if the job counts nothing. */
  readonly encoding?: TokenEncoding;
  /** Bytes of work, which determine how long a step may take. */
  readonly bytes: number;
  /** Runs before all other jobs in the queue, because the user waits for it. */
  readonly urgent: boolean;
  /** Drops the job if it has not begun, else its result. */
  readonly signal?: AbortSignal | undefined;
  /** Ends the worker if it is still busy a moment after the signal, because the job may take forever. */
  readonly endsWhenAborted?: boolean;
  /** Jobs with the same key go to the same worker, which may still have their texts. */
  readonly stickyKey?: string;
  call(api: Remote<ComputeApi>): Promise<T>;
}

export interface QueuedJob {
  readonly job: ComputeJob<unknown>;
  /** Index of the only worker that may do the job; undefined for any. */
  readonly worker: number | undefined;
  resolve(value: unknown): void;
  reject(error: unknown): void;
}

/** The jobs that wait for a worker. */
export class JobQueue {
  #waiting: QueuedJob[] = [];

  /** Resolves with the job's result. Rejects when the job fails or is aborted. */
  add<T>(job: ComputeJob<T>, worker: number | undefined): Promise<T> {
    const { signal } = job;
    let onAbort = (): void => undefined;
    const result = new Promise<T>((resolve, reject) => {
      const queued: QueuedJob = {
        ...{ job, worker, reject },
        resolve: (value) => resolve(value as T), // the result of this job's own call
      };
      onAbort = () => {
        this.#waiting = this.#waiting.filter((other) => other !== queued);
        reject(signal?.reason);
      };
      if (signal?.aborted === true) return onAbort();
      signal?.addEventListener('abort', onAbort, { once: true });
      this.#waiting.splice(job.urgent ? this.#firstNonUrgent : this.#waiting.length, 0, queued);
    });
    return result.finally(() => signal?.removeEventListener('abort', onAbort));
  }

  /**
   * Removes and returns the first job for this worker. `urgentOnly` skips jobs that aren't urgent, unless they are bound to
   * this worker.
   */
  take(worker: number, urgentOnly: boolean): QueuedJob | undefined {
    const at = this.#waiting.findIndex((queued) =>
      queued.worker === undefined ? queued.job.urgent || !urgentOnly : queued.worker === worker,
    );
    return at === -1 ? undefined : this.#waiting.splice(at, 1)[0];
  }

  rejectAll(error: Error): void {
    for (const { reject } of this.#waiting.splice(0)) reject(error);
  }

  get #firstNonUrgent(): number {
    const at = this.#waiting.findIndex(({ job }) => !job.urgent);
    return at === -1 ? this.#waiting.length : at;
  }
}
