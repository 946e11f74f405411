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

/**
 * The call of a tool. Shows a file that it writes as a file and text that it replaces as a diff, and all other fields that say
 * more as data.
 */
export function quotedCall(name: unknown, input: unknown): string {
  const given = isObject(input) ? input : parsed(textOf(input));
  if (!isObject(given))
    return quoted('tool', name, textOf(input) || (given === undefined ? '' : jsonOf(given)));
  const file = fileWrittenBy(name, given);
  if (file !== undefined) return file;
  const { description, ...rest } = given;
  const [only = '', ...others] = Object.values(rest);
  return others.length === 0 && [only, description ?? ''].every((each) => typeof each === 'string')
    ? paragraphs([quoted('tool', name), textOf(description), fenced(textOf(only))])
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
const FILES = ['path', 'file_path', 'filePath', 'filename'] as const;
const CONTENTS = ['content', 'file_text', 'contents'] as const;
const BEFORE = ['old_str', 'old_string', 'oldString'] as const;
const AFTER = ['new_str', 'new_string', 'newString'] as const;

/** The fields that name a file of Claude's tool for files beside the chat, and those that say nothing more about it. */
const [ARTIFACTS, ABOUT_ARTIFACT] = [
  ['title', 'id'],
  ['id', 'title', 'type', 'version_uuid'],
] as const;

/**
 * The file that a tool writes or changes, with the fields that say more about it: they are not empty or false, and are not
 * the command, which the label or the diff shows. Undefined for other tools.
 */
function fileWrittenBy(tool: unknown, given: Fields): string | undefined {
  const isArtifact = tool === 'artifacts';
  const file = keyIn(given, isArtifact ? ARTIFACTS : FILES);
  if (file === undefined && !isArtifact) return undefined;
  const [content, before, after] = [CONTENTS, BEFORE, AFTER].map((keys) => keyIn(given, keys));
  const shown = [file, 'command', ...(isArtifact ? ABOUT_ARTIFACT : [])];
  const name = file && given[file];
  if (content !== undefined)
    return withOthers(quoted('file', name, textOf(given[content]), textOf(given['language'])), [
      content,
      'language',
    ]);
  if (before === undefined) return undefined;
  const diff = diffOf(textOf(given[before]), textOf(after && given[after]));
  return withOthers(quoted('change', name, diff, 'diff'), [before, after]);

  function withOthers(text: string, written: readonly (string | undefined)[]): string {
    const known = new Set([...shown, ...written]);
    const others = Object.entries(given).filter(
      ([key, value]) => !known.has(key) && value !== '' && value !== false,
    );
    return others.length === 0
      ? text
      : paragraphs([text, fenced(jsonOf(Object.fromEntries(others)), 'json')]);
  }
}

/** The first of these fields that has a text. */
function keyIn(fields: Fields, keys: readonly string[]): string | undefined {
  return keys.find((key) => textOf(fields[key]) !== '');
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
