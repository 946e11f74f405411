/** Keys of stored facts: version, month, and subject, so that the oldest can be found without reading values. */
import { FACTS_VERSION } from '../../src/core/facts/fileFacts';

/** About 4 KB each. */
const MAX_KEPT = 60_000;
const MONTHS_KEPT = 6;

interface Place {
  /** ISO year and month in which they were stored. */
  readonly month: string;
  readonly of: string;
}

/** `of` is a language and a content hash; `now` is in milliseconds since the epoch. */
export function factsKey(of: string, now: number): string {
  return `${FACTS_VERSION}/${monthOf(now)}/${of}`;
}

/** Undefined for a key of another version. */
export function placeOf(key: IDBValidKey): Place | undefined {
  const place = /^(?<version>[^/]+)\/(?<month>\d{4}-\d\d)\/(?<of>.+)$/s.exec(String(key))?.groups;
  if (place?.version !== String(FACTS_VERSION)) return undefined;
  return { month: place.month ?? '', of: place.of ?? '' };
}

/** Keys to delete: those of other versions, those not stored again for half a year, and the oldest beyond the limit. */
export function deadKeys(keys: readonly IDBValidKey[], now: number, most = MAX_KEPT): IDBValidKey[] {
  const oldest = new Date(now);
  oldest.setUTCDate(1);
  oldest.setUTCMonth(oldest.getUTCMonth() - MONTHS_KEPT);
  const oldestMonth = monthOf(oldest.getTime());
  const isAlive = (key: IDBValidKey): boolean => (placeOf(key)?.month ?? '') >= oldestMonth;
  const alive = byAge(keys.filter(isAlive));
  return [...keys.filter((key) => !isAlive(key)), ...alive.slice(0, Math.max(0, alive.length - most))];
}

/** The older half of the keys, to delete when there is no room. */
export function evictedKeys(keys: readonly IDBValidKey[]): IDBValidKey[] {
  return byAge(keys).slice(0, Math.ceil(keys.length / 2));
}

function byAge(keys: readonly IDBValidKey[]): IDBValidKey[] {
  return keys.toSorted((one, other) => compare(placeOf(one)?.month ?? '', placeOf(other)?.month ?? ''));
}

function compare(one: string, other: string): number {
  if (one === other) return 0;
  return one < other ? -1 : 1;
}

function monthOf(now: number): string {
  return new Date(now).toISOString().slice(0, 7);
}
