import { normalizeLineEnds } from '../files/normalize';
import { isKnownRole, roleOf, UNKNOWN_ROLE } from './roles';

/** A message from outside. */
export interface ForeignMessage {
  /** If set, checkpoints of its discussion refer to the message by this. */
  readonly id?: string;
  readonly role: string;
  readonly content: string;
  /** Milliseconds since the epoch, if known. */
  readonly time?: number;
  readonly collapsed?: true;
}

/**
 * Reads a message: a text such as `User: hello`, or an object with a content and possibly a role and a time, which may be in
 * the `message` of a log's entry. The content of an object that has only a role is empty. Undefined for anything else.
 */
export function foreignMessage(data: unknown): ForeignMessage | undefined {
  if (typeof data === 'string') return messageOfText(data);
  if (!isObject(data)) return undefined;
  const { message } = data;
  const fields = isObject(message) && contentOf(data['content']) === undefined ? message : data;
  const content =
    contentOf(fields['content']) ||
    contentOf(fields['text']) ||
    callsOf(fields) ||
    contentOf(fields['content']);
  const role = fields['role'] ?? fields['sender'];
  const time = timeOf(data['time'] ?? data['created_at'] ?? data['timestamp']);
  return content === undefined && typeof role !== 'string'
    ? undefined
    : {
        role: roleName(role),
        content: content ?? '',
        ...(time !== undefined && { time }),
        ...(fields['collapsed'] === true && { collapsed: true }),
      };
}

/** A text, the text of an object, a list of such, or undefined. */
export function contentOf(data: unknown): string | undefined {
  const parts = isObject(data) && Array.isArray(data['parts']) ? data['parts'] : data;
  if (!Array.isArray(parts)) return partOf(parts);
  return parts.flatMap((part: unknown) => partOf(part) ?? []).join('\n\n');
}

function partOf(part: unknown): string | undefined {
  const text = isObject(part) ? part['text'] : part;
  const value = isObject(text) ? text['value'] : text;
  return typeof value === 'string' ? textOf(value) : undefined;
}

/** A well-formed text with LF as line ends; empty if the data is no text. */
export function textOf(data: unknown): string {
  return typeof data === 'string' ? normalizeLineEnds(data.toWellFormed()) : '';
}

/** The calls of functions that a message of the API makes instead of saying something. */
function callsOf({ tool_calls: calls }: Readonly<Record<string, unknown>>): string {
  const made = (Array.isArray(calls) ? calls : []).flatMap((call: unknown) => {
    const { name, arguments: given } =
      (isObject(call) && isObject(call['function']) && call['function']) || {};
    return typeof name === 'string' ? [`${textOf(name)}(${textOf(given)})`] : [];
  });
  return made.join('\n\n');
}

/** Milliseconds from a number of seconds or milliseconds, an ISO string, or a TOML date. */
export function timeOf(data: unknown): number | undefined {
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

export function isObject(data: unknown): data is Readonly<Record<string, unknown>> {
  return typeof data === 'object' && data !== null && !Array.isArray(data);
}

/** Numbers below this are seconds: as milliseconds, they would be in January 1970 or, at most, in 1973. */
const SECONDS_UP_TO = 100_000_000_000;

/** The latest time that a date can have. */
const MAX_TIME = 8_640_000_000_000_000;

function messageOfText(text: string): ForeignMessage {
  const wellFormed = normalizeLineEnds(text.toWellFormed());
  // Manual Slop writes a line with the time first.
  const [timeLine = '', stamp] = /^\s*@(\S+)\n/.exec(wellFormed) ?? [];
  const time = stamp === undefined ? undefined : timeOf(stamp);
  const written = time === undefined ? wellFormed : wellFormed.slice(timeLine.length);
  const [, label = '', content = ''] = /^\s*(\p{L}[\p{L} ]{0,30}):\s*([^]*)$/u.exec(written) ?? [];
  return {
    ...(isKnownRole(label) ? { role: roleOf(label), content } : { role: UNKNOWN_ROLE, content: written }),
    ...(time !== undefined && { time }),
  };
}
