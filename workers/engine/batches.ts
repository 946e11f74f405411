/** A batch whose worker dies is run again file by file, so that the one that kills workers is found and set aside. */
import type { RepoPath } from '../../src/core/files/repoPath';
import { readFile, type FileToRead, type ReadItem } from './fileReading';
import type { FolderReader } from './folders/folderReader';
import type { Outbox } from './outbox';
import { WorkerDied } from './runningWorker';

export interface Apart<T, R> {
  run(batch: readonly T[]): Promise<R>;
  /** Bytes sent to a dead worker are lost; undefined where the file cannot be read any more (which `lost` settles). */
  readAgain(item: T): Promise<T | undefined>;
  lost(item: T): Promise<void>;
  /** Makes `run` leave out for this file what may have killed its worker; true when it is worth one more try. */
  spare?(item: T, reason: string): boolean;
  setAside(item: T, reason: string): Promise<void>;
  /** Each result of `run`, for the batch it came from. */
  done(batch: readonly T[], result: R): void;
  /** A worker was replaced; `path` is set when a file is set aside for it. */
  replaced(reason: string, path?: RepoPath): void;
}

export async function runApart<T extends { readonly path: RepoPath }, R>(
  batch: readonly T[],
  apart: Apart<T, R>,
): Promise<void> {
  const reason = await deathOf(batch, apart);
  if (reason === undefined) return;
  apart.replaced(reason);
  for (const item of batch) {
    const again = await apart.readAgain(item);
    if (again === undefined) {
      await apart.lost(item);
      continue;
    }
    const second = await deathOf([again], apart);
    if (second === undefined) continue;
    apart.replaced(second, item.path);
    if (!(await succeedsSpared(item, second, apart))) await apart.setAside(item, second);
  }
}

async function succeedsSpared<T, R>(item: T, reason: string, apart: Apart<T, R>): Promise<boolean> {
  if (apart.spare?.(item, reason) !== true) return false;
  const spared = await apart.readAgain(item);
  return spared !== undefined && (await deathOf([spared], apart)) === undefined;
}

/** How files of the folder are read once more, and who is told of it. */
export function filesApart<T extends FileToRead>({
  reader,
  outbox,
}: {
  readonly reader: FolderReader;
  readonly outbox: Outbox;
}): Pick<Apart<ReadItem<T>, unknown>, 'readAgain' | 'replaced'> {
  return {
    async readAgain(item) {
      const read = await readFile(reader, item.path);
      return read.kind === 'read' ? { ...item, bytes: read.bytes, stamp: read.stamp } : undefined;
    },
    replaced(reason, path) {
      outbox.send({ kind: 'worker-replaced', reason, ...(path && { path }) });
    },
  };
}

/** Why the worker died; undefined when the batch is done. */
async function deathOf<T, R>(batch: readonly T[], { run, done }: Apart<T, R>): Promise<string | undefined> {
  try {
    done(batch, await run(batch));
    return undefined;
  } catch (error) {
    if (error instanceof WorkerDied) return error.message;
    throw error;
  }
}
