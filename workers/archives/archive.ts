/** Reads files of ZIP archives that somebody else has made, so nothing in them is trusted. */
import type { RepoPath } from '../../src/core/files/repoPath';
import { placeEntries } from './entries';
import { bombReason, LIMITS, tooMuch } from './limits';
import { zipEntries } from './zip';

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
  const { fileByPath, leftOut } = placeEntries(await zipEntries(source, limits), limits);

  function reader(): ReadEntry {
    let unpacked = 0;
    return async (path) => {
      const entry = fileByPath.get(path);
      if (entry === undefined) throw new Error(`it has no ${path}`);
      const { size, packed } = entry;
      const bomb = bombReason(size, packed, limits);
      if (bomb !== undefined) throw new Error(`${path} ${bomb}`);
      if (unpacked + size > limits.bytes)
        throw new Error(`with ${path}, the files unpack to ${tooMuch(limits)}`);
      unpacked += size;
      try {
        return new Blob([await entry.read()]);
      } catch {
        throw new Error(`${path} is damaged`);
      }
    };
  }

  return {
    paths: [...fileByPath.keys()].sort((one, other) => (one < other ? -1 : 1)),
    refused: leftOut,
    reader,
  };
}
