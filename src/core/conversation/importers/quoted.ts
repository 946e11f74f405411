/** Parts of a message that are not its text, as Markdown. */
import { oneLine } from '../../compose/escapePath';
import { fenceFor } from '../../compose/fence';
import { isObject, textOf, type Fields } from '../foreignMessage';

/** Code or data as a fenced block; empty for a blank text. */
export function fenced(text: string, language = ''): string {
  if (text.trim() === '') return '';
  const fence = fenceFor(text);
  return `${fence}${/^[\w+#.-]*$/.test(language) ? language : ''}\n${text.replace(/(?<!\n)\n+$/, '')}\n${fence}`;
}

/** Stands for a file or the use of a tool, with its text if that is known. */
export function quoted(kind: string, name: unknown, text = '', language = ''): string {
  const written = typeof name === 'string' ? oneLine(name.slice(0, MAX_NAME).toWellFormed()).trim() : '';
  const label = written === '' ? `[${kind}]` : `[${kind}: ${written}]`;
  return paragraphs([label, fenced(text, language)]);
}

/** The call of a tool. Shows what it writes as a file and what it replaces as a diff. */
export function quotedCall(name: unknown, input: unknown): string {
  const given = isObject(input) ? input : parsed(textOf(input));
  if (!isObject(given))
    return quoted('tool', name, textOf(input) || (given === undefined ? '' : jsonOf(given)));
  const written = CONTENTS.map((key) => textOf(given[key])).find((text) => text !== '');
  const [before, after] = [firstText(given, BEFORE), firstText(given, AFTER)];
  const file = FILES.map((key) => given[key]).find((each) => typeof each === 'string' && each !== '');
  if (written !== undefined && (file !== undefined || given['command'] === 'rewrite'))
    return quoted('file', file, written, textOf(given['language']));
  if (before !== '' && file !== undefined) return quoted('change', file, diffOf(before, after), 'diff');
  const [only, ...others] = Object.entries(given).filter(([key]) => key !== 'description');
  if (only === undefined) return quoted('tool', name);
  return others.length === 0 && typeof only[1] === 'string'
    ? quoted('tool', name, textOf(only[1]))
    : quoted('tool', name, jsonOf(given), 'json');
}

/** Puts the parts of a message one below the other, without empty ones. */
export function paragraphs(parts: readonly (string | undefined)[]): string {
  return parts
    .map((part) => part?.trim() ?? '')
    .filter((part) => part !== '')
    .join('\n\n');
}

/** JSON to read; an ellipsis for data that is too deep. */
export function jsonOf(data: unknown): string {
  try {
    return textOf(JSON.stringify(data, null, 2));
  } catch {
    return '…';
  }
}

/** The value of a JSON text; undefined for other texts. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** UTF-16 units of the name of a file or tool. */
const MAX_NAME = 300;

/** The fields in which tools are given a file, its contents, and what to replace. */
const FILES = ['title', 'path', 'file_path', 'filePath', 'filename', 'id'] as const;
const CONTENTS = ['content', 'file_text', 'contents'] as const;
const BEFORE = ['old_str', 'old_string', 'oldString'] as const;
const AFTER = ['new_str', 'new_string', 'newString'] as const;

function firstText(fields: Fields, keys: readonly string[]): string {
  return textOf(keys.map((key) => fields[key]).find((each) => typeof each === 'string'));
}

function diffOf(before: string, after: string): string {
  const marked = (text: string, mark: string) =>
    text === ''
      ? []
      : text
          .replace(/\n$/, '')
          .split('\n')
          .map((line) => `${mark}${line}`);
  return [...marked(before, '-'), ...marked(after, '+')].join('\n');
}
