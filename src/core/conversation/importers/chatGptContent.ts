/** The contents of ChatGPT's messages, by their types. */
import { isObject, objectsIn, textOf, type Fields, type ForeignFile } from '../foreignMessage';
import { withoutMarks } from './chatGptMarks';
import { readContent } from './parts';
import { fenced, paragraphs, parsed, quoted, quotedCall } from './quoted';

export type FileById = (id: string) => string | undefined;

interface About {
  readonly attachments: readonly Fields[];
  readonly metadata: Fields;
  readonly fileById: FileById | undefined;
}

/** The text of a message, with lines for files that the export lacks, and the files that it has. */
export function chatGptContent(
  { content, recipient }: Fields,
  { attachments, metadata, fileById }: About,
): { readonly content: string; readonly files?: readonly ForeignFile[] } {
  const files: ForeignFile[] = [];
  const seen = new Set<string>();
  const named = new Map(attachments.map(({ id, name }) => [id, name]));

  function fileOf(kind: ForeignFile['kind'], id: string, name: unknown): string {
    seen.add(id);
    const path = fileById?.(id);
    if (path === undefined) return quoted(kind, name);
    files.push({ kind, name: textOf(name) || kind, path });
    return '';
  }
  function mediaOf(part: unknown, isSpoken: boolean): string {
    const type = isObject(part) ? textOf(part['content_type']) : '';
    const pointer = isObject(part) ? textOf(part['asset_pointer']) : '';
    const [id = pointer] = /file[-_][A-Za-z0-9]+$/.exec(pointer) ?? [];
    if (type.startsWith('image')) return fileOf('image', id, named.get(id));
    // The text of a recording is another part.
    return /audio|video/.test(type) && !isSpoken ? quoted('recording', undefined) : '';
  }
  const body = bodyOf(content, recipient, mediaOf);
  const rest = attachments
    .filter(({ id }) => typeof id !== 'string' || !seen.has(id))
    .map(({ id, name, mime_type: type }) =>
      fileOf(textOf(type).startsWith('image/') ? 'image' : 'file', textOf(id), name),
    );
  return {
    content: paragraphs([withoutMarks(body, objectsIn(metadata['content_references'])), ...rest]),
    ...(files.length > 0 && { files }),
  };
}

function bodyOf(
  content: unknown,
  recipient: unknown,
  mediaOf: (part: unknown, isSpoken: boolean) => string,
): string {
  if (!isObject(content)) return '';
  const text = readContent(content['parts'] ?? content['text'])?.text ?? '';
  const type = content['content_type'];
  switch (type) {
    case 'code':
      return isTool(recipient)
        ? quotedCall(recipient, text)
        : fenced(text, languageOf(content['language'], recipient));
    case 'execution_output':
    case 'system_error':
      return fenced(text);
    case 'citable_code_output':
      return fenced(textOf(content['output_str']));
    case 'tether_quote':
    case 'sonic_webpage':
      return quoted('file', content['title'] ?? content['domain'] ?? content['url'], text);
    case 'tether_browsing_display':
      return textOf(content['result']) || textOf(content['summary']);
    case 'computer_output':
      return paragraphs([mediaOf({ content_type: 'image', ...screenshotIn(content) }, false), text]);
    case 'multimodal_text': {
      const parts: readonly unknown[] = Array.isArray(content['parts']) ? content['parts'] : [];
      const isSpoken = parts.some((part) => isObject(part) && typeof part['text'] === 'string');
      return paragraphs(parts.map((part) => partOf(part) ?? mediaOf(part, isSpoken)));
    }
    case undefined:
    case 'text': {
      if (textOf(recipient).startsWith('canmore.')) return canvasOf(text);
      return isTool(recipient) ? quotedCall(recipient, text) : text;
    }
    default:
      return text || quoted(textOf(type) || 'part', undefined);
  }
}

/** Undefined for a part without a text. */
function partOf(part: unknown): string | undefined {
  if (typeof part === 'string') return textOf(part);
  return isObject(part) && typeof part['text'] === 'string' ? textOf(part['text']) : undefined;
}

function screenshotIn({ screenshot }: Fields): Fields {
  return isObject(screenshot) ? { asset_pointer: screenshot['asset_pointer'] } : {};
}

/** Whether a message goes to a tool other than the one that runs Python. */
function isTool(recipient: unknown): boolean {
  return typeof recipient === 'string' && recipient !== 'all' && recipient !== 'python' && recipient !== '';
}

function languageOf(language: unknown, recipient: unknown): string {
  if (recipient === 'python') return 'python';
  return typeof language === 'string' && language !== 'unknown' ? language : '';
}

/** A document on the canvas, which is created and changed by JSON. */
function canvasOf(text: string): string {
  const data = parsed(text);
  const { name, type, content, updates }: Fields = isObject(data) ? data : {};
  const texts = objectsIn(updates).map(({ pattern, replacement }) =>
    pattern === '.*' ? textOf(replacement) : '',
  );
  if (texts.length > 0 && texts.every((each) => each !== ''))
    return paragraphs(texts.map((each) => fenced(each)));
  if (typeof content !== 'string') return fenced(text, 'json');
  const language = /^code\/(.*)$/.exec(textOf(type))?.[1];
  return paragraphs([
    typeof name === 'string' ? `**${name}**` : '',
    language === undefined ? textOf(content) : fenced(textOf(content), language),
  ]);
}
