/**
 * Bytes of files that were counted a moment ago. What is asked of them next, such as skeletons of all, need not get them
 * through the folder once more, which takes the browser longer than parsing them.
 */
import type { ContentHash } from '../../../src/core/files/fileContent';
import type { RepoPath } from '../../../src/core/files/repoPath';

export interface KeptBytes {
  /** Keeps a copy, as long as there is room. */
  put(path: RepoPath, bytes: ArrayBuffer): void;
  /** Records the hash of a file's text. Without one, its bytes are dropped. */
  settle(path: RepoPath, hash: ContentHash | undefined): void;
  /** A copy of the bytes that gave this hash. */
  get(path: RepoPath, hash: ContentHash): ArrayBuffer | undefined;
}

/** Bytes of one workspace. */
const CAPACITY = 64_000_000;
/** Milliseconds without a question after which all are let go. */
const UNUSED = 120_000;

interface Kept {
  readonly bytes: ArrayBuffer;
  readonly hash?: ContentHash;
}

/** `capacity` and `unused` are others in tests. */
export function createKeptBytes(capacity = CAPACITY, unused = UNUSED): KeptBytes {
  const kept = new Map<RepoPath, Kept>();
  let room = capacity;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function drop(path: RepoPath): void {
    room += kept.get(path)?.bytes.byteLength ?? 0;
    kept.delete(path);
  }

  function use(): void {
    clearTimeout(timer);
    timer = setTimeout(() => {
      kept.clear();
      room = capacity;
    }, unused);
  }

  return {
    put(path, bytes) {
      drop(path);
      if (bytes.byteLength > room) return;
      kept.set(path, { bytes: bytes.slice(0) });
      room -= bytes.byteLength;
    },
    settle(path, hash) {
      const known = kept.get(path);
      if (known === undefined) return;
      use();
      if (hash === undefined) drop(path);
      else kept.set(path, { ...known, hash });
    },
    get(path, hash) {
      const known = kept.get(path);
      if (known?.hash !== hash) return undefined;
      use();
      return known.bytes.slice(0);
    },
  };
}
