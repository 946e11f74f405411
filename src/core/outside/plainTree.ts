import { refuse, type Refusal } from './refusal';

/** What TOML and JSON have in common: no null, no date, no number that is not finite. */
export type PlainValue = string | number | boolean | readonly PlainValue[] | PlainTable;

export interface PlainTable {
  readonly [key: string]: PlainValue;
}

/** Levels of tables and lists within each other. */
export const MAX_DEPTH = 32;

/** Keys that reach an object's prototype where somebody copies without care. */
const UNSAFE_KEYS: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

export function isSafeKey(key: string): boolean {
  return !UNSAFE_KEYS.has(key);
}

/** The key of the one table whose order matters. */
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
      /** Texts with halves of characters, which no file can hold; U+FFFD stands for each half now. */
      readonly mended: number;
    }
  | Refusal;

/**
 * Copies what a parser has made of a text into plain data. Keys that are null count as absent, dates become their ISO
 * text. Refused with its place: an unsafe key, a null in a list, a number that is not finite, too many levels.
 */
export function plainTree(parsed: unknown): ReadTree {
  const walk = new Walk();
  const table = isTable(parsed) && !(parsed instanceof Date) ? walk.table(parsed) : undefined;
  if (walk.refusal !== undefined) return walk.refusal;
  return table === undefined
    ? refuse('the top', 'is no table')
    : { kind: 'tree', table, mended: walk.mended };
}

/** Data of the app's own, outwards: keys that are null count as absent wherever it is read. */
export function withoutNulls(data: Readonly<Record<string, unknown>>): PlainTable {
  const given = Object.entries(data).filter(([, value]) => value !== null && value !== undefined);
  return Object.fromEntries(given.map(([key, value]) => [key, withoutNullsIn(value)]));
}

function withoutNullsIn(value: unknown): PlainValue {
  if (Array.isArray(value)) return value.map(withoutNullsIn);
  // What the app writes has the types of a tree, but for nulls.
  return isTable(value) ? withoutNulls(value) : (value as PlainValue);
}

/** Equal but for the order of keys, which counts in masks alone. */
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

/** What a table holds under a key, or a list under an index. Every object has a `toString`, but not of its own. */
export function valueAt(value: PlainTable | readonly PlainValue[], key: string): PlainValue | undefined {
  // An index is a key of a list.
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
      if (!isSafeKey(key)) this.#refuse('is a key that is not allowed');
      else if (Object.hasOwn(copy, key)) this.#refuse('stands there twice');
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
    // Minus zero is one of the numbers that JSON does not keep.
    if (typeof value === 'number' && Number.isFinite(value)) return value === 0 ? 0 : value;
    if (value instanceof Date) return value.toISOString();
    if (typeof value === 'object' && value !== null) {
      if (this.#keys.length >= MAX_DEPTH) return this.#refuse(`is more than ${MAX_DEPTH} levels deep`);
      return Array.isArray(value) ? this.#list(value) : this.table(value as Record<string, unknown>); // no other objects are left
    }
    return this.#refuse(value === null ? 'is null, which no list may hold' : 'is no finite number');
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
