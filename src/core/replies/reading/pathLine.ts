import { bare } from '../formats/format';
import { fileHeading } from '../formats/fileHeading';
import { openingFence } from './fence';

/** UTF-16 units. */
const LONGEST_PATH = 400;

/** Lines above an edit in which its path is looked for. */
const LINES_ABOVE = 8;

/** Whether a file of the workspace has this path, which may look like a word. */
export type IsFile = (path: string) => boolean;

const noFile: IsFile = () => false;

/** The path that a line consists of, with the decoration that models give it. Undefined if the line is anything else. */
export function pathLine(line: string, isFile: IsFile = noFile): string | undefined {
  const text = bare(line);
  if (text.length > LONGEST_PATH) return undefined;
  const plain = text
    .replace(/^(?:#{1,6} +|[-*+] +|\d+[.)] +|\/\/ *|> *)+/, '')
    .replace(/^(\*\*|__)(?=(?:file(?: ?name| ?path)?|path): )(.*)\1:?$/i, '$2')
    .replace(/^\*{0,2}(?:file(?: ?name| ?path)?|path)\*{0,2}: *\*{0,2}/i, '')
    .replace(/ *\((?:new|updated|modified|changed|new file|full file|complete)\)(?=[*`:]*$)/i, '');
  const unwrapped = unwrappedPath(plain);
  if (unwrapped === undefined) return undefined;
  const { path, isMarked } = unwrapped;
  return isPath(path, isMarked) || isKnown(path, isFile, isMarked || !text.endsWith(':')) ? path : undefined;
}

/** Whether a name without an extension is a file's, perhaps with a prefix or in another case. */
function isKnown(path: string, isFile: IsFile, mayDiffer: boolean): boolean {
  if (isFile(path)) return true;
  if (!mayDiffer || path === '' || /\s/.test(path)) return false;
  const segments = path.replaceAll('\\', '/').split('/');
  const name = segments.at(-1) ?? '';
  const names = [name, name.toUpperCase(), name.toLowerCase()];
  const isAbsolute = /^(?:\/|[a-z]:\/)/i.test(segments.join('/'));
  const hasPrefix = segments.length > 1 && /^[.ab]$/.test(segments[0] ?? '');
  const last = isAbsolute ? Math.min(segments.length, MOST_SEGMENTS) : hasPrefix ? 2 : 1;
  for (let at = 0; at < last; at += 1)
    for (const each of names) if (isFile([...segments.slice(at, -1), each].join('/'))) return true;
  return false;
}

const MOST_SEGMENTS = 16;

/** The only path that a sentence names in backticks. */
function pathInSentence(line: string, isFile: IsFile): string | undefined {
  if (line.length > LONGEST_PATH) return undefined;
  const named = [...line.matchAll(/`([^`]+)`/g)].map(([, inner = '']) => inner.trim());
  const paths = new Set(named.filter((name) => isFile(name) || isPath(name, false)));
  return paths.size === 1 ? [...paths][0] : undefined;
}

export interface NamedAbove {
  readonly path: string;
  /** The sentence that names it among other words, which may be about something else. */
  readonly sentence?: string;
}

/** The path above a line, past its own fence, the names of languages, and the buttons of a rendered chat. */
export function namedAbove(lines: readonly string[], at: number, isFile: IsFile): NamedAbove | undefined {
  let isFenced = openingFence(lines[at] ?? '') !== undefined;
  let isPastText = false;
  for (let index = at - 1; index >= Math.max(0, at - LINES_ABOVE); index -= 1) {
    const line = lines[index] ?? '';
    const fence = openingFence(line);
    if (fence !== undefined && (isFenced || isPastText)) return undefined; // It ends another block.
    isFenced ||= fence !== undefined;
    if (isPastText && ENDS_EDIT.test(bare(line))) return undefined;
    const isAsked = !isPastText || HEADING.test(line);
    const path = fence === undefined ? isAsked && pathOn(line, isFile) : pathInInfo(fence.info);
    if (path !== undefined && path !== false) return { path };
    if (isPastText || bare(line) === '' || fence !== undefined || isButton(line)) continue;
    const inSentence = pathInSentence(line, isFile);
    if (inSentence !== undefined) {
      // A word with a dot may be anything, such as `request.url`.
      const isMeant = isFile(inSentence) || inSentence.includes('/') || WRITES.test(line);
      return isMeant ? { path: inSentence, sentence: line } : undefined;
    }
    // A paragraph may be between a heading and its block.
    if (ENDS_EDIT.test(bare(line)) || HEADING.test(line)) return undefined;
    isPastText = true;
  }
  return undefined;
}

export function pathAbove(lines: readonly string[], at: number, isFile: IsFile): string | undefined {
  return namedAbove(lines, at, isFile)?.path;
}

function pathOn(line: string, isFile: IsFile): string | undefined {
  return fileHeading(line)?.path ?? pathLine(line, isFile);
}

const WRITES = /\b(?:file|create|add|new|save|update|change|edit|replace|modify|put|write|in)\b/i;
const HEADING = /^(?:#{1,6} |\*\*)/;
const ENDS_EDIT = /^(?:>{5}|\u00bb|\ud83d\udfe9|\*{3} |[-+@}\]]|<\/)/;

/** The path in the words behind a fence, such as `ts src/a.ts`, `src/a.ts`, or `ts title="src/a.ts"`. */
export function pathInInfo(info: string): string | undefined {
  const [, titled] = /\b(?:title|path|file|filename)=["']?([^"'\s}]+)/.exec(info) ?? [];
  if (titled !== undefined) return titled;
  const words = info.split(/\s+/);
  const last = words.at(-1) ?? '';
  const [, behindColon] = /^[\w+#-]+:(.+)$/.exec(last) ?? [];
  const path = behindColon ?? last;
  return (words.length > 1 || behindColon !== undefined || path.includes('/') || path.includes('.')) &&
    isPath(path, false)
    ? path
    : undefined;
}

/** The path in a comment, such as `// src/a.ts`, which models put on the first line of a file. */
export function pathInComment(line: string): string | undefined {
  const [, , inner = ''] = /^(\/\/|#|--|;|%|\/\*|<!--)\s*(.*?)\s*(?:\*\/|-->)?$/.exec(bare(line)) ?? [];
  const text = inner.replace(/^(?:file(?: ?name| ?path)?|path): */i, '');
  return isPath(text, false) && text.includes('.') ? text : undefined;
}

/** The names of languages and the buttons that copies of a rendered chat have above code. */
export function isButton(line: string): boolean {
  return /^(?:copy(?: code)?|edit|run|download|[a-z][a-z+#]{0,14})$/i.test(bare(line));
}

function unwrappedPath(text: string): { readonly path: string; readonly isMarked: boolean } | undefined {
  let path = text.replace(/:$/, '');
  let isMarked = false;
  for (const [start, end] of [
    ['**', '**'],
    ['__', '__'],
    ['`', '`'],
    ['"', '"'],
    ['“', '”'],
    ["'", "'"],
  ] as const) {
    if (path.length <= start.length + end.length) continue;
    const inner = path.replace(/:$/, '');
    if (!inner.startsWith(start) || !inner.endsWith(end)) continue;
    path = inner.slice(start.length, -end.length).replace(/:$/, '').trim();
    isMarked = true;
  }
  return /[`*"<>|]/.test(path) ? undefined : { path, isMarked };
}

/** Their names look like files. */
const PRODUCT =
  /^(?:[Nn]ode|Next|Nuxt|Vue|React|Express|Three|D3|Chart|Alpine|Ember|Backbone)\.js$|^Socket\.io$/;

const KNOWN_NAMES =
  /^(?:makefile|dockerfile|license|readme|gemfile|rakefile|procfile|jenkinsfile|changelog|cmakelists)$/i;

/** Names with blanks only if they are marked as such or have a folder and an extension. */
function isPath(text: string, isMarked: boolean): boolean {
  if (text === '' || text.length > LONGEST_PATH || /^[a-z][a-z\d+.-]*:\/\//i.test(text)) return false;
  if (PRODUCT.test(text) || /^\d+:/.test(text)) return false;
  if (/[<>"|?*`{}=;,()]/.test(text) && !/^[\w@./\\ ()[\]{}+,=~-]+$/.test(text)) return false;
  if (/\s/.test(text) && !(isMarked || /^\S.*\/.*\.\w{1,10}$/.test(text))) return false;
  if (/\s/.test(text) && !/\.\w{1,10}$/.test(text)) return false;
  const name = text.slice(Math.max(text.lastIndexOf('/'), text.lastIndexOf('\\')) + 1);
  if (KNOWN_NAMES.test(name)) return true;
  if (/^\.[\w.-]+$/.test(name)) return true;
  return /[^.\s]\.[\w+-]{1,15}$/.test(name)
    ? !/^[\d.]+$/.test(name)
    : text.includes('/') && isMarked && name !== '';
}
