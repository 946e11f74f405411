import * as v from 'valibot';
import type { Storage } from './ports';

export type Loaded<T> =
  | { readonly kind: 'found'; readonly value: T }
  | { readonly kind: 'absent' }
  /** Something is stored that cannot be read; it was put aside under another key, so that nothing is lost. */
  | { readonly kind: 'set-aside'; readonly reason: string };

/** Reads a value and checks it. What does not fit its schema is set aside, never thrown away and never trusted. */
export async function loadValue<Schema extends v.GenericSchema>(
  storage: Storage,
  key: string,
  schema: Schema,
): Promise<Loaded<v.InferOutput<Schema>>> {
  const stored = await storage.get(key);
  if (stored === undefined) return { kind: 'absent' };
  const checked = v.safeParse(schema, stored);
  if (checked.success) return { kind: 'found', value: checked.output };
  await storage.set(`set-aside/${key}`, stored);
  const issue = checked.issues[0];
  return { kind: 'set-aside', reason: `${v.getDotPath(issue) ?? 'value'}: ${issue.message}` };
}
