/** Contents whose parsing has killed workers: from then on they are shown without being parsed, under any name. */
import type { ContentHash } from '../../src/core/files/fileContent';
import type { RepoPath } from '../../src/core/files/repoPath';
import type { FileStamp } from './fileReading';

export interface Quarantine {
  /** False for a file that is in it already. */
  add(path: RepoPath, stamp: FileStamp, reason: string): boolean;
  /** What a worker is told of a file. */
  mark(path: RepoPath, stamp: FileStamp): { readonly unparsed?: string };
}

/** `hashOf` tells of a file that has been read; until it does, the file is known by path, size and time. */
export function createQuarantine(
  hashOf: (path: RepoPath, stamp: FileStamp) => ContentHash | undefined,
): Quarantine {
  const reasonByStamp = new Map<string, string>();
  const reasonByHash = new Map<ContentHash, string>();
  const stampKey = (path: RepoPath, { size, modified }: FileStamp): string => `${size}/${modified}/${path}`;

  function reasonOf(path: RepoPath, stamp: FileStamp): string | undefined {
    const hash = hashOf(path, stamp);
    const reason = reasonByStamp.get(stampKey(path, stamp));
    if (hash !== undefined && reason !== undefined) reasonByHash.set(hash, reason);
    return reason ?? (hash && reasonByHash.get(hash));
  }

  return {
    add(path, stamp, reason) {
      if (reasonOf(path, stamp) !== undefined) return false;
      const hash = hashOf(path, stamp);
      if (hash === undefined) reasonByStamp.set(stampKey(path, stamp), reason);
      else reasonByHash.set(hash, reason);
      return true;
    },
    mark(path, stamp) {
      const unparsed = reasonOf(path, stamp);
      return unparsed === undefined ? {} : { unparsed };
    },
  };
}
