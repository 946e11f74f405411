/**
 * How contents are parsed: not at all once that has killed workers, under any name; patiently once it has given facts, so
 * that no other worker falls back.
 */
import type { ContentHash } from '../../../src/core/files/fileContent';
import type { RepoPath } from '../../../src/core/files/repoPath';
import type { FileBytes } from '../../compute/contract';
import { stampKey, type FileStamp } from './fileReading';

export interface Quarantine {
  /** False for a file that is in it already. */
  add(path: RepoPath, stamp: FileStamp, reason: string): boolean;
  /** Instructions for the worker that parses the file. */
  mark(path: RepoPath, stamp: FileStamp): Pick<FileBytes, 'unparsed' | 'patience'>;
}

/** `hashOf` knows files that have been read; until then, a file is known by path, size and time. */
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
