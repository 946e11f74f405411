/** Fills the symbol tables: takes what is stored between visits, and reads and parses the other files. */
import type { TokenEncoding } from '../../../src/core/tokens/encoding';
import type { FileBytes, ReadSymbols } from '../../compute/contract';
import type { ComputePool } from '../computePool';
import type { FileJob, FileJobs } from '../reading/fileJobs';
import type { FileToRead } from '../reading/fileReading';
import type { SymbolTables, TextFile } from './symbolTables';

export interface SymbolReading {
  readonly jobs: FileJobs;
  readonly pool: ComputePool;
  readonly tables: SymbolTables;
  readonly encoding: TokenEncoding;
  readonly signal: AbortSignal;
  /** Files whose bytes are at hand need not be read. */
  toRead(file: TextFile): FileToRead;
  /** A file's text is another than the index says. */
  outdated(file: TextFile): void;
  onProgress(): void;
}

/** Contents to look up in one call. */
const FILES_PER_CALL = 200;

/** Resolves when all these files have symbols, or a reason why not. */
export async function readSymbols(files: readonly TextFile[], reading: SymbolReading): Promise<void> {
  await takeStored(files, reading);
  const unknown = files.filter((file) => reading.tables.get(file) === undefined);
  if (unknown.length === 0) return;
  await reading.jobs.runInRounds(
    unknown,
    (file) => Promise.resolve({ ...reading.toRead(file), file }),
    parsingJob(reading),
    () => Promise.resolve(),
  );
}

async function takeStored(files: readonly TextFile[], reading: SymbolReading): Promise<void> {
  const { pool, tables, encoding, signal, onProgress } = reading;
  const calls: Promise<void>[] = [];
  for (let at = 0; at < files.length; at += FILES_PER_CALL) {
    const some = files.slice(at, at + FILES_PER_CALL);
    const call = pool.run({
      ...{ encoding, signal, bytes: 0, urgent: false },
      call: (api) => api.storedSymbols(some.map(({ path, hash }) => ({ path, hash }))),
    });
    calls.push(
      call.then((stored) => {
        for (const [index, file] of some.entries()) {
          const symbols = stored[index];
          if (symbols !== undefined) tables.set(file, symbols);
        }
        onProgress();
      }),
    );
  }
  await Promise.all(calls);
}

interface FileToParse extends FileToRead {
  readonly file: TextFile;
}

function parsingJob(reading: SymbolReading): FileJob<FileToParse, FileBytes, readonly ReadSymbols[]> {
  const { tables, encoding, signal, outdated, onProgress } = reading;
  const giveUp = ({ file }: FileToParse): void => {
    tables.set(file, { kind: 'unparsed', lasting: false });
  };
  return {
    ...{ encoding, signal, urgent: false },
    viewsOf: () => [],
    parses: () => true,
    send: (_, file) => file,
    call: (api, files) => api.readSymbols(files),
    done(batch, results) {
      for (const [at, { item }] of batch.entries()) {
        const { hash, found } = results[at] ?? {};
        if (hash !== item.file.hash) {
          giveUp(item);
          outdated(item.file);
        }
        if (hash !== undefined && found !== undefined) tables.set({ ...item.file, hash }, found);
      }
      onProgress();
    },
    failed(item) {
      giveUp(item);
      onProgress();
    },
  };
}
