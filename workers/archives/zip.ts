/** The entries of a ZIP file. Only its directory and the files asked for are read, so it may have any size. */
import type { DirectoryEntry, FileEntry } from '@zip.js/zip.js';
import type { ArchiveEntry } from './entries';
import { tooMany, type Limits } from './limits';

export interface ZipEntry extends ArchiveEntry {
  /** Bytes in the archive. */
  readonly packed: number;
  /** Unpacks no more bytes than `size`. Rejects if the entry is damaged. */
  read(): Promise<Uint8Array<ArrayBuffer>[]>;
}

/** Bytes of one read outside of files, such as the directory. 20,000 long names need less. */
const LARGEST_READ = 64_000_000;

const STORED = 0;
const DEFLATED = 8;

/** Rejects with a reason for the user if the archive is damaged or has too many entries. */
export async function zipEntries(source: Blob, limits: Limits): Promise<readonly ZipEntry[]> {
  // Loaded here, because few people open archives.
  const { BlobReader, ZipReader } = await import('@zip.js/zip.js/lib/zip-core-custom.js');
  const blobReader = new BlobReader(source);
  const read = blobReader.readUint8Array.bind(blobReader);
  blobReader.readUint8Array = (index, length) => {
    if (length > LARGEST_READ) throw new Error('The directory is too large.');
    return read(index, length);
  };
  const zip = new ZipReader(blobReader, {
    useWebWorkers: false,
    checkSignature: true,
    checkOverlappingEntry: true,
    filenameValidation: 'tolerant',
  });
  const entries: ZipEntry[] = [];
  let count = 0;
  try {
    for await (const entry of zip.getEntriesGenerator()) {
      count += 1;
      if (count > limits.entries) break;
      if (entry.directory && entry.uncompressedSize === 0) continue;
      entries.push(zipEntry(entry));
    }
  } catch {
    throw new Error('it is a damaged ZIP file');
  }
  if (count > limits.entries) throw tooMany(limits, 'files');
  return entries;
}

type ListedEntry = FileEntry | DirectoryEntry;

function zipEntry(entry: ListedEntry): ZipEntry {
  const refusal = refusalOf(entry);
  return {
    name: entry.filename,
    size: entry.uncompressedSize,
    packed: entry.compressedSize,
    ...(refusal !== undefined && { refusal }),
    read: () => (entry.directory ? Promise.reject(new Error('It is a folder.')) : chunksOf(entry)),
  };
}

function refusalOf(entry: ListedEntry): string | undefined {
  if (entry.directory) return 'is a folder with data of its own';
  if (entry.encrypted) return 'is encrypted';
  if (entry.symlink) return 'is a symbolic link';
  if (entry.compressionMethod !== STORED && entry.compressionMethod !== DEFLATED)
    return 'is packed with a method that browsers cannot unpack';
  return undefined;
}

async function chunksOf(entry: FileEntry): Promise<Uint8Array<ArrayBuffer>[]> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  const collected = new WritableStream<Uint8Array<ArrayBuffer>>({
    write(chunk) {
      size += chunk.length;
      if (size > entry.uncompressedSize) throw new Error('It is larger than the archive claims.');
      chunks.push(chunk);
    },
  });
  await entry.getData(collected);
  if (size < entry.uncompressedSize) throw new Error('It is smaller than the archive claims.');
  return chunks;
}
