import { normalizeLineEnds } from '../../files/normalize';
import {
  isObject,
  objectsIn,
  roleName,
  textOf,
  timeOf,
  type Fields,
  type ForeignMessage,
} from '../foreignMessage';
import { isKnownRole, roleOf, UNKNOWN_ROLE } from '../roles';
import type { Item } from './importer';
import { readContent, type ReadContent } from './parts';
import { paragraphs, quoted, quotedCall } from './quoted';

/**
 * Reads a message: a text such as `User: hello`, or an object with a content and possibly a role and a time, which may be in
 * the `message` of a log's entry. The content of an object that has only a role is empty.
 */
export function readMessage(data: unknown): Item {
  if (typeof data === 'string') return messageOfText(data);
  if (!isObject(data)) return 'unreadable';
  const { message } = data;
  const fields = isObject(message) && readContent(data['content']) === undefined ? message : data;
  const role = isResult(fields['content']) ? 'Tool' : roleIn(fields);
  const content = contentIn(fields);
  const time = timeIn(data) ?? timeIn(fields);
  if (content === undefined && role === undefined) return 'unreadable';
  if (fields['isThought'] === true) return 'reasoning';
  const hasReasoning =
    content?.hasReasoning === true || REASONING_KEYS.some((key) => textOf(fields[key]) !== '');
  return {
    role: role ?? UNKNOWN_ROLE,
    content: paragraphs([content?.text, callsIn(fields), ...filesIn(fields)]),
    ...(hasReasoning && { hasReasoning }),
    ...(time !== undefined && { time }),
    ...(fields['collapsed'] === true && { collapsed: true }),
  };
}

/** Whether data is a message that says who speaks. */
export function isMessage(data: unknown): boolean {
  return isObject(data) && roleIn(data) !== undefined && contentIn(data) !== undefined;
}

/** Results of tools are sent in the user's name. */
function isResult(content: unknown): boolean {
  return (
    Array.isArray(content) &&
    content.length > 0 &&
    content.every((part) => isObject(part) && part['type'] === 'tool_result')
  );
}

const ROLE_KEYS = ['role', 'sender', 'author', 'from', 'speaker', 'type'] as const;
const CONTENT_KEYS = ['content', 'text', 'parts', 'message', 'value', 'mes', 'body'] as const;
const TIME_KEYS = [
  'time',
  'created_at',
  'create_time',
  'timestamp',
  'createdAt',
  'send_date',
  'date',
] as const;
const REASONING_KEYS = ['reasoning_content', 'reasoning', 'thinking'] as const;

/** The speaker, in the words that vendors use. Undefined if none is said. */
function roleIn(fields: Fields): string | undefined {
  for (const [key, user] of [
    ['isCreatedByUser', true],
    ['is_user', true],
  ] as const)
    if (typeof fields[key] === 'boolean') return fields[key] === user ? 'User' : 'AI';
  for (const key of ROLE_KEYS) {
    const said = fields[key];
    const name = isObject(said) ? (said['role'] ?? said['name']) : said;
    // A type is often something else, such as `message`.
    if (typeof name === 'string' && name.trim() !== '' && (key !== 'type' || isKnownRole(name)))
      return roleName(name);
  }
  return undefined;
}

/** The first content that is not empty; else an empty one, if there is any. */
function contentIn(fields: Fields): ReadContent | undefined {
  let empty: ReadContent | undefined;
  for (const key of CONTENT_KEYS) {
    const content = readContent(fields[key]);
    if (content !== undefined && withoutPlaceholders(content.text) !== '')
      return { ...content, text: withoutPlaceholders(content.text) };
    empty =
      content === undefined
        ? empty
        : { text: '', hasReasoning: content.hasReasoning || empty?.hasReasoning === true };
  }
  return empty;
}

function timeIn(fields: Fields): number | undefined {
  for (const key of TIME_KEYS) {
    const time = timeOf(fields[key]);
    if (time !== undefined) return time;
  }
  return undefined;
}

/** Claude's export writes this in place of what the app could not show. */
function withoutPlaceholders(text: string): string {
  return text.includes('not supported on your current device')
    ? text
        .replaceAll(/(?:^|\n)```\nThis block is not supported on your current device yet\.\n```(?=\n|$)/g, '')
        .trim()
    : text;
}

/** The calls of tools beside the content, as OpenAI's API has them. */
function callsIn({ tool_calls: calls, function_call: call }: Fields): string {
  const made = [...objectsIn(calls), ...objectsIn([call])].map((each) => {
    const { name, arguments: given } = isObject(each['function']) ? each['function'] : each;
    return quotedCall(name, given);
  });
  return paragraphs(made);
}

/** Attached files, with their texts if the export has them. */
function filesIn({ attachments, files }: Fields): readonly string[] {
  return [
    ...objectsIn(attachments).map((each) =>
      quoted('attachment', nameOf(each), textOf(each['extracted_content'])),
    ),
    ...objectsIn(files).flatMap((each) =>
      textOf(nameOf(each)) === '' ? [] : quoted('file', nameOf(each), textOf(each['content'])),
    ),
  ];
}

function nameOf(file: Fields): unknown {
  return file['file_name'] ?? file['filename'] ?? file['name'];
}

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
