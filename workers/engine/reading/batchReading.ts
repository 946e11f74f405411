/** Reads whole files in batches for the pool, with a limit on the bytes in memory. */
import type { FolderReader } from '../folders/folderReader';
import { forEachAtOnce } from '../../../src/core/async/forEachAtOnce';
import { type ByteBudget } from './byteBudget';
import { LARGEST_TEXT, lookUpFile, readFile } from './fileReading';
import type { FileToRead, ReadItem, ReadProblem } from './fileReading';

/** Limit on concurrent calls; more do not make the browser faster. */
export const CALLS_AT_ONCE = 64;
const FILES_PER_BATCH = 64;
const BYTES_PER_BATCH = 1_000_000;

export interface BatchReading<T extends FileToRead> {
  readonly reader: FolderReader;
  readonly budget: ByteBudget;
  readonly signal: AbortSignal | undefined;
  /** Milliseconds after which a batch is run even if it is not full, because the user waits for each result. */
  readonly patience?: number;
  /** Called with each full batch. The bytes count toward the limit until it resolves. */
  run(batch: readonly ReadItem<T>[]): Promise<void>;
  /** Called for a file that cannot be read. */
  fail(item: T, problem: ReadProblem): void;
}

/**
 * Reads all items concurrently and passes them on in batches. Resolves when all are read. `finished` resolves when every batch
 * has been run, so that the next files can be looked up meanwhile.
 */
export async function readInBatches<T extends FileToRead>(
  items: Iterable<T>,
  reading: BatchReading<T>,
): Promise<{ readonly finished: Promise<void> }> {
  const batches = new Batches(reading);
  try {
    await forEachAtOnce(items, CALLS_AT_ONCE, (item) => readOne(item, reading, batches));
    batches.launch();
    const finished = Promise.all(batches.running).then(() => undefined);
    finished.catch(() => undefined); // Awaited later, possibly after it has rejected.
    return { finished };
  } finally {
    batches.stop();
  }
}

async function readOne<T extends FileToRead>(
  item: T,
  { reader, budget, signal, fail }: BatchReading<T>,
  batches: Batches<T>,
): Promise<void> {
  signal?.throwIfAborted();
  const lookup = item.lookup ?? (await lookUpFile(reader, item.path));
  const size = lookup.kind === 'found' && lookup.stamp.size <= LARGEST_TEXT ? lookup.stamp.size : 0;
  await batches.takeRoom(size);
  let kept = false;
  try {
    signal?.throwIfAborted();
    const read = await readFile(reader, item.path, lookup);
    signal?.throwIfAborted();
    if (batches.isStopped) return;
    if (read.kind !== 'read') return fail(item, read);
    const { bytes, stamp, hash } = read;
    kept = true;
    batches.add({ item, path: item.path, bytes, stamp, ...(hash && { hash }) }, size);
  } finally {
    if (!kept) budget.give(size);
  }
}

/** Collects files until a batch is full, then runs it. Takes bytes from the budget, and gives them back after the run. */
class Batches<T extends FileToRead> {
  readonly running: Promise<void>[] = [];
  readonly #reading: BatchReading<T>;
  #batch: ReadItem<T>[] = [];
  #held = 0;
  #waiting = 0;
  #isStopped = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(reading: BatchReading<T>) {
    this.#reading = reading;
  }

  get isStopped(): boolean {
    return this.#isStopped;
  }

  /** Runs the batch before waiting for bytes, because its files would hold them forever. */
  async takeRoom(size: number): Promise<void> {
    const { budget } = this.#reading;
    if (budget.takeNow(size)) return;
    this.launch();
    this.#waiting += 1;
    await budget.take(size);
    this.#waiting -= 1;
  }

  add(read: ReadItem<T>, size: number): void {
    this.#batch.push(read);
    this.#held += size;
    const isFull = this.#batch.length >= FILES_PER_BATCH || this.#held >= BYTES_PER_BATCH;
    const { patience } = this.#reading;
    if (isFull || this.#waiting > 0) this.launch();
    else if (patience !== undefined) this.#timer ??= setTimeout(() => this.launch(), patience);
  }

  launch(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#batch.length === 0) return;
    const [batch, bytes] = [this.#batch, this.#held];
    this.#batch = [];
    this.#held = 0;
    const { budget, run } = this.#reading;
    const done = run(batch).finally(() => budget.give(bytes));
    done.catch(() => undefined); // Awaited by the caller. Until then it must not count as an unhandled rejection.
    this.running.push(done);
  }

  /** Drops the files that have not been run. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#isStopped = true;
    this.#reading.budget.give(this.#held);
  }
}
