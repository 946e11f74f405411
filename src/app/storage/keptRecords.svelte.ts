import * as v from 'valibot';
import { nameFault } from '../../core/presets/preset';
import type { Notify } from '../notify';
import type { Storage } from '../ports/storage';
import {
  leaveUnread,
  readStored,
  refuseNewer,
  revisionSchema,
  toStored,
  type ReadValue,
} from './storedValue';

const RECORD = {
  schema: v.object({
    /** Incremented with every save by any tab. */
    revision: revisionSchema,
    data: v.unknown(),
  }),
  upgrades: [],
};

export interface KeptRecord<T> {
  readonly name: string;
  readonly value: T;
  /** Revision of the listed value. Saving over a different one is a conflict. */
  readonly revision: number;
}

/** How the records of one kind are stored. */
export interface RecordKind<T> {
  /** A key is this prefix and the record's name. */
  readonly prefix: string;
  /** Names the kind in messages, such as `preset`. */
  readonly label: string;
  toData(value: T): unknown;
  fromData(
    data: unknown,
  ): { readonly kind: 'read'; readonly value: T } | { readonly kind: 'refused'; readonly reason: string };
}

/** `conflict`: another tab has saved, removed or added a record with that name meanwhile. */
export type RecordSave = 'saved' | 'conflict';

export interface RecordToSave<T> {
  readonly name: string;
  readonly value: T;
  /** The revision of the record to replace; undefined for a new record. */
  readonly revision: number | undefined;
}

/** Saves to run in one transaction, possibly with other changes. */
export interface PreparedSaves {
  /** For `Storage.updateAll`, which rejects with `RecordConflict` if another tab was faster. */
  readonly changes: readonly (readonly [key: string, change: (stored: unknown) => unknown])[];
  /** Lists the new records. Call once they are stored. */
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
 * Stores named records of one kind, each under its own key, so that tabs can change different records at once and an
 * unreadable record affects no other. Follows changes by other tabs.
 */
export class KeptRecords<T> {
  readonly #storage: Storage;
  readonly #kind: RecordKind<T>;
  readonly #notify: Notify;
  #list = $state.raw<readonly KeptRecord<T>[]>([]);

  constructor(storage: Storage, kind: RecordKind<T>, notify: Notify) {
    this.#storage = storage;
    this.#kind = kind;
    this.#notify = notify;
    storage.watch((keys) => {
      const ours = keys.filter((key) => key.startsWith(kind.prefix));
      // `load` reports unreadable records.
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
    const places = { storage: this.#storage, notify: this.#notify };
    const stored = await this.#storage.entries(this.#kind.prefix);
    const list: KeptRecord<T>[] = [];
    for (const [key, value] of stored) {
      const read = this.#read(key, value);
      if (read.kind === 'found') list.push(read.value);
      else {
        const label = `the ${this.#kind.label} ${this.#nameOf(key)}`;
        const rest = (now: unknown) => (this.#read(key, now).kind === 'unreadable' ? undefined : now);
        await leaveUnread(places, [key, value], { label, read, rest });
      }
    }
    this.#list = list.sort(byName);
  }

  /** `revision` is that of the record to replace; undefined for a new record. */
  async save(name: string, value: T, revision: number | undefined): Promise<RecordSave> {
    return this.#store(this.prepare([{ name, value, revision }]));
  }

  /** Saves a new record and removes `old` in the same transaction. */
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
        return toStored(RECORD, { revision: next.revision, data: this.#kind.toData(value) });
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
      read.flatMap((each) => (each.kind === 'found' ? [each.value] : [])),
    );
  }

  #read(key: string, stored: unknown): ReadValue<KeptRecord<T>> {
    const record = readStored(stored, RECORD);
    if (record.kind === 'newer') return record;
    const name = this.#nameOf(key);
    const fault = nameFault(name);
    if (fault !== undefined) return { kind: 'unreadable', reason: `the name ${fault}` };
    if (record.kind === 'unreadable') return record;
    const read = this.#kind.fromData(record.value.data);
    if (read.kind === 'refused') return { kind: 'unreadable', reason: read.reason };
    return { kind: 'found', value: { name, value: read.value, revision: record.value.revision } };
  }

  /** Replaces the listed records with these names by `records`. */
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

/** Throws if the stored record has a different revision. */
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
