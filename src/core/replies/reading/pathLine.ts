import { bare } from '../formats/format';
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
    .replace(/^\*{0,2}(?:file(?: ?name| ?path)?|path)\*{0,2}: *\*{0,2}/i, '')
    .replace(/ *\((?:new|updated|modified|changed|new file|full file|complete)\)(?=[*`:]*$)/i, '');
  const unwrapped = unwrappedPath(plain);
  if (unwrapped === undefined) return undefined;
  const { path, isMarked } = unwrapped;
  return isFile(path) || isPath(path, isMarked) ? path : undefined;
}

/** The only path that a sentence names in backticks. */
function pathInSentence(line: string, isFile: IsFile): string | undefined {
  if (line.length > LONGEST_PATH) return undefined;
  const named = [...line.matchAll(/`([^`]+)`/g)].map(([, inner = '']) => inner.trim());
  const paths = new Set(named.filter((name) => isFile(name) || isPath(name, false)));
  return paths.size === 1 ? [...paths][0] : undefined;
}

/** The path above a line, past its own fence, the names of languages, and the buttons of a rendered chat. */
export function pathAbove(lines: readonly string[], at: number, isFile: IsFile): string | undefined {
  let isFenced = openingFence(lines[at] ?? '') !== undefined;
  for (let index = at - 1; index >= Math.max(0, at - LINES_ABOVE); index -= 1) {
    const line = lines[index] ?? '';
    const fence = openingFence(line);
    if (fence !== undefined && isFenced) return undefined; // It ends another block.
    isFenced ||= fence !== undefined;
    const found = fence === undefined ? pathLine(line, isFile) : pathInInfo(fence.info);
    if (found !== undefined) return found;
    if (bare(line) !== '' && fence === undefined && !isButton(line)) return pathInSentence(line, isFile);
  }
  return undefined;
}

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

const KNOWN_NAMES =
  /^(?:makefile|dockerfile|license|readme|gemfile|rakefile|procfile|jenkinsfile|changelog|cmakelists)$/i;

/** Names with blanks only if they are marked as such or have a folder and an extension. */
function isPath(text: string, isMarked: boolean): boolean {
  if (text === '' || text.length > LONGEST_PATH || /^[a-z][a-z\d+.-]*:\/\//i.test(text)) return false;
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
