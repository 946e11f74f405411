import * as v from 'valibot';
import type { Storage } from '../ports';

export type Loaded<T> =
  | { readonly kind: 'found'; readonly value: T }
  | { readonly kind: 'absent' }
  /** Something is stored that cannot be read; it was put aside under another key, so that nothing is lost. */
  | { readonly kind: 'set-aside'; readonly reason: string }
  /** A newer release has stored it: it is neither read nor written over. */
  | { readonly kind: 'newer' };

/** A count of saves. One that cannot rise, or is none, is no reason to lose what it stands beside: it starts anew. */
export const revisionSchema = v.fallback(v.pipe(v.number(), v.safeInteger(), v.minValue(0)), 0);

/** Thrown where a value of a newer release would be written over. */
export class NewerValue extends Error {
  constructor() {
    super('a newer version of Strata has stored it; reload the page to get that version');
    this.name = 'NewerValue';
  }
}

type Fields = Readonly<Record<string, unknown>>;

/** The versions of a stored value. One that does not name its version is of version 1. */
export interface StoredForm<Schema extends v.GenericSchema> {
  /** Checks the newest version. */
  readonly schema: Schema;
  /** Each turns a version into the next, beginning with version 1. They take whatever is stored: the schema checks the result. */
  readonly upgrades: readonly ((older: Fields) => Fields)[];
}

export type ReadValue<T> =
  | { readonly kind: 'found'; readonly value: T }
  | { readonly kind: 'newer' }
  | { readonly kind: 'unreadable'; readonly reason: string };

/** The newest version: the one that is written. */
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

/** Loads a value. One that cannot be read is set aside, never thrown away and never trusted. */
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

/** Keeps a value that cannot be read where nothing writes over it. */
export function setAside(storage: Storage, key: string, stored: unknown): Promise<void> {
  return storage.set(`set-aside/${key}`, stored);
}

const countedSchema = v.looseObject({ version: v.number(), revision: revisionSchema });

/**
 * A value from elsewhere, as it is to be stored in the place of another. Its count of saves goes on from there: whoever has
 * seen what was there must not take it for that. What a newer release has stored stays.
 */
export function insteadOf(stored: unknown, value: unknown): unknown {
  const [before, coming] = [v.safeParse(countedSchema, stored), v.safeParse(countedSchema, value)];
  if (!before.success || !coming.success) return value;
  if (isNewer(stored, coming.output.version)) return stored;
  return { ...coming.output, revision: Math.max(before.output.revision, coming.output.revision) + 1 };
}

/** Throws `NewerValue` for what a newer release has stored. */
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
