import * as v from 'valibot';
import type { Storage } from '../ports';

export type Loaded<T> =
  | { readonly kind: 'found'; readonly value: T }
  | { readonly kind: 'absent' }
  /** The stored value was unreadable and was moved to another key, so that nothing is lost. */
  | { readonly kind: 'set-aside'; readonly reason: string }
  /** A newer release has stored the value, so it is neither read nor overwritten. */
  | { readonly kind: 'newer' };

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

/** The versions of a stored value. Values without a version have version 1. */
export interface StoredForm<Schema extends v.GenericSchema> {
  /** Checks the newest version. */
  readonly schema: Schema;
  /** Each converts a version to the next, starting with version 1. Input is unchecked; the schema checks the final result. */
  readonly upgrades: readonly ((older: Fields) => Fields)[];
}

export type ReadValue<T> =
  | { readonly kind: 'found'; readonly value: T }
  | { readonly kind: 'newer' }
  | { readonly kind: 'unreadable'; readonly reason: string };

/** The newest version, which is the one written. */
export function versionOf({ upgrades }: StoredForm<v.GenericSchema>): number {
  return upgrades.length + 1;
}

const versionedSchema = v.looseObject({
  version: v.optional(v.pipe(v.number(), v.integer(), v.minValue(1)), 1),
});

/** Reads a stored value of any version up to the newest. */
export function readStored<Schema extends v.GenericSchema>(
  stored: unknown,
  form: StoredForm<Schema>,
): ReadValue<v.InferOutput<Schema>> {
  if (isNewer(stored, versionOf(form))) return { kind: 'newer' };
  const versioned = v.safeParse(versionedSchema, stored);
  if (!versioned.success) return unreadable(versioned.issues[0]);
  const upgrades = form.upgrades.slice(versioned.output.version - 1);
  const upgraded = upgrades.reduce<Fields>((older, upgrade) => upgrade(older), versioned.output);
  const checked = v.safeParse(form.schema, upgraded);
  return checked.success ? { kind: 'found', value: checked.output } : unreadable(checked.issues[0]);
}

/** Loads a value. An unreadable one is set aside: never deleted and never trusted. */
export async function loadValue<Schema extends v.GenericSchema>(
  storage: Storage,
  key: string,
  form: StoredForm<Schema>,
): Promise<Loaded<v.InferOutput<Schema>>> {
  const stored = await storage.get(key);
  if (stored === undefined) return { kind: 'absent' };
  const read = readStored(stored, form);
  if (read.kind !== 'unreadable') return read;
  await setAside(storage, key, stored);
  return { kind: 'set-aside', reason: read.reason };
}

function unreadable(issue: v.BaseIssue<unknown>) {
  return { kind: 'unreadable', reason: `${v.getDotPath(issue) ?? 'value'}: ${issue.message}` } as const;
}

/** Copies an unreadable value to a key that is never overwritten by saves. */
export function setAside(storage: Storage, key: string, stored: unknown): Promise<void> {
  return storage.set(`set-aside/${key}`, stored);
}

const countedSchema = v.looseObject({ version: v.number(), revision: revisionSchema });

/**
 * The value to store when `value` replaces `stored`. Its revision exceeds both, so that tabs notice the replacement. A value
 * of a newer release stays.
 */
export function insteadOf(stored: unknown, value: unknown): unknown {
  const [before, coming] = [v.safeParse(countedSchema, stored), v.safeParse(countedSchema, value)];
  if (!before.success || !coming.success) return value;
  if (isNewer(stored, coming.output.version)) return stored;
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
