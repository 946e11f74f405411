/** Reads whole files in batches for the pool, with a limit on the bytes in memory. */
import type { FolderReader } from '../folders/folderReader';
import { forEachAtOnce } from '../../../src/core/async/forEachAtOnce';
import { type ByteBudget } from './byteBudget';
import { LARGEST_TEXT, lookUpFile, readFiles } from './fileReading';
import type { FileToRead, FoundItem, ReadItem, ReadProblem } from './fileReading';

/** Limit on concurrent lookups; more do not make the browser faster. */
export const CALLS_AT_ONCE = 64;
const FILES_PER_BATCH = 64;
/** Files in the first batch if the user waits for it. Each of the next is twice as large. */
const FIRST_FILES = 8;
const BYTES_PER_BATCH = 1_000_000;
/** Limit on batches that are being read. Four times as many take half as long again. */
const READS_AT_ONCE = 16;

export interface BatchReading<T extends FileToRead> {
  readonly reader: FolderReader;
  readonly budget: ByteBudget;
  readonly signal: AbortSignal | undefined;
  /** Whether the user waits for the first results. */
  readonly urgent: boolean;
  /** Milliseconds after which a batch is read even if it is not full, and run without the files that are still being read. */
  readonly patience: number;
  /** Called with each batch. The bytes count toward the limit until it resolves. */
  run(batch: readonly ReadItem<T>[]): Promise<void>;
  /** Called for a file that cannot be read. */
  fail(item: T, problem: ReadProblem): void;
}

/**
 * Looks up the items concurrently, and reads and passes them on in batches. Resolves when all are read. `finished` resolves
 * when every batch has been run, so that the next files can be looked up meanwhile.
 */
export async function readInBatches<T extends FileToRead>(
  items: Iterable<T>,
  reading: BatchReading<T>,
): Promise<{ readonly finished: Promise<void> }> {
  const { reader, signal, fail } = reading;
  const batches = new Batches(reading);
  try {
    await forEachAtOnce(items, CALLS_AT_ONCE, async (item) => {
      signal?.throwIfAborted();
      const lookup = item.lookup ?? (await lookUpFile(reader, item.path));
      signal?.throwIfAborted();
      if (lookup.kind === 'found') await batches.add({ item, lookup });
      else fail(item, lookup);
    });
    batches.launch();
    await Promise.all(batches.reads);
    const finished = Promise.all(batches.runs).then(() => undefined);
    finished.catch(() => undefined); // Awaited later, possibly after it has rejected.
    return { finished };
  } finally {
    batches.stop();
  }
}

/** Collects files until a batch is full, then reads and runs it. */
class Batches<T extends FileToRead> {
  readonly reads: Promise<void>[] = [];
  readonly runs: Promise<void>[] = [];
  readonly #reading: BatchReading<T>;
  #batch: FoundItem<T>[] = [];
  #size = 0;
  #isStopped = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(reading: BatchReading<T>) {
    this.#reading = reading;
  }

  /** Resolves when there is room for more: if this fills a batch, when that is read. */
  async add(found: FoundItem<T>): Promise<void> {
    this.#batch.push(found);
    const { size } = found.lookup.stamp;
    // A larger file is not read.
    this.#size += size <= LARGEST_TEXT ? size : 0;
    const { urgent, patience } = this.#reading;
    const most = urgent ? Math.min(FILES_PER_BATCH, FIRST_FILES * 2 ** this.reads.length) : FILES_PER_BATCH;
    const isFull = this.#batch.length >= most || this.#size >= BYTES_PER_BATCH;
    if (isFull) await this.launch();
    else this.#timer ??= setTimeout(() => void this.launch(), patience);
  }

  launch(): Promise<void> | undefined {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#batch.length === 0) return undefined;
    const earlier = this.reads.at(-READS_AT_ONCE);
    const read = this.#read(this.#batch, this.#size, earlier);
    read.catch(() => undefined); // Awaited by the caller. Until then it must not count as an unhandled rejection.
    this.reads.push(read);
    this.#batch = [];
    this.#size = 0;
    return read;
  }

  /** Files that have not been read by then are dropped. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#isStopped = true;
  }

  /** Takes bytes from the budget, and gives them back after the run. */
  async #read(
    batch: readonly FoundItem<T>[],
    size: number,
    earlier: Promise<void> | undefined,
  ): Promise<void> {
    const { reader, budget, signal, patience, run, fail } = this.#reading;
    await earlier;
    await budget.take(size);
    const runs: Promise<void>[] = [];
    let ready: ReadItem<T>[] = [];
    const runReady = (): void => {
      if (ready.length === 0 || this.#isStopped) return;
      const running = run(ready);
      running.catch(() => undefined); // Like the reads.
      runs.push(running);
      ready = [];
    };
    const timer = setInterval(runReady, patience);
    try {
      signal?.throwIfAborted();
      await readFiles(reader, batch, (item, result) => {
        signal?.throwIfAborted();
        if (this.#isStopped) return;
        if (result.kind === 'read') ready.push({ ...{ item, path: item.path }, ...result });
        else fail(item, result);
      });
      signal?.throwIfAborted();
      runReady();
    } finally {
      clearInterval(timer);
      const done = Promise.all(runs).then(
        () => budget.give(size),
        (error: unknown) => {
          budget.give(size);
          throw error;
        },
      );
      done.catch(() => undefined); // Like the reads.
      this.runs.push(done);
    }
  }
}
