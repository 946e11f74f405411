/** The entries of a ZIP file. Of a large one, only its directory and the files asked for are read. */
import type { DirectoryEntry, FileEntry } from '@zip.js/zip.js';
import type { ArchiveEntry } from './entries';
import { tooMany, type Limits } from './limits';
import { bytesOf, readAhead, readFrom, type ReadBytes } from './readBytes';
import { DEFLATED, LOCAL_HEADER, STORED, unpackEntry } from './unpackEntry';

export interface ZipEntry extends ArchiveEntry {
  /** Bytes in the archive. */
  readonly packed: number;
  /** Unpacks no more bytes than `size`. Rejects if the entry is damaged. */
  read(): Promise<ArrayBuffer>;
}

/** Bytes of an archive that is read as a whole: asking the browser for each file takes longer. */
const READ_AT_ONCE = 100_000_000;

/** Bytes of one read outside of files, such as the directory. 20,000 long names need less. */
const LARGEST_READ = 64_000_000;

/** Rejects with a reason for the user if the archive is damaged or has too many entries. */
export async function zipEntries(source: Blob, limits: Limits): Promise<readonly ZipEntry[]> {
  // Loaded here, because few people open archives.
  const { BlobReader, Uint8ArrayReader, ZipReader } = await import('@zip.js/zip.js/lib/zip-core-custom.js');
  const whole = source.size > READ_AT_ONCE ? undefined : await bytesOf(source);
  const reader = whole === undefined ? new BlobReader(source) : new Uint8ArrayReader(whole);
  const readDirectory = reader.readUint8Array.bind(reader);
  reader.readUint8Array = (index, length) => {
    if (length > LARGEST_READ) throw new Error('The directory is too large.');
    return readDirectory(index, length);
  };
  const zip = new ZipReader(reader, { filenameValidation: 'tolerant' });
  const listed: ListedEntry[] = [];
  let count = 0;
  try {
    for await (const entry of zip.getEntriesGenerator()) {
      count += 1;
      if (count > limits.entries) break;
      if (entry.directory && entry.uncompressedSize === 0) continue;
      listed.push(entry);
    }
  } catch {
    throw new Error('it is a damaged ZIP file');
  }
  if (count > limits.entries) throw tooMany(limits, 'files and folders');
  const overlapping = overlappingEntries(listed);
  const read = whole === undefined ? readAhead(source) : readFrom(whole);
  return listed.map((entry) => zipEntry(entry, overlapping.has(entry), read));
}

type ListedEntry = FileEntry | DirectoryEntry;

/** Entries that begin within the data of another one, which is how small archives unpack to terabytes. */
function overlappingEntries(entries: readonly ListedEntry[]): ReadonlySet<ListedEntry> {
  const overlapping = new Set<ListedEntry>();
  let end = 0;
  for (const entry of entries.toSorted((one, other) => one.offset - other.offset)) {
    if (entry.offset < end) overlapping.add(entry);
    end = Math.max(end, entry.offset + LOCAL_HEADER + entry.rawFilename.length + entry.compressedSize);
  }
  return overlapping;
}

function zipEntry(entry: ListedEntry, isOverlapping: boolean, read: ReadBytes): ZipEntry {
  const refusal = refusalOf(entry) ?? (isOverlapping ? 'shares its data with another file' : undefined);
  return {
    name: entry.filename,
    size: entry.uncompressedSize,
    packed: entry.compressedSize,
    ...(refusal !== undefined && { refusal }),
    read: () => unpackEntry(entry, read),
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
