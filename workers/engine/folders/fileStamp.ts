import type { SourceEncoding } from '../../../src/core/files/sourceEncoding';

/** Reading a file with the same stamp gives the same text. */
export interface FileStamp {
  readonly size: number;
  /** Milliseconds since the epoch. */
  readonly modified: number;
  /** The encoding that the user chose, which affects the text. */
  readonly readAs?: SourceEncoding;
}

export function stampOf(file: FileStamp): FileStamp {
  return { size: file.size, modified: file.modified, ...readAsOf(file) };
}

/** The part of a stamp that decoding needs. */
export function readAsOf({ readAs }: Pick<FileStamp, 'readAs'>): Pick<FileStamp, 'readAs'> {
  return readAs === undefined ? {} : { readAs };
}

export function isSameStamp(one: FileStamp, other: FileStamp): boolean {
  return one.size === other.size && one.modified === other.modified && one.readAs === other.readAs;
}

/** A stamp as part of a key. */
export function stampKey({ size, modified, readAs }: FileStamp): string {
  return `${size}/${modified}/${readAs ?? 'auto'}`;
}
