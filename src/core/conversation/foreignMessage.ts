import { normalizeLineEnds } from '../files/normalize';
import { roleOf, UNKNOWN_ROLE } from './roles';

/** A message from outside. */
export interface ForeignMessage {
  /** If set, checkpoints of its discussion refer to the message by this. */
  readonly id?: string;
  readonly role: string;
  readonly content: string;
  /** Milliseconds since the epoch, if known. */
  readonly time?: number;
  readonly collapsed?: true;
  /** Files of the message that are in the same archive. They belong below the content. */
  readonly files?: readonly ForeignFile[];
}

/** A file beside a conversation in an archive. */
export interface ForeignFile {
  readonly kind: 'image' | 'file';
  readonly name: string;
  readonly path: string;
}

export type Fields = Readonly<Record<string, unknown>>;

/** A well-formed text with LF as line ends; empty if the data is no text. */
export function textOf(data: unknown): string {
  return typeof data === 'string' ? normalizeLineEnds(data.toWellFormed()) : '';
}

/** Milliseconds from a number of seconds or milliseconds, an ISO string, a TOML date, or a date of MongoDB. */
export function timeOf(data: unknown): number | undefined {
  if (isObject(data) && !(data instanceof Date)) {
    const date = data['$date'];
    return plainTime(isObject(date) ? Number(textOf(date['$numberLong'])) : date);
  }
  return plainTime(data);
}

function plainTime(data: unknown): number | undefined {
  if (typeof data === 'number') return validTime(data < SECONDS_UP_TO ? data * 1000 : data);
  // A TOML date has its time zone only in its text.
  return validTime(Date.parse(data instanceof Date ? data.toISOString() : textOf(data)));
}

/** Whole milliseconds; undefined beyond the range of Date. */
export function validTime(time: number): number | undefined {
  return Number.isFinite(time) && time >= 0 && time <= MAX_TIME ? Math.round(time) : undefined;
}

export function roleName(data: unknown): string {
  return typeof data === 'string' ? roleOf(data) : UNKNOWN_ROLE;
}

export function isObject(data: unknown): data is Fields {
  return typeof data === 'object' && data !== null && !Array.isArray(data);
}

/** The objects in a list; none if it is no list. */
export function objectsIn(data: unknown): readonly Fields[] {
  return Array.isArray(data) ? data.filter(isObject) : [];
}

/** Numbers below this are seconds: as milliseconds, they would be in January 1970 or, at most, in 1973. */
const SECONDS_UP_TO = 100_000_000_000;

/** The latest time that a date can have. */
const MAX_TIME = 8_640_000_000_000_000;
