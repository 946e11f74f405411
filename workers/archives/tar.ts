/** The entries of a TAR file, which is read once, from its beginning to its end. */
import type { ParsedTarEntry } from 'modern-tar';
import { isAllZero, type ByteQueue } from './byteQueue';
import type { ArchiveEntry, LeftOutEntry } from './entries';
import { tooMany, type Limits } from './limits';

export interface TarEntry extends ArchiveEntry {
  /** Empty if the entry is refused. */
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export interface TarContents {
  readonly entries: readonly TarEntry[];
  /** What the archive may have besides. */
  readonly notes: readonly LeftOutEntry[];
}

const BLOCK = 512;
/** Where a header has its type. */
const TYPE = 156;
/** The mark of a header in all formats since 1988, and its offset. */
const [MAGIC, MAGIC_AT] = ['ustar', 257];
/** Whether another block of a sparse file's map follows: in the header, and in each of these blocks. */
const [MAP_GOES_ON, MAP_GOES_ON_AGAIN] = [482, 504];

/** Rejects with a reason for the user if the file is damaged or has too many entries. */
export async function tarEntries(bytes: ByteQueue, limits: Limits): Promise<TarContents> {
  const entries: TarEntry[] = [];
  const headers = await createHeaderReader();
  let count = 0;
  let block = await bytes.take(BLOCK);
  if (block.length < BLOCK) throw noArchive();
  const first = block;
  let isZero = false;
  for (; block.length === BLOCK; block = await bytes.take(BLOCK)) {
    const wasZero = isZero;
    isZero = isAllZero(block);
    if (isZero && wasZero) {
      const isFollowed = await bytes.drain();
      return { entries, notes: isFollowed ? [FOLLOWED] : [] };
    }
    const header = await headers.read(block).catch((error: unknown) => {
      throw block !== first || hasMagic(first) ? error : noArchive();
    });
    if (header === undefined) continue;
    count += 1;
    if (count > limits.entries) throw tooMany(limits, 'files and folders');
    const type = String.fromCharCode(block[TYPE] ?? 0);
    if (type === SPARSE) await skipMap(block, bytes);
    const padded = await bytes.take(Math.ceil(header.size / BLOCK) * BLOCK);
    if (padded.length < header.size) throw cutOff();
    await headers.skip(padded);
    const entry = tarEntry(header, type, padded.subarray(0, header.size));
    if (entry !== undefined) entries.push(entry);
  }
  if (block.length > 0 || headers.isUnderWay() || entries.length === 0) throw cutOff();
  return { entries, notes: [ENDLESS] };
}

const FOLLOWED: LeftOutEntry = {
  name: 'the data after the end of the archive',
  reason: 'is ignored, as by tar',
};
/** Its end was written in part or not at all, or it is cut off exactly between two files. */
const ENDLESS: LeftOutEntry = {
  name: 'the end of the archive',
  reason: 'is missing, so files may be missing',
};

interface HeaderReader {
  /** Takes the next block. Resolves to the header that it completes, with long names. */
  read(block: Uint8Array): Promise<Header | undefined>;
  /** Takes the data of the entry, with its padding. */
  skip(data: Uint8Array): Promise<void>;
  /** Whether the last blocks began a header that is not complete. A single block of zeros, half of the end mark, does not count. */
  isUnderWay(): boolean;
}

type Header = ParsedTarEntry['header'];

/**
 * Gives the library a block at a time. It does not tell the type of a header that it does not know, so that a sparse file
 * would look like a file, and this way we know which block the header is.
 */
async function createHeaderReader(): Promise<HeaderReader> {
  // Loaded here, because few people open archives.
  const { createTarDecoder } = await import('modern-tar');
  const decoder = createTarDecoder({ strict: true });
  const writer = decoder.writable.getWriter();
  const reader = decoder.readable.getReader();
  let found: ParsedTarEntry | undefined;
  let isUnderWay = false;

  /** A read always waits, so that an entry is found before the write of its header resolves. */
  function awaitEntry(): void {
    found = undefined;
    isUnderWay = false;
    void reader.read().then(
      ({ value }) => (found = value),
      () => undefined,
    );
  }

  async function write(bytes: Uint8Array): Promise<void> {
    try {
      await writer.write(bytes);
    } catch {
      throw new Error('it is a damaged TAR file');
    }
  }

  awaitEntry();
  return {
    async read(block) {
      isUnderWay ||= !isAllZero(block);
      await write(block);
      return found?.header;
    },
    async skip(data) {
      await found?.body.cancel();
      awaitEntry();
      if (data.length > 0) await write(data);
    },
    isUnderWay: () => isUnderWay,
  };
}

async function skipMap(header: Uint8Array, bytes: ByteQueue): Promise<void> {
  let goesOn = header[MAP_GOES_ON] === 1;
  while (goesOn) {
    const block = await bytes.take(BLOCK);
    if (block.length < BLOCK) throw cutOff();
    goesOn = block[MAP_GOES_ON_AGAIN] === 1;
  }
}

/** Undefined for a folder. */
function tarEntry(header: Header, type: string, bytes: Uint8Array<ArrayBuffer>): TarEntry | undefined {
  if (header.type === 'directory' || type === LISTED_FOLDER) return undefined;
  const { 'GNU.sparse.name': sparseName, ...pax } = header.pax ?? {};
  const isSparse = sparseName !== undefined || Object.keys(pax).some((key) => key.startsWith('GNU.sparse.'));
  const name = sparseName ?? header.name;
  const refusal = isSparse ? IS_SPARSE : refusalOf(header, type);
  return refusal === undefined
    ? { name, size: header.size, bytes }
    : { name, size: header.size, refusal, bytes: new Uint8Array(0) };
}

const SPARSE = 'S';
/** A folder with the names in it, of an incremental backup. */
const LISTED_FOLDER = 'D';
const IS_SPARSE = 'is a sparse file';

function refusalOf({ type, linkname = '' }: Header, typeFlag: string): string | undefined {
  switch (type) {
    case 'symlink':
      return `is a symbolic link to ${linkname}`;
    case 'link':
      return `is a hard link to ${linkname}`;
    case 'character-device':
    case 'block-device':
      return 'is a device';
    case 'fifo':
      return 'is a pipe';
    default:
      return refusalOfFile(typeFlag);
  }
}

function refusalOfFile(typeFlag: string): string | undefined {
  switch (typeFlag) {
    case '\0':
    case '0':
    case '7': // contiguous on the disk
      return undefined;
    case SPARSE:
      return IS_SPARSE;
    case 'M':
      return 'continues in another archive';
    case 'V':
      return 'is the label of the archive';
    default:
      return 'is neither a file nor a folder';
  }
}

function hasMagic(block: Uint8Array): boolean {
  return String.fromCharCode(...block.subarray(MAGIC_AT, MAGIC_AT + MAGIC.length)) === MAGIC;
}

function noArchive(): Error {
  return new Error('it is neither a ZIP nor a TAR file');
}

function cutOff(): Error {
  return new Error('it is a damaged TAR file: its end is missing');
}
