/** The kinds of values that settings have: how each is read, written, compared, and put into words. */
import * as v from 'valibot';
import type { PlainValue } from '../outside/plainTree';

/** A value that the browser stores. */
export interface StoredKind<T> {
  readonly default: T;
  /** Reads the value from the browser's storage. A missing value is the default. */
  readonly inStore: v.GenericSchema<unknown, T>;
  toStore(value: T): unknown;
  isSame(one: T, other: T): boolean;
}

/** A value that files hold. */
export interface FileKind<T> {
  /** Reads the value from a file. Undefined never reaches it. */
  readonly inFiles: v.GenericSchema<unknown, T>;
  /** Whether undefined is a value, `none` in a preset. */
  readonly hasNone?: true;
  /** Undefined leaves the key out. */
  toFile(value: NonNullable<T>): PlainValue | undefined;
  toWords(value: T): string;
  /** Drops the parts that a file may not hold. `refused` names them with their reasons. */
  accept?(value: T): { readonly value: T; readonly refused: readonly string[] };
}

export interface ValueKind<T> extends StoredKind<T>, FileKind<T> {}

/** Text, empty by default. */
export const text: ValueKind<string> = {
  ...scalar(''),
  inFiles: v.string(),
  inStore: v.optional(v.string(), ''),
};

export const optionalText: ValueKind<string | undefined> = {
  ...scalar<string | undefined>(undefined),
  inFiles: v.string(),
  inStore: v.optional(v.string()),
  hasNone: true,
};

/** A whole number above 0, or none. */
export const optionalCount: ValueKind<number | undefined> = optionalFrom(1);

/** A whole number from 0, or none. */
export const optionalNatural: ValueKind<number | undefined> = optionalFrom(0);

function optionalFrom(least: number): ValueKind<number | undefined> {
  return {
    ...scalar<number | undefined>(undefined),
    inFiles: v.pipe(v.number(), v.integer(), v.minValue(least)),
    inStore: v.optional(v.number()),
    hasNone: true,
  };
}

/** Yes or no, no by default. */
export const flag: ValueKind<boolean> = {
  ...scalar(false),
  inFiles: v.boolean(),
  inStore: v.optional(v.boolean(), false),
  toWords: (value) => (value ? 'yes' : 'no'),
};

/** Yes or no, yes by default. */
export const onByDefault: StoredKind<boolean> = {
  ...scalar(true),
  inStore: v.optional(v.boolean(), true),
};

/** One of these values. The first is the default. */
export function oneOf<const T extends string>(values: readonly [T, ...T[]]): ValueKind<T> {
  return {
    ...scalar<T>(values[0]),
    inFiles: v.picklist(values),
    inStore: v.fallback(v.picklist(values), values[0]),
  };
}

/** One of these values, or none. */
export function optionalOneOf<const T extends number>(values: readonly T[]): ValueKind<T | undefined> {
  return {
    ...scalar<T | undefined>(undefined),
    inFiles: v.picklist(values),
    inStore: v.fallback(v.optional(v.picklist(values)), undefined),
    hasNone: true,
  };
}

export const texts: FileKind<readonly string[]> = {
  inFiles: v.array(v.string()),
  toFile: (own) => own,
  toWords: listed,
};

export function listed(texts: readonly string[]): string {
  return texts.length === 0 ? 'none' : texts.join(', ');
}

function scalar<T extends string | number | boolean | undefined>(value: T) {
  return {
    default: value,
    toFile: (own: NonNullable<T>): PlainValue => own,
    toStore: (own: T) => own,
    isSame: (one: T, other: T) => one === other,
    toWords: (own: T) => (own === undefined || own === '' ? 'none' : String(own)),
  };
}
