/** The contents of messages, as the APIs and exports of several vendors write them. */
import { isObject, objectsIn, textOf, type Fields } from '../foreignMessage';
import { fenced, jsonOf, paragraphs, parsed, quoted, quotedCall } from './quoted';

export interface ReadContent {
  readonly text: string;
  readonly hasReasoning: boolean;
}

/** A text, a part, or a list of such. Undefined for data that is no content. */
export function readContent(data: unknown): ReadContent | undefined {
  return contentAt(data, 0);
}

/** Levels of parts within the results of tools. */
const MOST_LEVELS = 6;

const REASONING = Symbol('reasoning');

function contentAt(data: unknown, level: number): ReadContent | undefined {
  const parts: unknown = isObject(data) && Array.isArray(data['parts']) ? data['parts'] : data;
  if (typeof parts === 'string') return { text: textOf(parts), hasReasoning: false };
  if (!Array.isArray(parts)) {
    const part = isObject(parts) ? partOf(parts, level) : undefined;
    return part === undefined ? undefined : contentOf([part]);
  }
  return contentOf(parts.map((part: unknown) => (isObject(part) ? partOf(part, level) : textOf(part))));
}

function contentOf(parts: readonly (string | typeof REASONING | undefined)[]): ReadContent {
  const texts = parts.filter((part) => typeof part === 'string');
  return {
    text: texts.length === 1 ? texts.join('') : texts.filter((text) => text !== '').join('\n\n'),
    hasReasoning: parts.includes(REASONING),
  };
}

/** Undefined for an object that is no part of a message. */
function partOf(part: Fields, level: number): string | typeof REASONING | undefined {
  const type = typeOf(part);
  if (part['thought'] === true || part['isThought'] === true) return REASONING;
  for (const [pattern, read] of READERS) if (pattern.test(type)) return read(part, level);
  const { text } = part;
  const written = isObject(text) ? text['value'] : text;
  if (typeof written === 'string') return textOf(written);
  return type === '' ? undefined : quoted(type, undefined);
}

/** The type in snake case. Gemini's API says it by the only key. */
function typeOf(part: Fields): string {
  const type = part['type'] ?? part['content_type'] ?? TYPE_KEYS.find((key) => isObject(part[key]));
  return textOf(type)
    .slice(0, 60)
    .replaceAll(/(?<=[a-z])(?=[A-Z])/g, '_')
    .replaceAll('-', '_')
    .toLowerCase();
}

const TYPE_KEYS = [
  'functionCall',
  'functionResponse',
  'inlineData',
  'fileData',
  'executableCode',
  'codeExecutionResult',
] as const;

type PartReader = (part: Fields, level: number) => string | typeof REASONING;

/** By type, the first that fits. */
const READERS: readonly (readonly [RegExp, PartReader])[] = [
  [/think|thought|reasoning/, () => REASONING],
  [/^(?:token_budget|flag|step_start|step_finish)$/, () => ''],
  [/^executable_code$/, (part) => codeIn(first(part, ['executableCode']))],
  [/result$|_output$|response$/, (part, level) => resultIn(part, level)],
  [/tool_use$|call$|^tool_(?!.*text)/, (part, level) => paragraphs([callIn(part), outputIn(part, level)])],
  [/image|inline_data|screenshot/, (part) => imageIn(part)],
  [/audio_transcription/, ({ text }) => textOf(text)],
  [/audio|video/, (part) => quoted('recording', nameIn(part))],
  [/file|document|resource|attachment/, (part) => fileIn(part)],
  [/^refusal$/, ({ refusal }) => textOf(refusal)],
  [/^knowledge$/, (part) => paragraphs([quoted('page', part['title'] ?? part['url']), textOf(part['text'])])],
];

/** The objects in a part in which vendors put what it is about. */
const INNER = [
  'function',
  'tool_call',
  'toolInvocation',
  'functionCall',
  'functionResponse',
  'codeExecutionResult',
  'resource',
  'source',
  'file',
  'fileData',
  'inlineData',
  'image_url',
] as const;

/** The first of these fields that a part, or an object in it, has. */
function first(part: Fields, keys: readonly string[]): unknown {
  const fields = [part, ...objectsIn(INNER.map((key) => part[key]))];
  for (const each of fields) for (const key of keys) if (each[key] !== undefined) return each[key];
  return undefined;
}

function nameIn(part: Fields): unknown {
  return first(part, ['file_name', 'filename', 'fileName', 'name', 'title', 'file_path', 'uri']);
}

function callIn(part: Fields): string {
  const name = first(part, ['name', 'toolName', 'tool_name']) ?? /^tool-(.+)/.exec(textOf(part['type']))?.[1];
  return quotedCall(name, first(part, ['input', 'arguments', 'args', 'action']));
}

/** The result that some vendors put into the call. */
function outputIn(part: Fields, level: number): string {
  const output = first(part, ['output', 'result']);
  return output === undefined ? '' : resultText(undefined, output, level);
}

function resultIn(part: Fields, level: number): string {
  const name = first(part, ['name', 'toolName', 'tool_name']);
  const result = first(part, ['content', 'output', 'result', 'response']);
  return resultText(name, result ?? part['text'], level);
}

function resultText(name: unknown, result: unknown, level: number): string {
  const output = OUTPUT.test(textOf(result)) ? parsed(textOf(result)) : result;
  const inner = isObject(output) && typeof output['output'] === 'string' ? output['output'] : output;
  const { text } = (level < MOST_LEVELS ? contentAt(inner, level + 1) : undefined) ?? {};
  const written = text ?? (inner === undefined || inner === null ? '' : jsonOf(inner));
  return quoted('result', name, written);
}

/** Codex writes the output of a command as a JSON text. */
const OUTPUT = /^\{"output":/;

function codeIn(code: unknown): string {
  return isObject(code) ? fenced(textOf(code['code']), textOf(code['language']).toLowerCase()) : '';
}

/** The image itself if the part has it. */
function imageIn(part: Fields): string {
  const url = first(part, ['url', 'image_url']);
  if (typeof url === 'string' && url.startsWith('data:image/')) return `![image](${textOf(url)})`;
  const [type, data] = [first(part, ['media_type', 'mimeType', 'mime_type']), first(part, ['data'])];
  return typeof data === 'string' && /^image\/[\w.+-]+$/.test(textOf(type))
    ? `![image](data:${textOf(type)};base64,${textOf(data)})`
    : quoted('image', nameIn(part));
}

function fileIn(part: Fields): string {
  const text = first(part, ['text', 'extracted_content', 'content']);
  const data = first(part, ['data']);
  const isText = textOf(first(part, ['media_type'])) === 'text/plain';
  return quoted('file', nameIn(part), textOf(text) || (isText ? textOf(data) : ''));
}
