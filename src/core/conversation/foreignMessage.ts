import { normalizeLineEnds } from '../files/normalize';
import { isKnownRole, roleOf, UNKNOWN_ROLE } from './roles';

/** A message from outside. */
export interface ForeignMessage {
  readonly role: string;
  readonly content: string;
  /** Milliseconds since the epoch, if known. */
  readonly time?: number;
  readonly collapsed?: true;
}

/**
 * Reads a message: a text such as `User: hello`, or an object with a content and possibly a role and a time. Undefined for
 * anything else.
 */
export function foreignMessage(data: unknown): ForeignMessage | undefined {
  if (typeof data === 'string') return messageOfText(data);
  if (!isObject(data)) return undefined;
  const content = contentOf(data['content']) || contentOf(data['text']) || contentOf(data['content']);
  const time = timeOf(data['time'] ?? data['created_at'] ?? data['timestamp']);
  return content === undefined
    ? undefined
    : {
        role: roleName(data['role'] ?? data['sender']),
        content,
        ...(time !== undefined && { time }),
        ...(data['collapsed'] === true && { collapsed: true }),
      };
}

/** A text, a list of parts with texts, or undefined. */
export function contentOf(data: unknown): string | undefined {
  if (typeof data === 'string') return data.toWellFormed();
  const parts = Array.isArray(data) ? data : isObject(data) ? data['parts'] : undefined;
  if (!Array.isArray(parts)) return isObject(data) ? contentOf(data['text'] ?? undefined) : undefined;
  const texts = parts.flatMap((part: unknown) => {
    const text = isObject(part) ? part['text'] : part;
    return typeof text === 'string' ? [text.toWellFormed()] : [];
  });
  return texts.join('\n\n');
}

/** Milliseconds from a number of seconds or milliseconds, or an ISO text. */
export function timeOf(data: unknown): number | undefined {
  const time =
    typeof data === 'number' ? (data < SECONDS_UP_TO ? data * 1000 : data) : Date.parse(String(data));
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
