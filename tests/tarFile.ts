export interface TarPart {
  readonly name: string;
  readonly bytes: Uint8Array | string;
  /** Defaults to that of a file. */
  readonly type?: string;
  /** Size that the archive claims, if it is not the true one. */
  readonly size?: number;
}

/** Writes a TAR file without any library, so that it can also be a wrong one. Names of any length are as GNU tar writes them. */
export function tarFile(parts: readonly TarPart[]): Uint8Array<ArrayBuffer> {
  const blocks = parts.flatMap((part) => {
    const name = Buffer.from(`${part.name}\0`);
    const longName = name.length > 100 ? entryOf({ name: '././@LongLink', bytes: name, type: 'L' }) : [];
    return [...longName, ...entryOf(part)];
  });
  return new Uint8Array(Buffer.concat([...blocks, Buffer.alloc(1_024)]));
}

/** The header of an entry. `size` replaces the bytes of its size. */
export function tarHeader({ name, bytes, type = '0', size }: TarPart, sizeBytes?: Uint8Array): Buffer {
  const header = Buffer.alloc(512);
  header.write(name.slice(0, 100), 0, 100);
  header.write('0000644\0', 100);
  header.write('0000000\0', 108);
  header.write('0000000\0', 116);
  header.write(`${(size ?? Buffer.from(bytes).length).toString(8).padStart(11, '0')}\0`, 124, 12);
  header.set(sizeBytes ?? [], 124);
  header.write('00000000000\0', 136);
  header.write('        ', 148);
  header.write(type, 156);
  header.write('ustar\0' + '00', 257);
  const sum = header.reduce((all, byte) => all + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return header;
}

function entryOf(part: TarPart): readonly Buffer[] {
  const bytes = Buffer.from(part.bytes);
  return [tarHeader(part), bytes, Buffer.alloc((512 - (bytes.length % 512)) % 512)];
}
