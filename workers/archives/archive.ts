/** Reads archives that somebody else has made, so nothing in them is trusted. */
import type { FileEntry } from '@zip.js/zip.js';
import { parseRepoPath, type RepoPath } from '../../src/core/files/repoPath';

interface Limits {
  readonly entries: number;
  readonly bytes: number;
  readonly ratio: number;
}

/** More than any honest archive of texts needs. Bytes are those that one reader unpacks. */
const LIMITS: Limits = { entries: 20_000, bytes: 200_000_000, ratio: 100 };

/** Bytes that may be unpacked from any file, because small ones are packed well. */
const ALWAYS_FINE = 1_000_000;

export interface Archive {
  /** Sorted by path. */
  readonly paths: readonly RepoPath[];
  /** Entries that can't be read, with the reason. Folders are no entries. */
  readonly refused: readonly { readonly name: string; readonly reason: string }[];
  /** Returns a function that reads files, which together may not exceed the limit of bytes. */
  reader(): ReadEntry;
}

/** Rejects with a reason for the user if the file is damaged or the limits are exceeded. */
export type ReadEntry = (path: RepoPath) => Promise<Blob>;

/** Whether a file is a ZIP archive by its first bytes. */
export async function isArchive(source: Blob): Promise<boolean> {
  const [p, k, third, fourth] = new Uint8Array(await source.slice(0, 4).arrayBuffer());
  return p === 0x50 && k === 0x4b && ((third === 3 && fourth === 4) || (third === 5 && fourth === 6));
}

/**
 * Opens a ZIP archive of any size: only its directory and the files asked for are read. Archives within it stay files.
 * Rejects with a reason for the user.
 */
export async function openArchive(source: Blob, limits = LIMITS): Promise<Archive> {
  // Loaded here, because few people import archives.
  const { BlobReader, ZipReader } = await import('@zip.js/zip.js/lib/zip-core-custom.js');
  const zip = new ZipReader(new BlobReader(source), {
    useWebWorkers: false,
    checkSignature: true,
    checkOverlappingEntry: true,
    filenameValidation: 'tolerant',
  });
  const entryByPath = new Map<RepoPath, FileEntry>();
  const refused: { name: string; reason: string }[] = [];
  const refuse = (name: string, reason: string) => refused.push({ name, reason });
  let count = 0;
  try {
    for await (const entry of zip.getEntriesGenerator()) {
      count += 1;
      if (count > limits.entries) break;
      if (entry.directory) continue;
      const parsed = parseRepoPath(entry.filename.toWellFormed());
      if (parsed.kind === 'refused') refuse(entry.filename, parsed.reason);
      else if (entry.encrypted) refuse(entry.filename, 'is encrypted');
      else if (entryByPath.has(parsed.path)) refuse(entry.filename, 'is there twice');
      else entryByPath.set(parsed.path, entry);
    }
  } catch {
    throw new Error('it is a damaged ZIP file');
  }
  if (count > limits.entries)
    throw new Error(`it has more than ${limits.entries.toLocaleString('en')} files`);

  function reader(): ReadEntry {
    let unpacked = 0;
    return async (path) => {
      const entry = entryByPath.get(path);
      if (entry === undefined) throw new Error(`it has no ${path}`);
      const size = entry.uncompressedSize;
      if (size > Math.max(ALWAYS_FINE, entry.compressedSize * limits.ratio))
        throw new Error(`${path} unpacks to more than ${limits.ratio} times its size`);
      const most = `more than ${limits.bytes / 1_000_000} MB`;
      if (size > limits.bytes) throw new Error(`${path} unpacks to ${most}`);
      if (unpacked + size > limits.bytes) throw new Error(`with ${path}, the files unpack to ${most}`);
      unpacked += size;
      return new Blob(await chunksOf(entry, path));
    };
  }

  return {
    paths: [...entryByPath.keys()].sort((one, other) => (one < other ? -1 : 1)),
    refused,
    reader,
  };
}

/** Unpacks no more bytes than the archive claims the file has. */
async function chunksOf(entry: FileEntry, path: RepoPath): Promise<Uint8Array<ArrayBuffer>[]> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  const collected = new WritableStream<Uint8Array<ArrayBuffer>>({
    write(chunk) {
      size += chunk.length;
      if (size > entry.uncompressedSize) throw new Error('It is larger than the archive claims.');
      chunks.push(chunk);
    },
  });
  try {
    await entry.getData(collected);
  } catch {
    throw new Error(`${path} is damaged`);
  }
  return chunks;
}
