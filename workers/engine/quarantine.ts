/** Files whose parsing has killed workers: from then on they are shown without being parsed, as long as they stay as they are. */
import type { RepoPath } from '../../src/core/files/repoPath';
import type { FileStamp } from './fileReading';

export interface Quarantine {
  /** False for a file that is in it already. */
  add(path: RepoPath, stamp: FileStamp, reason: string): boolean;
  /** What a worker is told of a file. */
  mark(path: RepoPath, stamp: FileStamp): { readonly unparsed?: string };
}

export function createQuarantine(): Quarantine {
  const reasons = new Map<string, string>();
  const keyOf = (path: RepoPath, { size, modified }: FileStamp): string => `${size}/${modified}/${path}`;
  return {
    add(path, stamp, reason) {
      const key = keyOf(path, stamp);
      if (reasons.has(key)) return false;
      reasons.set(key, reason);
      return true;
    },
    mark(path, stamp) {
      const unparsed = reasons.get(keyOf(path, stamp));
      return unparsed === undefined ? {} : { unparsed };
    },
  };
}
