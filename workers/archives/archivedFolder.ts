/** Opens a ZIP or TAR archive as a folder. Archives within it stay files, and nothing is written to the disk. */
import type { RepoPath } from '../../src/core/files/repoPath';
import { isArchive } from './archive';
import { createByteQueue } from './byteQueue';
import { commonFolder, placeEntries, type ArchiveEntry, type LeftOutEntry } from './entries';
import { bombReason, LIMITS, tooMuch, UNPACKED_AT_ONCE, type Limits } from './limits';
import { tarEntries } from './tar';
import { zipEntries } from './zip';

export interface ArchivedFile {
  readonly path: RepoPath;
  readonly size: number;
  /** Rejects with a reason for the user. */
  read(): Promise<ArrayBuffer>;
}

/** Every entry that is not a folder is in one of the lists. Paths begin below the common folder, if there is one. */
export interface ArchivedFolder {
  readonly files: readonly ArchivedFile[];
  readonly leftOut: readonly LeftOutEntry[];
}

export interface Opening {
  readonly signal: AbortSignal;
  /** Bytes of the archive that have been read. A ZIP file is not read as a whole. */
  progress(done: number, total: number): void;
  readonly limits?: Limits;
}

/** Rejects with a reason for the user if the archive is damaged, or larger than the limits. */
export async function openArchivedFolder(source: Blob, opening: Opening): Promise<ArchivedFolder> {
  return (await isArchive(source)) ? openZip(source, opening) : openTar(source, opening);
}

async function openZip(source: Blob, { signal, limits = LIMITS }: Opening): Promise<ArchivedFolder> {
  const entries = await zipEntries(source, limits);
  signal.throwIfAborted();
  const checked = entries.map((entry) => {
    const refusal = entry.refusal ?? bombReason(entry.size, entry.packed, limits);
    return refusal === undefined ? entry : { ...entry, refusal };
  });
  const unpacked = checked.reduce((sum, { size, refusal }) => sum + (refusal === undefined ? size : 0), 0);
  if (unpacked > limits.bytes) throw new Error(`it unpacks to ${tooMuch(limits)}`);
  return folderOf(checked, [], limits, (entry) =>
    entry.read().catch((error: unknown) => {
      throw error instanceof DOMException ? error : new Error('it is damaged in the archive');
    }),
  );
}

async function openTar(
  source: Blob,
  { signal, progress, limits = LIMITS }: Opening,
): Promise<ArchivedFolder> {
  let packed = 0;
  const counted = source.stream().pipeThrough(
    new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform(chunk, controller) {
        packed += chunk.length;
        progress(packed, source.size);
        for (let at = 0; at < chunk.length; at += UNPACKED_AT_ONCE)
          controller.enqueue(chunk.subarray(at, at + UNPACKED_AT_ONCE));
      },
    }),
  );
  const isPacked = await isGzip(source);
  let unpacked = 0;
  const queue = createByteQueue(isPacked ? counted.pipeThrough(new DecompressionStream('gzip')) : counted, {
    damaged: 'it is a damaged gzip file',
    received(length) {
      signal.throwIfAborted();
      unpacked += length;
      const bomb = bombReason(unpacked, source.size, limits);
      if (bomb !== undefined) throw new Error(`it ${bomb}`);
    },
  });
  try {
    const { entries, notes } = await tarEntries(queue, limits);
    return folderOf(entries, notes, limits, ({ bytes }) => Promise.resolve(bytes.slice().buffer));
  } finally {
    void queue.cancel().catch(() => undefined); // It may have failed already.
  }
}

async function isGzip(source: Blob): Promise<boolean> {
  const [first, second] = new Uint8Array(await source.slice(0, 2).arrayBuffer());
  return first === 0x1f && second === 0x8b;
}

function folderOf<E extends ArchiveEntry>(
  entries: readonly E[],
  notes: readonly LeftOutEntry[],
  limits: Limits,
  read: (entry: E) => Promise<ArrayBuffer>,
): ArchivedFolder {
  const placed = placeEntries(entries, limits);
  const top = commonFolder(placed);
  const skipped = top === '' ? 0 : top.length + 1;
  const below = (path: RepoPath): RepoPath => path.slice(skipped) as RepoPath; // whole segments
  return {
    files: [...placed.fileByPath].map(([path, entry]) => ({
      path: below(path),
      size: entry.size,
      read: () => read(entry),
    })),
    leftOut: [
      ...placed.leftOut.map(({ path, ...entry }) => ({ ...entry, ...(path && { path: below(path) }) })),
      ...notes,
    ],
  };
}
