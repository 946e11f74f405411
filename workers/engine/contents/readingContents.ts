/** Fills the table: loads data stored by earlier visits, and reads and parses the other files. */
import type { Remote } from 'comlink';
import type { TokenEncoding } from '../../../src/core/tokens/encoding';
import type { ComputeApi, FileBytes, ReadContent } from '../../compute/contract';
import type { ComputePool } from '../computePool';
import type { FileJob, FileJobs } from '../reading/fileJobs';
import type { FileToRead } from '../reading/fileReading';
import type { ContentTable, KnownBy, TextFile } from './contentTable';

/** Defines how to get one kind of data about a text. */
export interface ContentKind<T> {
  readonly by: KnownBy;
  /** Looks up data without reading files; undefined for files that must be read. */
  stored(files: readonly TextFile[], call: CallWorker): Promise<readonly (T | undefined)[]>;
  read(api: Remote<ComputeApi>, files: readonly FileBytes[]): Promise<readonly ReadContent<T>[]>;
  /** The value for a file that cannot be read now. */
  readonly unread: T;
  /** Called for each file that was read. */
  took?(file: Pick<TextFile, 'path' | 'hash'>, known: T): void;
}

type CallWorker = <R>(call: (api: Remote<ComputeApi>) => Promise<R>) => Promise<R>;

export interface ContentReading<T> {
  readonly kind: ContentKind<T>;
  readonly jobs: FileJobs;
  readonly pool: ComputePool;
  readonly table: ContentTable<T>;
  readonly encoding: TokenEncoding;
  readonly signal: AbortSignal;
  /** Returns how to read the file; its bytes may already be at hand. */
  toRead(file: TextFile): FileToRead;
  /** Called if a file's text differs from the index. */
  outdated(file: TextFile): void;
  onProgress(): void;
}

/** Files per call that looks up stored data. */
const FILES_PER_CALL = 200;

/** Resolves when all these files are in the table. */
export async function readContents<T>(files: readonly TextFile[], reading: ContentReading<T>): Promise<void> {
  await takeStored(files, reading);
  const unknown = files.filter((file) => reading.table.get(file) === undefined);
  if (unknown.length === 0) return;
  await reading.jobs.runInRounds(
    unknown,
    (file) => Promise.resolve({ ...reading.toRead(file), file }),
    readingJob(reading),
    () => Promise.resolve(),
  );
}

async function takeStored<T>(files: readonly TextFile[], reading: ContentReading<T>): Promise<void> {
  const { kind, pool, table, encoding, signal, onProgress } = reading;
  const calls: Promise<void>[] = [];
  for (let at = 0; at < files.length; at += FILES_PER_CALL) {
    const some = files.slice(at, at + FILES_PER_CALL);
    const found = kind.stored(some, (call) =>
      pool.run({ ...{ encoding, signal, bytes: 0, urgent: false }, call }),
    );
    calls.push(
      found.then((stored) => {
        for (const [index, file] of some.entries()) {
          const known = stored[index];
          if (known !== undefined) table.set(file, known);
        }
        onProgress();
      }),
    );
  }
  await Promise.all(calls);
}

interface FileToTake extends FileToRead {
  readonly file: TextFile;
}

function readingJob<T>(
  reading: ContentReading<T>,
): FileJob<FileToTake, FileBytes, readonly ReadContent<T>[]> {
  const { kind, table, encoding, signal, outdated, onProgress } = reading;
  const giveUp = ({ file }: FileToTake): void => {
    table.set(file, kind.unread);
  };
  return {
    ...{ encoding, signal, urgent: false },
    viewsOf: () => [],
    parses: () => true,
    send: (_, file) => file,
    call: (api, files) => kind.read(api, files),
    done(batch, results) {
      for (const [at, { item }] of batch.entries()) {
        const { hash, found } = results[at] ?? {};
        if (hash !== item.file.hash) {
          giveUp(item);
          outdated(item.file);
        }
        if (hash === undefined || found === undefined) continue;
        table.set({ ...item.file, hash }, found);
        kind.took?.({ ...item.file, hash }, found);
      }
      onProgress();
    },
    failed(item) {
      giveUp(item);
      onProgress();
    },
  };
}
