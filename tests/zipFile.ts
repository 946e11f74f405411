import { crc32, deflateRawSync } from 'node:zlib';

export interface ZipEntry {
  readonly name: string;
  readonly bytes: Uint8Array | string;
  /** Size that the archive claims, if it is not the true one. */
  readonly claimed?: number;
  /** Checksum that the archive claims, if it is not the true one. */
  readonly sum?: number;
  readonly flags?: number;
  /** The bytes are written as they are. */
  readonly isStored?: true;
  /** The same bytes are not written again: the entry points to those of the one before it. */
  readonly isShared?: true;
}

/** Writes a ZIP file without any library, so that it can also be a wrong one. */
export function zipFile(entries: readonly ZipEntry[]): Blob {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  let before = 0;
  for (const { name, bytes, claimed, sum, flags = 0x800, isStored, isShared = false } of entries) {
    const content = Buffer.from(bytes);
    const packed = isStored ? content : deflateRawSync(content);
    const encoded = Buffer.from(name);
    const shared = Buffer.alloc(26);
    shared.writeUInt16LE(20, 0);
    shared.writeUInt16LE(flags, 2);
    shared.writeUInt16LE(isStored ? 0 : 8, 4);
    shared.writeUInt32LE(sum ?? crc32(content), 10);
    shared.writeUInt32LE(packed.length, 14);
    shared.writeUInt32LE(claimed ?? content.length, 18);
    shared.writeUInt16LE(encoded.length, 22);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(isShared ? before : offset, 10);
    directory.push(Buffer.from('PK\u0001\u0002\u0014\0'), shared, rest, encoded);
    if (isShared) continue;
    parts.push(Buffer.from('PK\u0003\u0004'), shared, encoded, packed);
    before = offset;
    offset += 30 + encoded.length + packed.length;
  }
  const listed = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(entries.length & 0xffff, 4);
  end.writeUInt16LE(entries.length & 0xffff, 6);
  end.writeUInt32LE(listed.length, 8);
  end.writeUInt32LE(offset, 12);
  return new Blob([Buffer.concat([...parts, listed, Buffer.from('PK\u0005\u0006'), end])]);
}
