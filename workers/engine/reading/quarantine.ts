/**
 * Decides how contents are parsed: never again, under any path, if that killed workers, and with a larger allowance if it
 * has produced facts before, so that no worker falls back.
 */
import type { ContentHash } from '../../../src/core/files/fileContent';
import type { RepoPath } from '../../../src/core/files/repoPath';
import type { FileBytes } from '../../compute/contract';
import { stampKey, type FileStamp } from '../folders/fileStamp';

export interface Quarantine {
  /** Returns false if the file is already in quarantine. */
  add(path: RepoPath, stamp: FileStamp, reason: string): boolean;
  /** Instructions for the worker that parses the file. */
  mark(path: RepoPath, stamp: FileStamp): Pick<FileBytes, 'unparsed' | 'patience'>;
}

/** Identifies files by hash if `hashOf` knows it, else by path, size and time. */
export function createQuarantine(
  hashOf: (path: RepoPath, stamp: FileStamp) => ContentHash | undefined,
  isParsed: (path: RepoPath, hash: ContentHash) => boolean,
): Quarantine {
  const reasonByStamp = new Map<string, string>();
  const reasonByHash = new Map<ContentHash, string>();
  const keyOf = (path: RepoPath, stamp: FileStamp): string => `${stampKey(stamp)}/${path}`;

  function reasonOf(path: RepoPath, stamp: FileStamp): string | undefined {
    const hash = hashOf(path, stamp);
    const reason = reasonByStamp.get(keyOf(path, stamp));
    if (hash !== undefined && reason !== undefined) reasonByHash.set(hash, reason);
    return reason ?? (hash && reasonByHash.get(hash));
  }

  return {
    add(path, stamp, reason) {
      if (reasonOf(path, stamp) !== undefined) return false;
      const hash = hashOf(path, stamp);
      if (hash === undefined) reasonByStamp.set(keyOf(path, stamp), reason);
      else reasonByHash.set(hash, reason);
      return true;
    },
    mark(path, stamp) {
      const unparsed = reasonOf(path, stamp);
      if (unparsed !== undefined) return { unparsed };
      const hash = hashOf(path, stamp);
      return hash !== undefined && isParsed(path, hash) ? { patience: 'patient' } : {};
    },
  };
}
