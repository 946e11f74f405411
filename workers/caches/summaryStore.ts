/**
 * Stores summaries between visits in IndexedDB. Keys hold everything but the text, so that summaries can be listed,
 * measured and compared with the files without reading them.
 */
import { promisifyRequest } from 'idb-keyval';
import * as v from 'valibot';
import type { ContentHash } from '../../src/core/files/fileContent';
import type { RepoPath } from '../../src/core/files/repoPath';
import {
  kindOf,
  readSummaryEntry,
  SUMMARY_WRITERS,
  summaryVersion,
  writerOf,
  writeSummaryEntry,
  writtenOf,
  type SummaryEntry,
} from '../../src/core/summaries/entry';
import type { KeptSummary } from '../engine/contract';
import { keysBelow, openCacheStore } from './cacheStore';
import { createRoom, type Room } from './room';

/** Identifies a summary of one content of a file: the one by rules, or the one by a model that `written` identifies. */
export interface SummaryWanted {
  readonly path: RepoPath;
  readonly hash: ContentHash;
  readonly written?: string;
}

export interface SummaryStore {
  /** In the requested order; undefined if it is not stored or cannot be read. Never rejects. */
  get(
    shelf: string,
    wanted: readonly SummaryWanted[],
  ): Promise<readonly (Pick<SummaryEntry, 'summary'> | undefined)[]>;
  /** Replaces earlier ones: a file has one by rules and one by a model. Returns false if nothing was stored. */
  put(shelf: string, entries: readonly SummaryEntry[]): Promise<boolean>;
  list(shelf: string): Promise<readonly KeptSummary[]>;
  /** Deletes the summaries of files no longer in the folder: those by rules at once, those by a model after a month. */
  keepOnly(shelf: string, isListed: (path: RepoPath) => boolean): Promise<void>;
}

/** Milliseconds. The user may work on another branch for long, and a model's summaries cost money. */
const GONE_KEPT = 30 * 24 * 60 * 60 * 1000;

/**
 * Paths of missing files with a summary by a model, and when each was first missed, in milliseconds since the epoch.
 */
const goneSchema = v.array(v.tuple([v.string(), v.number()]));

/** This table is stored among the shelf's entries under a key that no entry has. */
const goneKey = (shelf: string): IDBValidKey => [shelf, '', 'gone'];

export interface SummaryStoreOptions {
  /** Replaced in tests. */
  readonly versionOf?: typeof summaryVersion;
  now?(): number;
  readonly room?: Room;
}

/** Shelf, path, writer, version, hash, `written`, bytes. */
const keySchema = v.tuple([
  v.string(),
  v.string(),
  v.picklist(SUMMARY_WRITERS),
  v.string(),
  v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
  v.string(),
  v.number(),
]);

/** Creates a store. Without IndexedDB, it keeps nothing. */
export function createSummaryStore({
  versionOf = summaryVersion,
  now = Date.now,
  room = createRoom(),
}: SummaryStoreOptions = {}): SummaryStore {
  const store = openCacheStore('summaries', { room });

  return {
    async get(shelf, wanted) {
      const places = wanted.map(({ path, hash, written = '' }) => {
        const writer = writerOf(kindOf(written));
        const key = { file_path: path, file_hash: hash, version: versionOf(writer) };
        return { key, range: keysBelow(shelf, path, writer, key.version, hash, written) };
      });
      if (places.length === 0) return [];
      const stored = await store.read<readonly unknown[][]>([], (entries) =>
        Promise.all(places.map(({ range }) => promisifyRequest<unknown[]>(entries.getAll(range, 1)))),
      );
      return places.map(({ key }, index) => readSummaryEntry(stored[index]?.[0], key));
    },

    put(shelf, written) {
      if (written.length === 0) return Promise.resolve(true);
      const byModel = written.some((entry) => writerOf(entry.kind) === 'model');
      return store.write(
        (entries) => {
          for (const entry of written) putEntry(entries, shelf, entry);
        },
        { workspaceId: shelf, byModel },
      );
    },

    async list(shelf) {
      const keys = await store.read<readonly unknown[]>([], (entries) =>
        promisifyRequest(entries.getAllKeys(keysBelow(shelf))),
      );
      return keys.flatMap((key) => {
        const parsed = v.safeParse(keySchema, key);
        if (!parsed.success) return [];
        const [, path, writer, version, hash, written] = parsed.output;
        // These paths are only compared with the index and open nothing.
        const of = { path: path as RepoPath, hash: hash as ContentHash };
        return [{ ...of, written, current: version === versionOf(writer) }];
      });
    },

    async keepOnly(shelf, isListed) {
      await store.write(async (entries) => {
        const [keys, table] = await Promise.all([
          promisifyRequest(entries.getAllKeys(keysBelow(shelf))),
          promisifyRequest<unknown>(entries.get(goneKey(shelf))),
        ]);
        const since = v.safeParse(goneSchema, table);
        const known = new Map(since.success ? since.output : []);
        const gone = new Map<string, number>();
        for (const key of keys) {
          const parsed = v.safeParse(keySchema, key);
          if (!parsed.success) continue;
          const [, path, writer] = parsed.output;
          if (isListed(path as RepoPath)) continue; // It is only compared and opens nothing.
          const seen = known.get(path) ?? now();
          if (writer === 'rules' || now() - seen > GONE_KEPT) entries.delete(key);
          else gone.set(path, seen);
        }
        if (gone.size > 0) entries.put([...gone], goneKey(shelf));
        else if (known.size > 0) entries.delete(goneKey(shelf));
      });
    },
  };
}

/** Replaces the previous one. */
function putEntry(entries: IDBObjectStore, shelf: string, entry: SummaryEntry): void {
  const { file_path, file_hash, version, kind } = entry;
  const place = [shelf, file_path, writerOf(kind)];
  const value = writeSummaryEntry(entry);
  entries.delete(keysBelow(...place));
  entries.put(value, [...place, version, file_hash, writtenOf(entry), utf8.encode(value).length]);
}

const utf8 = new TextEncoder();
