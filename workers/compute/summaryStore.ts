/**
 * Summaries across visits, in IndexedDB. Keys tell all but the words, so that what is kept can be listed, measured and
 * checked against the files without reading it.
 */
import { createStore, promisifyRequest, type UseStore } from 'idb-keyval';
import * as v from 'valibot';
import type { ContentHash } from '../../src/core/files/fileContent';
import type { RepoPath } from '../../src/core/files/repoPath';
import {
  kindOf,
  readSummaryEntry,
  SUMMARY_DATABASE,
  SUMMARY_WRITERS,
  summaryVersion,
  writerOf,
  writeSummaryEntry,
  writtenOf,
  type SummaryEntry,
} from '../../src/core/summaries/entry';
import type { RoomFor } from '../../src/core/storage/caches';
import type { KeptSummary } from '../engine/contract';
import { createAttempts } from './databasePatience';

/** Of one content of one file: by rules, or the one by a model that `written` names. */
export interface SummaryWanted {
  readonly path: RepoPath;
  readonly hash: ContentHash;
  readonly written?: string;
}

export interface SummaryStore {
  /** In the order asked for; undefined for what is not kept or cannot be read. Never rejects. */
  get(
    shelf: string,
    wanted: readonly SummaryWanted[],
  ): Promise<readonly (Pick<SummaryEntry, 'summary'> | undefined)[]>;
  /** Each takes the place of the one before it: a file has one by rules and one by a model. False when nothing was stored. */
  put(shelf: string, entries: readonly SummaryEntry[]): Promise<boolean>;
  list(shelf: string): Promise<readonly KeptSummary[]>;
  /**
   * Takes away summaries of files that are not in the folder any more: those by rules, and those by a model when a month has
   * passed since that was first seen.
   */
  keepOnly(shelf: string, isListed: (path: RepoPath) => boolean): Promise<void>;
}

export const noSummaryStore: SummaryStore = {
  get: (_shelf, wanted) => Promise.resolve(wanted.map(() => undefined)),
  put: () => Promise.resolve(false),
  list: () => Promise.resolve([]),
  keepOnly: () => Promise.resolve(),
};

/** Milliseconds: a branch with other files may be looked at for long, and what a model has written costs. */
const GONE_KEPT = 30 * 24 * 60 * 60 * 1000;

/** Paths of files with a summary by a model, and when they were first seen to be gone, in milliseconds since the epoch. */
const goneSchema = v.array(v.tuple([v.string(), v.number()]));

/** Such a table stands among the entries of its shelf; no entry has such a key. */
const goneKey = (shelf: string): IDBValidKey => [shelf, '', 'gone'];

export interface SummaryStoreOptions {
  /** Another one in tests. */
  readonly versionOf?: typeof summaryVersion;
  now?(): number;
  /** Stores, and makes room for it. */
  storeWithRoom?<T>(room: RoomFor, task: () => Promise<T>): Promise<T>;
}

/** Shelf, path, writer, version, hash, which one by a model, bytes. */
const keySchema = v.tuple([
  v.string(),
  v.string(),
  v.picklist(SUMMARY_WRITERS),
  v.string(),
  v.pipe(v.string(), v.regex(/^[0-9a-f]{64}$/)),
  v.string(),
  v.number(),
]);

export function createSummaryStore({
  versionOf = summaryVersion,
  now = Date.now,
  storeWithRoom = (_room, task) => task(),
}: SummaryStoreOptions = {}): SummaryStore {
  let store: UseStore | undefined;
  // Without a database, or without room, summaries are made anew.
  const attempt = createAttempts();
  const open = (): UseStore => (store ??= createStore(SUMMARY_DATABASE.name, SUMMARY_DATABASE.store));

  return {
    async get(shelf, wanted) {
      const places = wanted.map(({ path, hash, written = '' }) => {
        const writer = writerOf(kindOf(written));
        const key = { file_path: path, file_hash: hash, version: versionOf(writer) };
        return { key, range: below([shelf, path, writer, key.version, hash, written]) };
      });
      if (places.length === 0) return [];
      const stored = await attempt<readonly unknown[][]>([], () =>
        open()('readonly', (entries) =>
          Promise.all(places.map(({ range }) => promisifyRequest<unknown[]>(entries.getAll(range, 1)))),
        ),
      );
      return places.map(({ key }, index) => readSummaryEntry(stored[index]?.[0], key));
    },

    put(shelf, written) {
      if (written.length === 0) return Promise.resolve(true);
      const kind = written.some((entry) => writerOf(entry.kind) === 'model') ? 'model' : 'summaries';
      return attempt(false, () =>
        storeWithRoom({ kind, workspaceId: shelf }, () =>
          open()('readwrite', async (entries) => {
            for (const entry of written) putEntry(entries, shelf, entry);
            await promisifyRequest(entries.transaction);
            return true;
          }),
        ),
      );
    },

    async list(shelf) {
      const keys = await attempt<readonly unknown[]>([], () =>
        open()('readonly', (entries) => promisifyRequest(entries.getAllKeys(below([shelf])))),
      );
      return keys.flatMap((key) => {
        const parsed = v.safeParse(keySchema, key);
        if (!parsed.success) return [];
        const [, path, writer, version, hash, written] = parsed.output;
        // Nothing is opened by them: they are compared with what the index says.
        const of = { path: path as RepoPath, hash: hash as ContentHash };
        return [{ ...of, written, current: version === versionOf(writer) }];
      });
    },

    keepOnly(shelf, isListed) {
      return attempt(undefined, () =>
        open()('readwrite', async (entries) => {
          const [keys, table] = await Promise.all([
            promisifyRequest(entries.getAllKeys(below([shelf]))),
            promisifyRequest<unknown>(entries.get(goneKey(shelf))),
          ]);
          const since = v.safeParse(goneSchema, table);
          const known = new Map(since.success ? since.output : []);
          const gone = new Map<string, number>();
          for (const key of keys) {
            const parsed = v.safeParse(keySchema, key);
            if (!parsed.success) continue;
            const [, path, writer] = parsed.output;
            if (isListed(path as RepoPath)) continue; // It is compared, and opens nothing.
            const seen = known.get(path) ?? now();
            if (writer === 'rules' || now() - seen > GONE_KEPT) entries.delete(key);
            else gone.set(path, seen);
          }
          if (gone.size > 0) entries.put([...gone], goneKey(shelf));
          else if (known.size > 0) entries.delete(goneKey(shelf));
          await promisifyRequest(entries.transaction);
        }),
      );
    },
  };
}

/** In place of the one before it. */
function putEntry(entries: IDBObjectStore, shelf: string, entry: SummaryEntry): void {
  const { file_path, file_hash, version, kind } = entry;
  const place = [shelf, file_path, writerOf(kind)];
  const value = writeSummaryEntry(entry);
  entries.delete(below(place));
  entries.put(value, [...place, version, file_hash, writtenOf(entry), utf8.encode(value).length]);
}

const utf8 = new TextEncoder();

/** Arrays sort after numbers and strings, so an empty one ends the range. */
function below(prefix: readonly IDBValidKey[]): IDBKeyRange {
  return IDBKeyRange.bound([...prefix], [...prefix, []]);
}
