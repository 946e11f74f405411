/** What is known of a workspace's files between two visits: packs in IndexedDB. Losing it costs time, never a result. */
import { createStore, promisifyRequest, type UseStore } from 'idb-keyval';
import { coalesce } from '../../src/core/async/coalesce';
import type { TokenEncoding } from '../../src/core/tokens/encoding';
import type { RepoPath } from '../../src/core/files/repoPath';
import { CACHES } from '../../src/core/storage/caches';
import type { StoreWithRoom } from './room';

/** Files in one stored value: writing back a change costs one such value. */
const FILES_PER_PACK = 1_000;
/** Some browsers never answer; nobody waits longer for what only saves time. */
const OPEN_TIMEOUT = 3_000;

export interface OfFile {
  readonly path: RepoPath;
}

export interface PackStore<T extends OfFile> {
  /** What was known last time; empty when nothing was, or nothing can be read. */
  load(): Promise<readonly T[]>;
  put(file: T): void;
  remove(path: RepoPath): void;
  /** Removes what is not in the folder any more. */
  keepOnly(isListed: (path: RepoPath) => boolean): void;
  /** Writes what has changed. Full packs are written on the way without being asked. */
  flush(): Promise<void>;
}

/** A place for packs. Both calls may reject or never settle. */
export interface PackShelf {
  load(): Promise<ReadonlyMap<number, unknown>>;
  /** Undefined takes a pack away. */
  save(packs: ReadonlyMap<number, unknown>): Promise<void>;
}

/** How a pack is stored. */
export interface PackCodec<T extends OfFile> {
  pack(files: readonly T[]): unknown;
  /** Undefined when the value is not a whole pack of this kind. */
  unpack(value: unknown): readonly T[] | undefined;
}

/** Without a shelf nothing is kept. */
export function createPackStore<T extends OfFile>(
  shelf: PackShelf | undefined,
  { pack: packFiles, unpack: unpackFiles }: PackCodec<T>,
): PackStore<T> {
  const packs = new Map<number, Map<RepoPath, T>>();
  const packByPath = new Map<RepoPath, number>();
  const dirty = new Set<number>();
  let filling = 0;
  let works = shelf !== undefined;

  function packWithRoom(): number {
    while ((packs.get(filling)?.size ?? 0) >= FILES_PER_PACK) filling += 1;
    return filling;
  }

  function put(file: T): void {
    const number = packByPath.get(file.path) ?? packWithRoom();
    const pack = place(number, file);
    dirty.add(number);
    if (pack.size >= FILES_PER_PACK && number === filling) void flush();
  }

  function place(number: number, file: T): Map<RepoPath, T> {
    const pack = packs.get(number) ?? new Map<RepoPath, T>();
    pack.set(file.path, file);
    packs.set(number, pack);
    packByPath.set(file.path, number);
    return pack;
  }

  function remove(path: RepoPath): void {
    const number = packByPath.get(path);
    if (number === undefined) return;
    packByPath.delete(path);
    packs.get(number)?.delete(path);
    dirty.add(number);
  }

  const flush = coalesce(async () => {
    if (shelf === undefined || !works || dirty.size === 0) return;
    const changed = new Map([...dirty].map((number) => [number, packed(packs.get(number))]));
    dirty.clear();
    works = await succeeds(shelf.save(changed));
  });

  function packed(pack: ReadonlyMap<RepoPath, T> | undefined): unknown {
    return pack === undefined || pack.size === 0 ? undefined : packFiles([...pack.values()]);
  }

  return {
    async load() {
      if (shelf === undefined) return [];
      const values = await withTimeout(shelf.load(), OPEN_TIMEOUT);
      if (values === undefined) {
        works = false;
        return [];
      }
      for (const [number, value] of values) {
        const files = unpackFiles(value);
        // A pack that cannot be read is written over, or taken away, with the next flush.
        if (files === undefined) dirty.add(number);
        for (const file of files ?? []) {
          // Two tabs may have put a file into a pack each; one of them is enough.
          if (packByPath.has(file.path)) dirty.add(number);
          else place(number, file);
        }
      }
      return [...packs.values()].flatMap((pack) => [...pack.values()]);
    },
    put,
    remove,
    keepOnly(isListed) {
      for (const path of packByPath.keys()) if (!isListed(path)) remove(path);
    },
    flush,
  };
}

export interface ShelfPlace {
  readonly cache: 'index' | 'views';
  /** Packs of another version are taken away when the shelf is read. */
  readonly version: number | string;
  readonly workspaceId: string;
  readonly encoding: TokenEncoding;
  readonly store: StoreWithRoom;
}

/** The shelf of one workspace and encoding. */
export function browserShelf({
  cache,
  version,
  workspaceId,
  encoding,
  store: withRoom,
}: ShelfPlace): PackShelf {
  const prefix = [workspaceId, encoding];
  let store: UseStore | undefined;
  const open = (): UseStore => (store ??= createStore(CACHES[cache].database, CACHES[cache].store));
  // Arrays sort after numbers and strings, so an empty one ends the range.
  const all = (key: readonly IDBValidKey[]): IDBKeyRange => IDBKeyRange.bound([...key], [...key, []]);

  return {
    load: () =>
      open()('readwrite', async (packs) => {
        const current = all([...prefix, version]);
        const keys = promisifyRequest(packs.getAllKeys(current));
        const values = promisifyRequest(packs.getAll(current));
        const everything = await promisifyRequest(packs.getAllKeys(all(prefix)));
        for (const key of everything) if (!current.includes(key)) packs.delete(key);
        const found = await values;
        return new Map((await keys).map((key, index) => [packNumber(key), found[index]]));
      }),
    save: (changed) =>
      withRoom({ kind: cache, workspaceId }, () =>
        open()('readwrite', async (packs) => {
          for (const [number, pack] of changed) {
            const key = [...prefix, version, number];
            if (pack === undefined) packs.delete(key);
            else packs.put(pack, key);
          }
          await promisifyRequest(packs.transaction);
        }),
      ),
  };
}

function packNumber(key: IDBValidKey): number {
  const last = Array.isArray(key) ? key.at(-1) : undefined;
  return typeof last === 'number' ? last : 0;
}

async function succeeds(saving: Promise<unknown>): Promise<boolean> {
  try {
    await saving;
    return true;
  } catch {
    return false; // No room, or no database: from here on nothing is kept, and everything else goes on.
  }
}

/** Undefined when it fails or does not answer in time. */
async function withTimeout<T>(promise: Promise<T>, milliseconds: number): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), milliseconds);
  });
  try {
    return await Promise.race([promise, timeout]);
  } catch {
    return undefined; // No database here: the same as nothing stored.
  } finally {
    clearTimeout(timer);
  }
}
