import { decodeName } from '../gitText';
import { GitFault, type IndexEntry } from '../model';
import { OID_BYTES, oidAt } from '../oid';

/** The entries of an index file, and where the extensions begin. */
export interface ParsedEntries {
  readonly entries: IndexEntry[];
  readonly end: number;
}

const HEADER_BYTES = 12;
/** Times, device, inode, mode, owner and size, ten numbers of four bytes. */
const STATUS_BYTES = 40;
const FLAGS_AT = STATUS_BYTES + OID_BYTES;
const ASSUMED_UNCHANGED = 0x8000;
const EXTENDED = 0x4000;
const LONGEST_COUNTED_NAME = 0xfff;
const SKIPPED = 0x4000;
const INTENDED = 0x2000;
const KNOWN_EXTENDED = SKIPPED | INTENDED;

/** Parses the entries of an index of version 2, 3 or 4. Throws a GitFault if it is damaged or of another version. */
export function parseIndexEntries(bytes: Uint8Array): ParsedEntries {
  if (bytes.length < HEADER_BYTES + OID_BYTES) throw damagedIndex();
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  if (view.getUint32(0) !== 0x44495243) throw damagedIndex();
  const version = view.getUint32(4);
  if (version < 2 || version > 4) throw new GitFault(`The index has version ${version}, which is unknown.`);
  const count = view.getUint32(8);

  const entries: IndexEntry[] = [];
  const name = new NameReader(bytes, version === 4);
  let at = HEADER_BYTES;
  for (let index = 0; index < count; index++) {
    if (at + FLAGS_AT + 2 > bytes.length) throw damagedIndex();
    const flags = view.getUint16(at + FLAGS_AT);
    const isExtended = (flags & EXTENDED) !== 0;
    const more = isExtended && at + FLAGS_AT + 4 <= bytes.length ? view.getUint16(at + FLAGS_AT + 2) : 0;
    if ((more & ~KNOWN_EXTENDED) !== 0) throw new GitFault('The index has entries of an unknown kind.');
    const next = name.read(at, at + FLAGS_AT + (isExtended ? 4 : 2), flags & LONGEST_COUNTED_NAME);
    entries.push({
      path: name.path,
      mode: view.getUint32(at + 24),
      oid: oidAt(bytes, at + STATUS_BYTES),
      // Two bits.
      stage: ((flags >> 12) & 3) as IndexEntry['stage'],
      size: view.getUint32(at + 36),
      modified: [view.getUint32(at + 8), view.getUint32(at + 12)],
      isAssumedUnchanged: (flags & ASSUMED_UNCHANGED) !== 0,
      isSkipped: (more & SKIPPED) !== 0,
      isIntended: (more & INTENDED) !== 0,
    });
    at = next;
  }
  return { entries, end: at };
}

/** Reads the names of entries one after another, since version 4 only says how a name differs from the one before. */
class NameReader {
  path = '';
  readonly #bytes: Uint8Array;
  readonly #isShortened: boolean;
  /** The last name in version 4. */
  #last = new Uint8Array(256);
  #length = 0;

  constructor(bytes: Uint8Array, isShortened: boolean) {
    this.#bytes = bytes;
    this.#isShortened = isShortened;
  }

  /** Returns where the next entry begins. */
  read(entryStart: number, start: number, countedLength: number): number {
    if (this.#isShortened) return this.#readShortened(start);
    const isCounted = countedLength < LONGEST_COUNTED_NAME;
    const end = isCounted ? start + countedLength : this.#bytes.indexOf(0, start);
    if (end < 0 || end >= this.#bytes.length) throw damagedIndex();
    this.path = decodeName(this.#bytes, start, end);
    // One to eight zeros, so that entries have a multiple of eight bytes.
    return entryStart + ((end - entryStart + 8) & ~7);
  }

  #readShortened(start: number): number {
    let removed = 0;
    let at = start;
    for (let byte = 0x80; byte >= 0x80; removed += byte >= 0x80 ? 1 : 0) {
      byte = this.#bytes[at++] ?? 0;
      removed = removed * 128 + (byte & 0x7f);
      if (removed > this.#length) throw damagedIndex();
    }
    const end = this.#bytes.indexOf(0, at);
    if (end < 0) throw damagedIndex();
    const kept = this.#length - removed;
    this.#length = kept + end - at;
    if (this.#length > this.#last.length) {
      const longer = new Uint8Array(2 * this.#length);
      longer.set(this.#last.subarray(0, kept));
      this.#last = longer;
    }
    this.#last.set(this.#bytes.subarray(at, end), kept);
    this.path = decodeName(this.#last, 0, this.#length);
    return end + 1;
  }
}

export function damagedIndex(): GitFault {
  return new GitFault('The index is damaged.');
}
