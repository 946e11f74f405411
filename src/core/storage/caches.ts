/** What is stored only to save time, and what of it makes room when the browser has none left. */
import { SUMMARY_DATABASE } from '../summaries/entry';

export interface Cache {
  readonly database: string;
  readonly store: string;
  /** The folder that an entry is of; undefined where entries are of no folder. */
  workspaceOf(key: unknown): string | undefined;
  /** Whether an entry can be made again: all but what a model has written. */
  isMadeAgain(key: unknown): boolean;
}

/** In the order in which they are given up: what costs least to make again comes first. */
export const CACHES = {
  views: { database: 'strata-views', store: 'packs', workspaceOf: firstPart, isMadeAgain: () => true },
  facts: { database: 'strata-facts', store: 'facts', workspaceOf: () => undefined, isMadeAgain: () => true },
  index: { database: 'strata-index', store: 'packs', workspaceOf: firstPart, isMadeAgain: () => true },
  summaries: {
    database: SUMMARY_DATABASE.name,
    store: SUMMARY_DATABASE.store,
    workspaceOf: firstPart,
    isMadeAgain: (key) => Array.isArray(key) && key[2] === 'rules',
  },
} as const satisfies Readonly<Record<string, Cache>>;

export type CacheName = keyof typeof CACHES;

/** The entries of a cache. */
export interface CacheEntries {
  keys(): Promise<readonly unknown[]>;
  remove(keys: readonly unknown[]): Promise<void>;
}

export type OpenCache = (cache: Cache) => CacheEntries;

/** What room is made for: a value of the user's own, to which all caches give way, or something of an open folder. */
export type RoomFor =
  | { readonly kind: 'own' }
  /** A model's summaries are more than a cache, but the index of the folder at hand stays. */
  | { readonly kind: CacheName | 'model'; readonly workspaceId: string };

/**
 * Runs a task that stores something. Where the browser has no room for it, caches are given up one after another until it
 * has: those of less worth, then of its own kind those of other folders. Resolves to what the task gives, and whether room
 * was made; rejects with the task's error when all of that was not enough, or it failed otherwise.
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
      await giveUp(next, room, open).catch(() => undefined); // The next one may be there.
    }
  }
}

export function isQuota(error: unknown): boolean {
  return error instanceof Error && error.name === 'QuotaExceededError';
}

/** Takes away what is kept of a folder, but for what a model has written. */
export async function forgetFolder(workspaceId: string, open: OpenCache): Promise<void> {
  const ofFolder = ORDER.filter((name) => name !== 'facts').map(async (name) => {
    const cache = CACHES[name];
    const entries = open(cache);
    const keys = await entries.keys();
    await entries.remove(
      keys.filter((key) => cache.workspaceOf(key) === workspaceId && cache.isMadeAgain(key)),
    );
  });
  await Promise.allSettled(ofFolder); // What cannot be taken away now is no loss.
}

const ORDER = Object.keys(CACHES) as readonly CacheName[]; // it has no others

function cachesBelow({ kind }: RoomFor): CacheName[] {
  return kind === 'own' || kind === 'model' ? [...ORDER] : ORDER.slice(0, ORDER.indexOf(kind) + 1);
}

async function giveUp(name: CacheName, room: RoomFor, open: OpenCache): Promise<void> {
  const cache: Cache = CACHES[name];
  const entries = open(cache);
  const keys = await entries.keys();
  const isSpared = (key: unknown): boolean =>
    room.kind !== 'own' &&
    (name === room.kind || name === 'index') &&
    cache.workspaceOf(key) === room.workspaceId;
  await entries.remove(keys.filter((key) => cache.isMadeAgain(key) && !isSpared(key)));
}

function firstPart(key: unknown): string | undefined {
  const first: unknown = Array.isArray(key) ? key[0] : undefined;
  return typeof first === 'string' ? first : undefined;
}
