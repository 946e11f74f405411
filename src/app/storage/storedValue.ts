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

/**
 * Reads a value and checks it. What does not fit its schema is set aside, never thrown away and never trusted. `version`
 * is the newest that is known, where values carry one.
 */
export async function loadValue<Schema extends v.GenericSchema>(
  storage: Storage,
  key: string,
  schema: Schema,
  version?: number,
): Promise<Loaded<v.InferOutput<Schema>>> {
  const stored = await storage.get(key);
  if (stored === undefined) return { kind: 'absent' };
  if (version !== undefined && isNewer(stored, version)) return { kind: 'newer' };
  const checked = v.safeParse(schema, stored);
  if (checked.success) return { kind: 'found', value: checked.output };
  await setAside(storage, key, stored);
  const issue = checked.issues[0];
  return { kind: 'set-aside', reason: `${v.getDotPath(issue) ?? 'value'}: ${issue.message}` };
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

export function refuseNewer(stored: unknown, version: number): void {
  if (isNewer(stored, version)) throw new NewerValue();
}

export function isNewer(stored: unknown, version: number): boolean {
  return (
    typeof stored === 'object' &&
    stored !== null &&
    'version' in stored &&
    typeof stored.version === 'number' &&
    stored.version > version
  );
}
