/** All caches in the browser's storage, and the policy for removing their entries. */
import { FACTS_VERSION } from '../facts/fileFacts';

export interface Cache {
  readonly database: string;
  readonly store: string;
  /** The folder that an entry belongs to. Absent if entries are shared by all folders. */
  workspaceOf?(key: unknown): string | undefined;
  /** The content hash of a text that folders share. Absent for everything else. */
  textHashOf?(key: unknown): string | undefined;
  /** False for entries that the app cannot make again, such as a model's summary. If absent, it can make all of them again. */
  isRemade?(key: unknown): boolean;
  /** Undefined for keys that do not belong to this cache. Absent if entries never expire. */
  useOf?(key: unknown): CacheUse | undefined;
  readonly limits?: CacheLimits;
}

export interface CacheUse {
  /** Last recorded use, in milliseconds since the epoch. */
  readonly usedAt: number;
  readonly bytes: number;
}

export interface CacheLimits {
  /** Milliseconds since the last use. */
  readonly age?: number;
  readonly entries?: number;
  readonly bytes?: number;
}

const DAY = 24 * 60 * 60 * 1000;

/** In the order of eviction: the cheapest to make again come first. */
export const CACHES = {
  views: { database: 'strata-views', store: 'packs', workspaceOf: firstPart },
  references: { database: 'strata-references', store: 'packs', workspaceOf: firstPart },
  facts: {
    database: 'strata-facts',
    store: 'facts',
    useOf: useOfFacts,
    // Half a year and a month, because keys record months. An entry takes 4 to 25 KB.
    limits: { age: 217 * DAY, entries: 60_000 },
  },
  texts: {
    database: 'strata-texts',
    store: 'texts',
    isRemade: () => false,
    textHashOf: firstPart,
    useOf: useOfText,
    limits: { bytes: 64_000_000 },
  },
  /** A turn whose blocks are evicted can't be copied again. */
  blocks: {
    database: 'strata-blocks',
    store: 'blocks',
    textHashOf: firstPart,
    useOf: useOfText,
    limits: { bytes: 64_000_000 },
  },
  index: { database: 'strata-index', store: 'packs', workspaceOf: firstPart },
  summaries: {
    database: 'strata-summaries',
    store: 'entries',
    workspaceOf: firstPart,
    isRemade: (key) => Array.isArray(key) && key[2] === 'rules',
  },
} as const satisfies Readonly<Record<string, Cache>>;

export type CacheName = keyof typeof CACHES;

/** The entries of a cache. */
export interface CacheEntries {
  keys(): Promise<readonly unknown[]>;
  /** Removes them in several transactions. If it rejects, some may be left. */
  remove(keys: readonly unknown[]): Promise<void>;
}

export type OpenCache = (cache: Cache) => CacheEntries;

/** The value that needs space: the user's own data, for which all caches may be evicted, or an entry of a cache. */
export type RoomFor =
  | { readonly kind: 'own' }
  /** A model's summaries may evict all caches except the index of the open folder. */
  | { readonly kind: CacheName | 'model'; readonly workspaceId?: string | undefined };

/** The keys beyond a cache's limits: entries that are too old, and the least recently used of too many. */
export function expiredKeys<K>({ useOf, limits = {} }: Cache, keys: readonly K[], now: number): K[] {
  const { age = Infinity, entries: maxEntries = Infinity, bytes: maxBytes = Infinity } = limits;
  let entries = 0;
  let bytes = 0;
  return byUse(useOf, keys)
    .reverse()
    .filter(({ use }) => {
      entries += 1;
      bytes += use.bytes;
      return now - use.usedAt > age || entries > maxEntries || bytes > maxBytes;
    })
    .map(({ key }) => key);
}

/**
 * Runs a task that stores something. While the browser is out of space, evicts caches one by one and retries: cheaper caches
 * first, then the value's own cache except for entries of the open folder. Resolves to the task's result and whether
 * something was evicted. Rejects with the task's error if that is not enough, or if it fails for another reason.
 */
export async function withRoom<T>(
  task: () => Promise<T>,
  room: RoomFor,
  open: OpenCache,
): Promise<{ readonly value: T; readonly madeRoom: boolean }> {
  const waiting = cachesBelow(room);
  for (let madeRoom = false; ; madeRoom = true) {
    try {
      return { value: await task(), madeRoom };
    } catch (error) {
      const next = waiting.shift();
      if (!isQuota(error) || next === undefined) throw error;
      await evict(next, room, open).catch(() => undefined); // Evicting the next cache may still help.
    }
  }
}

export function isQuota(error: unknown): boolean {
  return error instanceof Error && error.name === 'QuotaExceededError';
}

/** Removes the caches of a folder, except summaries by a model. */
export async function forgetFolder(workspaceId: string, open: OpenCache): Promise<void> {
  const caches = Object.values<Cache>(CACHES).filter(({ workspaceOf }) => workspaceOf !== undefined);
  const removing = caches.map(async (cache) => {
    const entries = open(cache);
    const keys = await entries.keys();
    await entries.remove(
      keys.filter((key) => cache.workspaceOf?.(key) === workspaceId && isRemade(cache, key)),
    );
  });
  await Promise.allSettled(removing); // Leftover entries do no harm.
}

/** Removes the texts with these content hashes. */
export async function dropTexts(hashes: ReadonlySet<string>, open: OpenCache): Promise<void> {
  const caches = Object.values<Cache>(CACHES).filter(({ textHashOf }) => textHashOf !== undefined);
  const removing = caches.map(async ({ textHashOf, ...cache }) => {
    const entries = open(cache);
    const keys = await entries.keys();
    await entries.remove(keys.filter((key) => hashes.has(textHashOf?.(key) ?? '')));
  });
  await Promise.allSettled(removing); // Leftover texts are evicted in time.
}

const ORDER = Object.keys(CACHES) as readonly CacheName[]; // it has no others

function cachesBelow({ kind }: RoomFor): CacheName[] {
  return kind === 'own' || kind === 'model' ? [...ORDER] : ORDER.slice(0, ORDER.indexOf(kind) + 1);
}

async function evict(name: CacheName, room: RoomFor, open: OpenCache): Promise<void> {
  const cache: Cache = CACHES[name];
  const entries = open(cache);
  const keys = (await entries.keys()).filter((key) => isRemade(cache, key));
  await entries.remove(room.kind === 'own' ? keys : evictedKeys(name, keys, room));
}

/** In its own cache, a folder evicts only the entries of other folders; of a shared cache, only the older half. */
function evictedKeys(
  name: CacheName,
  keys: readonly unknown[],
  { kind, workspaceId }: Exclude<RoomFor, { kind: 'own' }>,
): readonly unknown[] {
  const { workspaceOf, useOf }: Cache = CACHES[name];
  if (name !== kind && name !== 'index') return keys;
  if (workspaceOf !== undefined) return keys.filter((key) => workspaceOf(key) !== workspaceId);
  return byUse(useOf, keys)
    .slice(0, Math.ceil(keys.length / 2))
    .map(({ key }) => key);
}

function isRemade(cache: Cache, key: unknown): boolean {
  return cache.isRemade?.(key) ?? true;
}

/** Least recently used first. */
function byUse<K>(useOf: Cache['useOf'], keys: readonly K[]): { readonly key: K; readonly use: CacheUse }[] {
  const used = keys.flatMap((key) => {
    const use = useOf?.(key);
    return use === undefined ? [] : [{ key, use }];
  });
  return used.sort((one, other) => one.use.usedAt - other.use.usedAt);
}

function firstPart(key: unknown): string | undefined {
  const first: unknown = Array.isArray(key) ? key[0] : undefined;
  return typeof first === 'string' ? first : undefined;
}

/** Key of stored facts: version, month, and subject. `of` is a language and a content hash; `now` is in milliseconds. */
export function factsKey(of: string, now: number): string {
  return `${FACTS_VERSION}/${new Date(now).toISOString().slice(0, 7)}/${of}`;
}

/** The subject of stored facts. Undefined for a key of another version. */
export function factsOfKey(key: unknown): string | undefined {
  return factsKeyParts(key)?.['of'];
}

/** Facts of another version are never read again. */
function useOfFacts(key: unknown): CacheUse {
  const month = factsKeyParts(key)?.['month'];
  return { usedAt: month === undefined ? -Infinity : Date.parse(`${month}-01`), bytes: 0 };
}

function factsKeyParts(key: unknown): Readonly<Record<string, string>> | undefined {
  const parts = /^(?<version>[^/]+)\/(?<month>\d{4}-\d\d)\/(?<of>.+)$/s.exec(String(key))?.groups;
  return parts?.['version'] === String(FACTS_VERSION) ? parts : undefined;
}

/** Key of a stored text or block: hash, time of the last use, bytes. */
function useOfText(key: unknown): CacheUse | undefined {
  const [, usedAt, bytes] = Array.isArray(key) ? (key as readonly unknown[]) : [];
  return typeof usedAt === 'number' && typeof bytes === 'number' ? { usedAt, bytes } : undefined;
}
