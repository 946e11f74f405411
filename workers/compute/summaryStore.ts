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
}

export const noSummaryStore: SummaryStore = {
  get: (_shelf, wanted) => Promise.resolve(wanted.map(() => undefined)),
  put: () => Promise.resolve(false),
  list: () => Promise.resolve([]),
};

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

/** `versionOf` is another one in tests. */
export function createSummaryStore(versionOf = summaryVersion): SummaryStore {
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
      return attempt(false, () =>
        open()('readwrite', async (entries) => {
          for (const entry of written) {
            const { file_path, file_hash, version, kind } = entry;
            const place = [shelf, file_path, writerOf(kind)];
            const value = writeSummaryEntry(entry);
            entries.delete(below(place));
            const bytes = utf8.encode(value).length;
            entries.put(value, [...place, version, file_hash, writtenOf(entry), bytes]);
          }
          await promisifyRequest(entries.transaction);
          return true;
        }),
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
  };
}

const utf8 = new TextEncoder();

/** Arrays sort after numbers and strings, so an empty one ends the range. */
function below(prefix: readonly IDBValidKey[]): IDBKeyRange {
  return IDBKeyRange.bound([...prefix], [...prefix, []]);
}
