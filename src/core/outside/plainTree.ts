import { refuse, type Refusal } from './refusal';

/** The values that TOML and JSON have in common: no null, no dates, only finite numbers. */
export type PlainValue = string | number | boolean | readonly PlainValue[] | PlainTable;

export interface PlainTable {
  readonly [key: string]: PlainValue;
}

/** Limit on nested tables and lists. */
export const MAX_DEPTH = 32;

/** Keys that can change an object's prototype if copied carelessly. */
const UNSAFE_KEYS: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

export function isSafeKey(key: string): boolean {
  return !UNSAFE_KEYS.has(key);
}

/** The key of masks, the only tables whose order matters. */
const MASK_KEY = 'ast_mask';

export function isMaskKey(key: string | number | undefined): boolean {
  return key === MASK_KEY;
}

export function isTable(value: unknown): value is PlainTable {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export type ReadTree =
  | {
      readonly kind: 'tree';
      readonly table: PlainTable;
      /** Number of texts with lone surrogates, which were replaced by U+FFFD because UTF-8 cannot encode them. */
      readonly mended: number;
    }
  | Refusal;

/**
 * Copies a parser's result into plain data. Drops keys with null values and turns dates into ISO text. Refuses unsafe keys,
 * null in lists, non-finite numbers and too many levels, naming the place.
 */
export function plainTree(parsed: unknown): ReadTree {
  const walk = new Walk();
  const table = isTable(parsed) && !(parsed instanceof Date) ? walk.table(parsed) : undefined;
  if (walk.refusal !== undefined) return walk.refusal;
  return table === undefined
    ? refuse('the top level', 'must be a table')
    : { kind: 'tree', table, mended: walk.mended };
}

/** Drops null values from the app's own data, since readers treat null as absent. */
export function withoutNulls(data: Readonly<Record<string, unknown>>): PlainTable {
  const given = Object.entries(data).filter(([, value]) => value !== null && value !== undefined);
  return Object.fromEntries(given.map(([key, value]) => [key, withoutNullsIn(value)]));
}

function withoutNullsIn(value: unknown): PlainValue {
  if (Array.isArray(value)) return value.map(withoutNullsIn);
  // The app's own data is plain except for nulls.
  return isTable(value) ? withoutNulls(value) : (value as PlainValue);
}

/** Deep equality. The order of keys matters only in masks. */
export function sameValue(a: PlainValue, b: PlainValue, name?: string): boolean {
  if (typeof a !== 'object' || typeof b !== 'object') return a === b;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const keys = Object.keys(a);
  const others = Object.keys(b);
  return (
    keys.length === others.length &&
    keys.every((key, at) => {
      if (isMaskKey(name) && key !== others[at]) return false;
      const [left, right] = [valueAt(a, key), valueAt(b, key)];
      return left !== undefined && right !== undefined && sameValue(left, right, key);
    })
  );
}

/** The value under a key or index. Ignores inherited properties such as `toString`. */
export function valueAt(value: PlainTable | readonly PlainValue[], key: string): PlainValue | undefined {
  // In a list, the key is an index.
  return Object.hasOwn(value, key) ? (value as PlainTable)[key] : undefined;
}

class Walk {
  refusal: Refusal | undefined;
  mended = 0;
  readonly #keys: (string | number)[] = [];

  table(source: Readonly<Record<string, unknown>>): PlainTable {
    const copy: Record<string, PlainValue> = {};
    for (const raw of Object.keys(source)) {
      const key = this.#text(raw);
      this.#keys.push(key);
      if (!isSafeKey(key)) this.#refuse('is not an allowed key');
      else if (Object.hasOwn(copy, key)) this.#refuse('is a duplicate key');
      else if (source[raw] !== null && source[raw] !== undefined) copy[key] = this.#value(source[raw]);
      this.#keys.pop();
      if (this.refusal !== undefined) break;
    }
    return copy;
  }

  #list(source: readonly unknown[]): readonly PlainValue[] {
    const copy: PlainValue[] = [];
    for (const [index, value] of source.entries()) {
      this.#keys.push(index);
      copy.push(this.#value(value));
      this.#keys.pop();
      if (this.refusal !== undefined) break;
    }
    return copy;
  }

  #value(value: unknown): PlainValue {
    if (typeof value === 'string') return this.#text(value);
    if (typeof value === 'boolean') return value;
    // JSON cannot represent minus zero.
    if (typeof value === 'number' && Number.isFinite(value)) return value === 0 ? 0 : value;
    if (value instanceof Date) return value.toISOString();
    if (typeof value === 'object' && value !== null) {
      if (this.#keys.length >= MAX_DEPTH) return this.#refuse(`is nested more than ${MAX_DEPTH} levels deep`);
      return Array.isArray(value) ? this.#list(value) : this.table(value as Record<string, unknown>); // all other objects were handled above
    }
    return this.#refuse(value === null ? 'is null, which lists must not contain' : 'must be a finite number');
  }

  #text(text: string): string {
    if (text.isWellFormed()) return text;
    this.mended += 1;
    return text.toWellFormed();
  }

  #refuse(reason: string): PlainValue {
    this.refusal ??= refuse(this.#keys, reason);
    return '';
  }
}
