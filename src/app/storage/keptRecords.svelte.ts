import * as v from 'valibot';
import { nameFault } from '../../core/presets/preset';
import type { Storage } from '../ports';
import { NewerValue, readStored, refuseNewer, revisionSchema, setAside, versionOf } from './storedValue';

const RECORD = {
  schema: v.object({
    /** Rises with every save, by whichever tab. */
    revision: revisionSchema,
    data: v.unknown(),
  }),
  upgrades: [],
};

export interface KeptRecord<T> {
  readonly name: string;
  readonly value: T;
  /** Of what is shown: a save on top of another one is a conflict. */
  readonly revision: number;
}

/** How the records of one kind are stored. */
export interface RecordKind<T> {
  /** Keys are this and the record's name. */
  readonly prefix: string;
  toData(value: T): unknown;
  fromData(
    data: unknown,
  ): { readonly kind: 'read'; readonly value: T } | { readonly kind: 'refused'; readonly reason: string };
}

interface Unread {
  readonly reason: string;
  readonly isNewer: boolean;
}

/** `conflict`: another tab has saved, or removed, or made a record of that name since this one was read. */
export type RecordSave = 'saved' | 'conflict';

export interface RecordToSave<T> {
  readonly name: string;
  readonly value: T;
  /** The revision of the record to replace; undefined for a new record. */
  readonly revision: number | undefined;
}

/** Saves that go into one transaction, perhaps with others. */
export interface PreparedSaves {
  /** For `Storage.updateAll`, which rejects with `RecordConflict` where another tab was faster. */
  readonly changes: readonly (readonly [key: string, change: (stored: unknown) => unknown])[];
  /** Call it once they are stored. */
  readonly show: () => void;
}

export class RecordConflict extends Error {
  readonly record: string;

  constructor(record: string) {
    super(`another tab has changed ${record}`);
    this.name = 'RecordConflict';
    this.record = record;
  }
}

/**
 * Named records of one kind, each under a key of its own, so that tabs that change different ones lose nothing, and a
 * record that cannot be read takes no other with it. What other tabs save shows here.
 */
export class KeptRecords<T> {
  readonly #storage: Storage;
  readonly #kind: RecordKind<T>;
  readonly #onsetaside: (name: string, reason: string) => void;
  #list = $state.raw<readonly KeptRecord<T>[]>([]);

  constructor(storage: Storage, kind: RecordKind<T>, onsetaside: (name: string, reason: string) => void) {
    this.#storage = storage;
    this.#kind = kind;
    this.#onsetaside = onsetaside;
    storage.watch((keys) => {
      const ours = keys.filter((key) => key.startsWith(kind.prefix));
      // What cannot be read now is told when the records are loaded.
      if (ours.length > 0) void this.#readAgain(ours).catch(() => undefined);
    });
  }

  /** By name. */
  get list(): readonly KeptRecord<T>[] {
    return this.#list;
  }

  byName(name: string): KeptRecord<T> | undefined {
    return this.#list.find((record) => record.name === name);
  }

  async load(): Promise<void> {
    const stored = await this.#storage.entries(this.#kind.prefix);
    const list: KeptRecord<T>[] = [];
    for (const [key, value] of stored) {
      const read = this.#read(key, value);
      if ('value' in read) list.push(read);
      else await this.#putAside(key, value, read);
    }
    this.#list = list.sort(byName);
  }

  /** `revision` is that of the record to be replaced, undefined for a new one. */
  async save(name: string, value: T, revision: number | undefined): Promise<RecordSave> {
    return this.#store(this.prepare([{ name, value, revision }]));
  }

  /** Saves a new record in the place of `old`, which goes in the same transaction. */
  async rename(
    old: { readonly name: string; readonly revision: number | undefined },
    name: string,
    value: T,
  ): Promise<RecordSave> {
    const { changes, show } = this.prepare([{ name, value, revision: undefined }]);
    const goes = (stored: unknown): undefined => {
      refuseConflict(stored, old);
    };
    return this.#store({
      changes: [...changes, [this.#keyOf(old.name), goes]],
      show: () => {
        show();
        this.#show([old.name], []);
      },
    });
  }

  prepare(saves: readonly RecordToSave<T>[]): PreparedSaves {
    const saved = new Map<string, KeptRecord<T>>();
    const changes = saves.map(({ name, value, revision }) => {
      const change = (stored: unknown) => {
        refuseConflict(stored, { name, revision });
        const next = { name, value, revision: (revision ?? 0) + 1 };
        saved.set(name, next);
        return { version: versionOf(RECORD), revision: next.revision, data: this.#kind.toData(value) };
      };
      return [this.#keyOf(name), change] as const;
    });
    return {
      changes,
      show: () => {
        this.#show([...saved.keys()], [...saved.values()]);
      },
    };
  }

  async remove(name: string): Promise<void> {
    await this.#storage.remove(this.#keyOf(name));
    this.#show([name], []);
  }

  async #store({ changes, show }: PreparedSaves): Promise<RecordSave> {
    try {
      await this.#storage.updateAll(new Map(changes));
    } catch (error) {
      if (!(error instanceof RecordConflict)) throw error;
      await this.#readAgain(changes.map(([key]) => key));
      return 'conflict';
    }
    show();
    return 'saved';
  }

  async #readAgain(keys: readonly string[]): Promise<void> {
    const [first = '', ...others] = keys;
    const stored = await this.#storage.entries(others.length === 0 ? first : this.#kind.prefix);
    const wanted = new Set(keys);
    const read = stored.flatMap(([key, value]) => (wanted.has(key) ? [this.#read(key, value)] : []));
    this.#show(
      keys.map((key) => this.#nameOf(key)),
      read.filter((each) => 'value' in each),
    );
  }

  #read(key: string, stored: unknown): KeptRecord<T> | Unread {
    const record = readStored(stored, RECORD);
    if (record.kind === 'newer') return { reason: new NewerValue().message, isNewer: true };
    const name = this.#nameOf(key);
    const fault = nameFault(name);
    if (fault !== undefined) return { reason: `that ${fault}`, isNewer: false };
    if (record.kind === 'unreadable') return { reason: record.reason, isNewer: false };
    const read = this.#kind.fromData(record.value.data);
    if (read.kind === 'refused') return { reason: read.reason, isNewer: false };
    return { name, value: read.value, revision: record.value.revision };
  }

  /** What a newer release has stored stays where it is. */
  async #putAside(key: string, value: unknown, { reason, isNewer }: Unread): Promise<void> {
    if (!isNewer) {
      await setAside(this.#storage, key, value);
      await this.#storage.remove(key);
    }
    this.#onsetaside(this.#nameOf(key), reason);
  }

  /** `records` are what is there now of these names. */
  #show(names: readonly string[], records: readonly KeptRecord<T>[]): void {
    const shown = new Set(names);
    this.#list = [...this.#list.filter(({ name }) => !shown.has(name)), ...records].sort(byName);
  }

  #keyOf(name: string): string {
    return `${this.#kind.prefix}${name}`;
  }

  #nameOf(key: string): string {
    return key.slice(this.#kind.prefix.length);
  }
}

/** Throws if the stored record is not the one that was seen. */
function refuseConflict(
  stored: unknown,
  { name, revision }: { readonly name: string; readonly revision: number | undefined },
): void {
  refuseNewer(stored, RECORD);
  const current = readStored(stored, RECORD);
  if ((current.kind === 'found' ? current.value.revision : undefined) !== revision)
    throw new RecordConflict(name);
}

function byName(one: { readonly name: string }, other: { readonly name: string }): number {
  if (one.name === other.name) return 0;
  return one.name < other.name ? -1 : 1;
}
