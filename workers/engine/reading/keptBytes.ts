/**
 * Keeps the bytes of recently counted files. Follow-up requests, such as skeletons of all files, then need not read them
 * again, which takes browsers longer than parsing.
 */
import type { ContentHash } from '../../../src/core/files/fileContent';
import type { RepoPath } from '../../../src/core/files/repoPath';
import { stampOf } from '../folders/fileStamp';
import type { FileToRead } from './fileReading';
import type { WorkspaceIndex } from './workspaceIndex';

export interface KeptBytes {
  /** Keeps a copy, as long as there is room. */
  put(path: RepoPath, bytes: Uint8Array): void;
  /** Records the hash of a file's text. Without one, its bytes are dropped. */
  settle(path: RepoPath, hash: ContentHash | undefined): void;
  /** A copy of the bytes that gave this hash. */
  get(path: RepoPath, hash: ContentHash): Uint8Array<ArrayBuffer> | undefined;
}

/** Bytes per workspace. */
const CAPACITY = 64_000_000;
/** Milliseconds without use until all bytes are freed. */
const UNUSED = 120_000;

interface Kept {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly hash?: ContentHash;
}

/** Tests pass smaller limits. */
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
      kept.set(path, { bytes: new Uint8Array(bytes) });
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
      return known.bytes.slice();
    },
  };
}

/** A file to read, with its kept bytes if there are any. They are as reliable as the index. */
export function withKeptBytes(path: RepoPath, index: WorkspaceIndex, keptBytes: KeptBytes): FileToRead {
  const record = index.record(path);
  if (record?.content.kind !== 'text') return { path };
  const { hash } = record.content;
  const bytes = keptBytes.get(path, hash);
  if (bytes === undefined) return { path };
  const stamp = stampOf(record);
  const file = { ...stamp, hash, read: () => Promise.resolve(bytes.buffer) };
  return { path, lookup: { kind: 'found', file, stamp } };
}
