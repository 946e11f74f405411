import * as v from 'valibot';
import type { StoredKind } from './valueKind';

/** Texts by text. They never leave the browser. */
export const storedTexts: StoredKind<ReadonlyMap<string, string>> = {
  default: new Map(),
  inStore: v.fallback(
    v.pipe(
      v.array(v.tuple([v.string(), v.string()])),
      v.transform((entries): ReadonlyMap<string, string> => new Map(entries)),
    ),
    () => new Map(),
  ),
  toStore: (texts) => [...texts],
  isSame: isSameMap,
};

export function isSameMap(one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): boolean {
  return one.size === other.size && [...one].every(([key, value]) => other.get(key) === value);
}
