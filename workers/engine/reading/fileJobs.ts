/** Runs jobs on files: reads them, sends them to the pool in batches, and isolates a file that kills its worker. */
import { transfer, type Remote } from 'comlink';
import type { RepoPath } from '../../../src/core/files/repoPath';
import type { TokenEncoding } from '../../../src/core/tokens/encoding';
import { needsFacts } from '../../../src/core/views/registry';
import type { ViewRequest } from '../../../src/core/views/viewRequest';
import type { ComputeApi, FileBytes, SummaryNews, SummaryShelf } from '../../compute/contract';
import type { ComputePool } from '../computePool';
import { forEachAtOnce } from '../../../src/core/async/forEachAtOnce';
import { type ByteBudget } from './byteBudget';
import { CALLS_AT_ONCE, readInBatches } from './batchReading';
import { buffersOf, readFile, type FileToRead, type ReadItem, type ReadProblem } from './fileReading';
import { readAsOf } from '../folders/fileStamp';
import type { FolderReader } from '../folders/folderReader';
import type { Outbox } from '../outbox';
import type { Quarantine } from './quarantine';
import { WorkerDied } from '../runningWorker';
import type { Summarizing } from '../storing/summarizing';

/** `T` is a requested file, `F` the worker's input for it, `R` the worker's result for a batch. */
export interface FileJob<T extends FileToRead, F extends FileBytes, R> {
  readonly encoding: TokenEncoding;
  readonly urgent: boolean;
  readonly signal?: AbortSignal | undefined;
  /** Jobs with the same key go to the same worker. */
  readonly stickyKey?: string;
  /** The views to render, which may need facts or a summary. */
  viewsOf(item: T): readonly ViewRequest[];
  /** Whether the worker may parse the file. By default the views decide. */
  parses?(item: T): boolean;
  /** Creates the worker's input. `file` has the bytes and how to decode and parse them. */
  send(item: ReadItem<T>, file: FileBytes): F;
  call(api: Remote<ComputeApi>, files: F[], shelf: SummaryShelf): Promise<R>;
  /** New summaries, in the order of the files. */
  newsIn?(result: R): readonly (SummaryNews | undefined)[];
  done(batch: readonly ReadItem<T>[], result: R): void;
  /** Called for a file without a result. */
  failed(item: T, problem: JobProblem): void;
}

/** `isSetAside`: the file killed its worker twice. */
export type JobProblem = ReadProblem & { readonly isSetAside?: true };

export interface FileJobsParts {
  readonly reader: FolderReader;
  readonly pool: ComputePool;
  readonly budget: ByteBudget;
  readonly outbox: Outbox;
  readonly quarantine: Quarantine;
  readonly summarizing: Summarizing;
}

/** Milliseconds that files wait for others of their batch. One may never respond. */
const PATIENCE = 1_000;
/**
 * Files per round. Looking up all files of a round before reading them is a third faster than mixing both, and keeps few File
 * objects alive.
 */
const FILES_PER_ROUND = 2_048;
/**
 * Milliseconds of lookups in the first round; at most eight times as many in later ones. On a slow disk, the first files are
 * read long before the last is looked up.
 */
const LOOKUP_TIME = 300;

export class FileJobs {
  readonly #parts: FileJobsParts;

  constructor(parts: FileJobsParts) {
    this.#parts = parts;
  }

  /**
   * Runs the job on very many files in rounds. `lookUp` returns the files to read. `afterRound` handles those that need no
   * reading.
   */
  async runInRounds<I, T extends FileToRead, F extends FileBytes, R>(
    items: readonly I[],
    lookUp: (item: I) => Promise<T | undefined>,
    job: FileJob<T, F, R>,
    afterRound: () => Promise<void>,
  ): Promise<void> {
    const running: Promise<void>[] = [];
    let failed = false;
    let next = 0;
    function* round(): Generator<readonly [number, I]> {
      const begun = performance.now();
      const time = LOOKUP_TIME * Math.min(8, 2 ** running.length);
      const end = Math.min(next + FILES_PER_ROUND, items.length);
      for (; next < end && performance.now() - begun < time; next += 1) yield [next, items[next] as I]; // next < length
    }
    while (next < items.length && !failed) {
      const start = next;
      const found: (T | undefined)[] = [];
      await forEachAtOnce(round(), CALLS_AT_ONCE, async ([at, item]) => {
        job.signal?.throwIfAborted();
        found[at - start] = await lookUp(item);
        job.signal?.throwIfAborted();
      });
      const { finished } = await this.run(
        found.filter((file) => file !== undefined),
        job,
      );
      finished.catch(() => (failed = true)); // Stop reading if there are no workers.
      running.push(finished);
      if (!failed) await afterRound();
      // Files whose bytes are kept are read without a pause, and other calls must get their turn.
      if (next < items.length) await new Promise((resolve) => setTimeout(resolve, 0));
    }
    await Promise.all(running);
    await afterRound();
  }

  /** Resolves when all files are read. `finished` resolves when the job is done for all of them. */
  run<T extends FileToRead, F extends FileBytes, R>(
    items: readonly T[],
    job: FileJob<T, F, R>,
  ): Promise<{ readonly finished: Promise<void> }> {
    return readInBatches(items, {
      reader: this.#parts.reader,
      budget: this.#parts.budget,
      signal: job.signal,
      urgent: job.urgent,
      patience: PATIENCE,
      run: (batch) => this.runRead(batch, job),
      fail: (item, problem) => {
        job.failed(item, problem);
      },
    });
  }

  /** Runs the job on files that are already read. If the worker dies, runs each file alone. */
  async runRead<T extends FileToRead, F extends FileBytes, R>(
    batch: readonly ReadItem<T>[],
    job: FileJob<T, F, R>,
  ): Promise<void> {
    const reason = await this.#deathOf(batch, job);
    if (reason === undefined) return;
    this.#tellReplaced(reason);
    for (const item of batch) await this.#runIsolated(item, job);
  }

  /** Sets a file aside if it kills its worker again, even without being parsed. */
  async #runIsolated<T extends FileToRead, F extends FileBytes, R>(
    item: ReadItem<T>,
    job: FileJob<T, F, R>,
  ): Promise<void> {
    const again = await this.#readAgain(item);
    if (again === undefined) {
      job.failed(item.item, { kind: 'missing' });
      return;
    }
    const reason = await this.#deathOf([again], job);
    if (reason === undefined) return;
    this.#tellReplaced(reason, item.path);
    const { path, stamp } = item;
    if (mayParse(job, item.item) && this.#parts.quarantine.add(path, stamp, reason)) {
      const exempt = await this.#readAgain(item);
      if (exempt !== undefined && (await this.#deathOf([exempt], job)) === undefined) return;
    }
    job.failed(item.item, { kind: 'failed', reason: `set aside: ${reason}`, stamp, isSetAside: true });
  }

  /** The bytes sent to a worker that died are lost. */
  async #readAgain<T extends FileToRead>({ item, path }: ReadItem<T>): Promise<ReadItem<T> | undefined> {
    const read = await readFile(this.#parts.reader, path);
    return read.kind === 'read' ? { item, path, bytes: read.bytes, stamp: read.stamp } : undefined;
  }

  #tellReplaced(reason: string, path?: RepoPath): void {
    this.#parts.outbox.send({ kind: 'worker-replaced', reason, ...(path && { path }) });
  }

  /** Why the worker died. Undefined if the batch is done. */
  async #deathOf<T extends FileToRead, F extends FileBytes, R>(
    batch: readonly ReadItem<T>[],
    job: FileJob<T, F, R>,
  ): Promise<string | undefined> {
    try {
      job.done(batch, await this.#send(batch, job));
      return undefined;
    } catch (error) {
      if (error instanceof WorkerDied) return error.message;
      throw error;
    }
  }

  #send<T extends FileToRead, F extends FileBytes, R>(
    batch: readonly ReadItem<T>[],
    job: FileJob<T, F, R>,
  ): Promise<R> {
    const { pool, quarantine, summarizing } = this.#parts;
    const { encoding, urgent, signal, stickyKey } = job;
    const fileOf = (read: ReadItem<T>): F => {
      const { path, bytes, hash, stamp } = read;
      const marks = mayParse(job, read.item) && {
        ...quarantine.mark(path, stamp),
        ...summarizing.mark(path),
      };
      return job.send(read, { path, bytes, ...(hash && { hash }), ...readAsOf(stamp), ...marks });
    };
    const run = (): Promise<R> => {
      const files = batch.map(fileOf);
      const bytes = files.reduce((sum, file) => sum + file.bytes.byteLength, 0);
      return pool.run({
        ...{ encoding, bytes, urgent, signal, ...(stickyKey !== undefined && { stickyKey }) },
        call: (api) => job.call(api, transfer(files, buffersOf(files)), summarizing.shelf),
      });
    };
    const inTurn = batch.map(({ path, item }) => ({ path, views: job.viewsOf(item) }));
    return summarizing.inTurn(inTurn, run, job.newsIn && ((result) => job.newsIn?.(result) ?? []));
  }
}

function mayParse<T extends FileToRead, F extends FileBytes, R>(job: FileJob<T, F, R>, item: T): boolean {
  return job.parses?.(item) ?? job.viewsOf(item).some(needsFacts);
}
