/** Stores records of a workspace's files between visits, with a thousand files per value. */
import { promisifyRequest } from 'idb-keyval';
import { coalesce } from '../../src/core/async/coalesce';
import type { Steps } from '../../src/core/async/steps';
import type { TokenEncoding } from '../../src/core/tokens/encoding';
import type { RepoPath } from '../../src/core/files/repoPath';
import { inSlices } from '../inSlices';
import { keysBelow, openCacheStore } from './cacheStore';
import type { Room } from './room';

/** Files per stored value. Each change rewrites one value. */
const FILES_PER_PACK = 1_000;
/**
 * Milliseconds to wait for each answer. The first screen waits for the index, and the first view for the views. Only
 * rankings and links wait for references. Reading all files again takes minutes, so they get longer: a busy database may need
 * 10 s.
 */
const READ_TIMEOUTS = { index: 3_000, views: 3_000, references: 60_000 };
/** Packs per answer. All packs of a large folder at once would take longer than the timeout, and twice the memory. */
const PACKS_AT_ONCE = 8;

export interface OfFile {
  readonly path: RepoPath;
}

export interface PackStore<T extends OfFile> {
  /** The readable records of the last visit. */
  load(): Promise<readonly T[]>;
  put(file: T): void;
  remove(path: RepoPath): void;
  /** Removes files that are no longer in the folder. */
  keepOnly(isListed: (path: RepoPath) => boolean): void;
  /** Writes all changes. Full packs are written earlier by themselves. */
  flush(): Promise<void>;
}

/** Storage for packs. No call rejects. */
export interface PackShelf {
  /**
   * Passes on all packs, some at a time; undefined for a pack that the browser can't read. Resolves to false if the
   * database fails or does not respond.
   */
  load(take: (packs: ReadonlyMap<number, unknown>) => Promise<unknown>): Promise<boolean>;
  /** Removes the pack if it is undefined. Resolves to false if nothing was stored. */
  save(packs: ReadonlyMap<number, unknown>): Promise<boolean>;
}

/** Converts packs to their stored form and back. */
export interface PackCodec<T extends OfFile> {
  pack(files: readonly T[]): unknown;
  /** Undefined if the value is not a complete pack of this kind. */
  unpack(value: unknown): readonly T[] | undefined;
}

/** Stores nothing without a shelf. */
export function createPackStore<T extends OfFile>(
  shelf: PackShelf | undefined,
  { pack: packFiles, unpack: unpackFiles }: PackCodec<T>,
): PackStore<T> {
  const packs = new Map<number, Map<RepoPath, T>>();
  const packByPath = new Map<RepoPath, number>();
  const dirty = new Set<number>();
  let filling = 0;
  let works = shelf !== undefined;
  let loaded = Promise.resolve();

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
    // A new file may have been put into a pack that is not read yet.
    await loaded;
    if (shelf === undefined || !works || dirty.size === 0) return;
    const changed = await inSlices(packDirty());
    if (changed !== undefined) works = await shelf.save(changed); // After the first failure, stop storing and continue without.
  });

  function* packDirty(): Steps<ReadonlyMap<number, unknown>> {
    const numbers = [...dirty];
    dirty.clear();
    const changed = new Map<number, unknown>();
    for (const number of numbers) {
      yield;
      changed.set(number, packed(packs.get(number)));
    }
    return changed;
  }

  function* takeOver(values: ReadonlyMap<number, unknown>): Steps<undefined> {
    for (const [number, value] of values) {
      const files = unpackFiles(value);
      // The next flush overwrites or removes an unreadable pack.
      if (files === undefined) dirty.add(number);
      for (const file of files ?? []) {
        // Two tabs may each have put a file into a pack. Keep one.
        if (packByPath.has(file.path)) dirty.add(number);
        else place(number, file);
      }
      yield;
    }
    return undefined;
  }

  function packed(pack: ReadonlyMap<RepoPath, T> | undefined): unknown {
    return pack === undefined || pack.size === 0 ? undefined : packFiles([...pack.values()]);
  }

  return {
    async load() {
      if (shelf === undefined) return [];
      loaded = shelf
        .load((values) => inSlices(takeOver(values)))
        .then((all) => {
          works &&= all;
        });
      await loaded;
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
  readonly cache: keyof typeof READ_TIMEOUTS;
  /** Packs of another version are removed when the shelf is read. */
  readonly version: number | string;
  readonly workspaceId: string;
  /** Absent if values don't depend on the encoding. */
  readonly encoding?: TokenEncoding;
  readonly room: Room;
}

/** The shelf of one workspace and encoding. */
export function browserShelf({ cache, version, workspaceId, encoding, room }: ShelfPlace): PackShelf {
  const part: string = encoding ?? '';
  const store = openCacheStore(cache, { room, timeout: READ_TIMEOUTS[cache] });
  const current = keysBelow(workspaceId, part, version);

  const keysOf = (): Promise<readonly IDBValidKey[] | undefined> =>
    store.read(undefined, (packs) => promisifyRequest(packs.getAllKeys(keysBelow(workspaceId, part))));

  const valuesOf = (keys: readonly IDBValidKey[]): Promise<readonly unknown[] | undefined> =>
    store.read(undefined, (packs) =>
      Promise.all(keys.map((key) => promisifyRequest<unknown>(packs.get(key)))),
    );

  /** Reads packs one by one, because one lost value aborts the transaction of all. Undefined if the database fails. */
  async function valuesOneByOne(keys: readonly IDBValidKey[]): Promise<readonly unknown[] | undefined> {
    const values = await Promise.all(keys.map(async (key) => (await valuesOf([key]))?.[0]));
    // While the keys can be read, the database works, and a missing value is lost.
    return (await keysOf()) === undefined ? undefined : values;
  }

  return {
    async load(take) {
      const keys = await keysOf();
      if (keys === undefined) return false;
      const wanted = keys.filter((key) => current.includes(key));
      const outdated = keys.filter((key) => !current.includes(key));
      for (let at = 0; at < wanted.length; at += PACKS_AT_ONCE) {
        const some = wanted.slice(at, at + PACKS_AT_ONCE);
        const values = (await valuesOf(some)) ?? (await valuesOneByOne(some));
        if (values === undefined) return false;
        await take(new Map(some.map((key, index) => [packNumber(key), values[index]])));
      }
      if (outdated.length > 0) {
        await store.write((packs) => {
          for (const key of outdated) packs.delete(key);
        });
      }
      return true;
    },
    save: (changed) =>
      store.write(
        (packs) => {
          for (const [number, pack] of changed) {
            const key = [workspaceId, part, version, number];
            if (pack === undefined) packs.delete(key);
            else packs.put(pack, key);
          }
        },
        { workspaceId },
      ),
  };
}

function packNumber(key: IDBValidKey): number {
  const last = Array.isArray(key) ? key.at(-1) : undefined;
  return typeof last === 'number' ? last : 0;
}
