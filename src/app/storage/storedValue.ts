import * as v from 'valibot';
import type { Notify } from '../notify';
import type { Storage } from '../ports/storage';

/** A count of saves. An invalid count restarts at 0, because it is no reason to lose the rest of the value. */
export const revisionSchema = v.fallback(v.pipe(v.number(), v.safeInteger(), v.minValue(0)), 0);

/** Thrown instead of overwriting a value of a newer release. */
export class NewerValue extends Error {
  constructor() {
    super('a newer version of Strata is in use; reload the page to get it');
    this.name = 'NewerValue';
  }
}

type Fields = Readonly<Record<string, unknown>>;

type FieldsSchema = v.GenericSchema<object, object>;

/** The versions of a stored value. Values without a version have version 1. */
export interface StoredForm<Schema extends v.GenericSchema> {
  /** Checks the newest version. */
  readonly schema: Schema;
  /** Each converts a version to the next, starting with version 1. Input is unchecked; the schema checks the final result. */
  readonly upgrades: readonly ((older: Fields) => Fields)[];
}

export interface NamedForm<Schema extends v.GenericSchema> extends StoredForm<Schema> {
  /** Names the value in messages, such as `the settings`. */
  readonly label: string;
}

export type ReadValue<T> =
  | { readonly kind: 'found'; readonly value: T }
  | { readonly kind: 'newer' }
  | { readonly kind: 'unreadable'; readonly reason: string };

/** The newest version. */
function versionOf({ upgrades }: StoredForm<v.GenericSchema>): number {
  return upgrades.length + 1;
}

const versionedSchema = v.looseObject({
  version: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1)), 1),
});

/** Reads a stored value of any version up to the newest. Older releases stored some lists bare; they are read as `{ list }`. */
export function readStored<Schema extends v.GenericSchema>(
  stored: unknown,
  form: StoredForm<Schema>,
): ReadValue<v.InferOutput<Schema>> {
  if (isNewer(stored, versionOf(form))) return { kind: 'newer' };
  const versioned = v.safeParse(versionedSchema, Array.isArray(stored) ? { list: stored } : stored);
  if (!versioned.success) return unreadable(versioned.issues[0]);
  const upgrades = form.upgrades.slice(versioned.output.version - 1);
  const upgraded = upgrades.reduce<Fields>((older, upgrade) => upgrade(older), versioned.output);
  const checked = v.safeParse(form.schema, upgraded);
  return checked.success ? { kind: 'found', value: checked.output } : unreadable(checked.issues[0]);
}

/** The form in which a value is written. */
export function toStored<Schema extends FieldsSchema, Value extends v.InferInput<Schema>>(
  form: StoredForm<Schema>,
  value: Value,
): { readonly version: number } & Value {
  return { version: versionOf(form), ...value };
}

export interface StoreAndNotify {
  readonly storage: Storage;
  readonly notify: Notify;
}

/**
 * Loads a value. Resolves to undefined if there is none, or if it cannot be used and the user is notified: an unreadable value
 * is set aside, and one of a newer release stays.
 */
export async function loadValue<Schema extends v.GenericSchema>(
  places: StoreAndNotify,
  key: string,
  form: NamedForm<Schema>,
): Promise<v.InferOutput<Schema> | undefined> {
  return usable(places, [key, await places.storage.get(key)], form);
}

/** Loads all values whose key begins with `prefix`, ascending by key, like `loadValue`. */
export async function loadValues<Schema extends v.GenericSchema>(
  places: StoreAndNotify,
  prefix: string,
  form: NamedForm<Schema>,
): Promise<readonly (readonly [key: string, value: v.InferOutput<Schema>])[]> {
  const loaded: (readonly [string, v.InferOutput<Schema>])[] = [];
  for (const [key, stored] of await places.storage.entries(prefix)) {
    const value = await usable(places, [key, stored], form);
    if (value !== undefined) loaded.push([key, value]);
  }
  return loaded;
}

async function usable<Schema extends v.GenericSchema>(
  places: StoreAndNotify,
  [key, stored]: readonly [key: string, stored: unknown],
  form: NamedForm<Schema>,
): Promise<v.InferOutput<Schema> | undefined> {
  if (stored === undefined) return undefined;
  const read = readStored(stored, form);
  if (read.kind === 'found') return read.value;
  const isUnreadable = (now: unknown) => readStored(now, form).kind === 'unreadable';
  const rest = (now: unknown) => (isUnreadable(now) ? undefined : now);
  await leaveUnread(places, [key, stored], { label: form.label, read, rest });
  return undefined;
}

export interface Unread {
  /** Names the value in the message. */
  readonly label: string;
  readonly read: Exclude<ReadValue<unknown>, { kind: 'found' }>;
  /** Computes what stays at the value's own key, where another tab may have stored another value by now. */
  readonly rest: (now: unknown) => unknown;
}

/**
 * Notifies the user of a value that can't be used. An unreadable one is copied to a key that saves never overwrite; one of a
 * newer release stays.
 */
export async function leaveUnread(
  { storage, notify }: StoreAndNotify,
  [key, stored]: readonly [key: string, stored: unknown],
  { label, read, rest }: Unread,
): Promise<void> {
  if (read.kind === 'newer') {
    notify({
      kind: 'warning',
      text: `Couldn't read ${label}: ${new NewerValue().message}.`,
      offer: 'reload',
    });
    return;
  }
  await storage.updateAll(
    new Map([
      [`set-aside/${key}`, () => stored],
      [key, rest],
    ]),
  );
  notify({
    kind: 'warning',
    text: `Couldn't read ${label} (${read.reason}). The stored data was set aside.`,
  });
}

/** Saves a value. Rejects with `NewerValue` if a newer release has stored one. */
export function saveValue<Schema extends FieldsSchema>(
  storage: Storage,
  [key, form]: readonly [key: string, form: StoredForm<Schema>],
  value: v.InferInput<Schema>,
): Promise<void> {
  return storage.update(key, (stored) => {
    refuseNewer(stored, form);
    return toStored(form, value);
  });
}

function unreadable(issue: v.BaseIssue<unknown>) {
  return { kind: 'unreadable', reason: `${v.getDotPath(issue) ?? 'value'}: ${issue.message}` } as const;
}

const countedSchema = v.looseObject({ version: v.number(), revision: revisionSchema });

/**
 * The value to store when `value` replaces `stored`. Its revision exceeds both, so that tabs notice the replacement. A value
 * of a newer release stays.
 */
export function insteadOf(stored: unknown, value: unknown): unknown {
  const version = v.safeParse(versionedSchema, value);
  if (isNewer(stored, version.success ? version.output.version : 1)) return stored;
  if (typeof value !== 'object' || value === null || !('revision' in value)) return value;
  const [before, coming] = [v.safeParse(countedSchema, stored), v.safeParse(countedSchema, value)];
  if (!before.success || !coming.success) return value;
  return { ...coming.output, revision: Math.max(before.output.revision, coming.output.revision) + 1 };
}

/** Throws `NewerValue` if a newer release has stored the value. */
export function refuseNewer(stored: unknown, form: StoredForm<v.GenericSchema>): void {
  if (isNewer(stored, versionOf(form))) throw new NewerValue();
}

function isNewer(stored: unknown, version: number): boolean {
  return (
    typeof stored === 'object' &&
    stored !== null &&
    'version' in stored &&
    typeof stored.version === 'number' &&
    stored.version > version
  );
}
