/** Lines and info strings that name the file of an edit. */
import { languageOf } from '../files/language';
import { parseRepoPath } from '../files/repoPath';
import { decoded } from './decodings';

export interface NamedPath {
  readonly path: string;
  /** What the line says happens to the file. */
  readonly says?: 'new' | 'deleted' | undefined;
}

export interface PathLine extends NamedPath {
  /** Whether the line is a heading, bold, or labeled, so that prose may follow before the code. */
  readonly isHeading: boolean;
}

/**
 * The path that a line consists of, without heading marks, bullets, bold, quotes, backticks, labels such as
 * `Updated file:`, and notes such as ` (new)`. `isAfterMark` accepts any single word, as the line above a mark can
 * only be a path.
 */
export function pathLine(line: string, isAfterMark = false): PathLine | undefined {
  if (line.length > LONGEST_LINE) return undefined;
  const text = withoutWrapper(decoded(line).trim());
  const { rest: unmarked, isMarked } = withoutBullets(text);
  const { rest, label } = withoutLabel(unmarked);
  const isLabeled = label !== undefined;
  const token = firstToken(rest);
  if (token === undefined) return undefined;
  const note = noteIn(token.tail);
  if (note === undefined) return undefined;
  const path = withoutLineNumbers(token.path);
  if (!isPath(path, { isLabeled, isQuoted: token.isQuoted, isAfterMark, hasColon: /[:：]\**$/.test(rest) }))
    return undefined;
  const isHeading = isMarked || isLabeled || token.isBold || token.isQuoted;
  return { path, says: saidOf(label ?? '') ?? saidOf(note), isHeading };
}

/** The only path in backticks or bold of a sentence that leads to code: ``Here is the new `src/a.ts`:``. */
export function pathInSentence(line: string): NamedPath | undefined {
  if (line.length > LONGEST_LINE) return undefined;
  const text = decoded(line).trim().replace(/\*+$/, '');
  if (!/[:：]$/.test(text)) return undefined;
  const found = [...text.matchAll(/`([^`]+)`|\*\*([^*]+)\*\*/g)]
    .map(([, code, bold]) => withoutLineNumbers(code ?? bold ?? ''))
    .filter((path) => isPath(path, { isLabeled: false, isQuoted: true, isAfterMark: false }));
  const [path] = found;
  if (path === undefined || found.some((other) => other !== path)) return undefined;
  return { path, says: /\b(?:create|new file|add a new)\b/i.test(text) ? 'new' : undefined };
}

export interface FenceInfo {
  /** In lower case; empty if there is none. */
  readonly language: string;
  readonly named?: NamedPath | undefined;
  /** Whether the fence quotes lines of a file: `12:20:src/a.ts`. */
  readonly isCitation: boolean;
}

/** Info strings: `ts`, `src/a.ts`, `ts src/a.ts`, `ts:src/a.ts`, `ts title="src/a.ts"`, `{.ts file=src/a.ts}`. */
export function fenceInfo(info: string): FenceInfo {
  const text = info.length > LONGEST_LINE ? '' : decoded(info).trim();
  const isCitation = /^\d+:\d+:/.test(text);
  const attribute = /\b(?:title|path|file|filename|name)\s*[=:]\s*(?:"([^"]+)"|'([^']+)'|([^\s"'},]+))/i.exec(
    text,
  );
  const [language = ''] = /^[\w+#.-]*/.exec(text.replace(/^[{.]+/, '')) ?? [];
  const after = /^[\w+#.-]+[\s:,]\s*(\S.*)$/.exec(text)?.[1];
  const candidates = [attribute?.[1] ?? attribute?.[2] ?? attribute?.[3], after, text];
  for (const candidate of candidates) {
    if (candidate === undefined || candidate === '' || isCitation) continue;
    const named = pathLine(candidate);
    const isWhole = candidate === text;
    // `Makefile` alone is a language.
    if (named !== undefined && !(isWhole && !/[./\\]/.test(text))) {
      return { language: isWhole ? extensionOf(named.path) : language.toLowerCase(), named, isCitation };
    }
  }
  return { language: language.toLowerCase(), isCitation };
}

/** The path in a comment such as `// src/a.ts` or `<!-- src/a.html -->`. */
export function pathInComment(line: string): NamedPath | undefined {
  if (line.length > LONGEST_LINE) return undefined;
  const found = /^(?:\/\/+|#+|--(?!-)|;+|%+|\/\*+|<!--)\s*(\S.*?)\s*(?:\*\/|-->)?$/.exec(line.trim());
  const [, text = ''] = found ?? [];
  const named = pathLine(text);
  // A single word is rather a word of the code.
  return named !== undefined && (named.path.includes('/') || /^file/i.test(text) || named.path === text)
    ? named
    : undefined;
}

/** Lines that a rendered chat puts between a path and its code: the language, `Copy code`. */
export function isBetweenPathAndCode(line: string): boolean {
  if (line.length > 40) return false;
  const text = decoded(line).trim().toLowerCase();
  return COPY_BUTTONS.test(text) || FENCE_LANGUAGES.has(text);
}

export function isCopyButton(line: string): boolean {
  return line.length < 40 && COPY_BUTTONS.test(decoded(line).trim().toLowerCase());
}

/** Whether a fence of this language can hold the file, as far as names tell. */
export function isShell(language: string): boolean {
  return SHELLS.has(language);
}

/** Whether the name of a path says that it holds what shells run or print. */
export function isShellFile(path: string): boolean {
  const base = path.slice(path.search(/[^/\\]*$/));
  return (
    !/\.\w/.test(base.slice(1)) ||
    /\.(?:[a-z]*sh|ps[dm]?1|bat|cmd|txt|log|env\S*|bashrc|profile)$/i.test(base)
  );
}

export function extensionOf(path: string): string {
  return /\.([\w+-]{1,15})$/.exec(path)?.[1]?.toLowerCase() ?? '';
}

export function isMarkdownPath(path: string): boolean {
  return /^(?:md|mdx|markdown|mdc|rmd|qmd|mdown|mkd)$/.test(extensionOf(path));
}

const LONGEST_LINE = 400;
const LONGEST_PATH = 260;

const COPY_BUTTONS =
  /^(?:copy(?: code)?|copy ?edit|edit|copied!?|download|wrap|run|collapse|expand|复制(?:代码)?)$/;

const SHELLS: ReadonlySet<string> = new Set(
  'bash sh shell zsh fish console terminal shellsession powershell ps1 pwsh ps cmd bat batch text txt plaintext plain output log'.split(
    ' ',
  ),
);

const FENCE_LANGUAGES: ReadonlySet<string> = new Set(
  `${[...SHELLS].join(' ')} ts tsx typescript js jsx javascript py python rb ruby go rust rs java kotlin kt swift c cpp c++ csharp c# cs php html css scss sass less json jsonc yaml yml toml xml svelte vue sql diff patch markdown md lua dart scala elixir haskell perl r ini graphql svg zig nix hcl terraform`.split(
    ' ',
  ),
);

function withoutWrapper(text: string): string {
  return /^<(?:summary|b|strong|code)>(.*)<\/(?:summary|b|strong|code)>$/.exec(text)?.[1]?.trim() ?? text;
}

function withoutBullets(text: string): { readonly rest: string; readonly isMarked: boolean } {
  let rest = text;
  let isMarked = false;
  for (let round = 0; round < 3; round += 1) {
    const bullet =
      /^(?:#{1,6}(?=\s)|[-*+•▶►→✏📄📝📁🆕]\uFE0F?(?=\s)|[📄📝📁🆕]|\d{1,3}[.)](?=\s)|\/\/(?=\s)|<!--(?=\s))\s*/u.exec(
        rest,
      );
    if (bullet === null) break;
    rest = rest.slice(bullet[0].length);
    if (bullet[0].startsWith('<!--')) rest = rest.replace(/\s*-->$/, '');
    isMarked ||= bullet[0].startsWith('#');
  }
  return { rest, isMarked };
}

const VERBS =
  'updated?|modif(?:y|ied)|new|created?|deleted?|removed?|renamed?|edit(?:ed)?|changed?|add(?:ed)?|full|complete|final|replaced?|revised';
/** `File:`, `Updated file`, `Path:`, with the word before. */
const FILE_LABEL = new RegExp(
  `^(?:\\*\\*|__)?((?:(?:the )?(?:${VERBS}) )?(?:file ?name|file ?path|file|path)(?: \\d{1,3})?) ?(?:[:：](?:\\*\\*|__)?|(?=[\`*"']|\\s)) ?`,
  'i',
);
/** `Update`, but only in front of a path in backticks or after a colon. */
const VERB_LABEL = new RegExp(`^(?:\\*\\*|__)?(${VERBS}|in)(?:[:：](?:\\*\\*|__)?\\s+|\\s+(?=[\`"']))`, 'i');

function withoutLabel(text: string): { readonly rest: string; readonly label: string | undefined } {
  const found = FILE_LABEL.exec(text) ?? VERB_LABEL.exec(text);
  if (found === null) return { rest: text, label: undefined };
  return { rest: text.slice(found[0].length).trim(), label: found[1] };
}

interface Token {
  readonly path: string;
  readonly tail: string;
  readonly isQuoted: boolean;
  readonly isBold: boolean;
}

function firstToken(text: string): Token | undefined {
  const link = /^\[([^\]]+)\]\([^)]*\)(.*)$/.exec(text);
  const whole = link === null ? text : `${link[1]}${link[2]}`;
  const isBold = whole.startsWith('**');
  const bare = isBold ? whole.slice(2).trim() : unwrapped(whole, '__');
  const quote = bare[0];
  if (quote === '`' || quote === '"' || quote === "'") {
    const end = bare.indexOf(quote, 1);
    return end <= 1
      ? undefined
      : { path: bare.slice(1, end), tail: bare.slice(end + 1), isQuoted: true, isBold };
  }
  const end = bare.search(/\s|$|\*\*/);
  const path = bare.slice(0, end).replace(/[:：,]+$/, '');
  return path === '' ? undefined : { path, tail: bare.slice(path.length), isQuoted: false, isBold };
}

function unwrapped(text: string, mark: string): string {
  const bare = text.replace(/[:：]$/, '');
  return bare.length > 2 * mark.length && bare.startsWith(mark) && bare.endsWith(mark)
    ? bare.slice(mark.length, -mark.length)
    : text;
}

/** The note behind a path; undefined if the line goes on as a sentence. */
function noteIn(tail: string): string | undefined {
  const text = tail.replace(/^[\s:：*_]+|[\s:：*_]+$/g, '');
  if (text === '') return '';
  return /^\([^()]{1,60}\)$|^\[[^\][]{1,60}\]$|^[-–—] ?[^`]{1,60}$/.test(text) ? text : undefined;
}

function saidOf(note: string): 'new' | 'deleted' | undefined {
  if (/\b(?:new|created?|add(?:ed)?)\b/i.test(note)) return 'new';
  return /\b(?:deleted?|removed?)\b/i.test(note) ? 'deleted' : undefined;
}

function withoutLineNumbers(path: string): string {
  return path.trim().replace(/(?:#L\d{1,9}(?:-L?\d{1,9})?|:\d{1,9}(?:[-:]\d{1,9})?)$/, '');
}

interface PathEvidence {
  readonly isLabeled: boolean;
  readonly isQuoted: boolean;
  readonly isAfterMark: boolean;
  readonly hasColon?: boolean;
}

function isPath(path: string, { isLabeled, isQuoted, isAfterMark, hasColon = false }: PathEvidence): boolean {
  if (path.length > LONGEST_PATH || !/[\p{L}\p{N}]/u.test(path)) return false;
  if (/[<>"|?*`\u0000-\u001f\u007f]|:\/\/|^[-=@]|[,;.!]$/.test(path)) return false;
  if (/\s/.test(path) && !((isQuoted || isLabeled) && /\.\w{1,8}$/.test(path))) return false;
  const base = path.slice(path.search(/[^/\\]*$/));
  if (isAfterMark) {
    // `Then:` is a sentence.
    const isWord = !isQuoted && !isLabeled && !/[./\\]/.test(path);
    return !FENCE_LANGUAGES.has(path.toLowerCase()) && !(isWord && hasColon && !isKnownName(base));
  }
  const isKnown = isKnownName(base) || /^\.[a-z][\w.-]+$/i.test(base);
  const hasExtension = /[^.]\.[a-z][\w+-]{0,15}$/i.test(base);
  if (/[/\\]/.test(path)) return base !== '' && (isKnown || hasExtension || (isLabeled && isQuoted));
  if (!isQuoted && !isLabeled && PRODUCTS.test(base)) return false;
  return (isKnown && !FENCE_LANGUAGES.has(base)) || (isLabeled && hasExtension);
}

/** Libraries whose names look like files. */
const PRODUCTS =
  /^(?:node|next|vue|react|express|nuxt|three|d3|chart|socket|alpine|ember|backbone)\.(?:js|io)$/i;

function isKnownName(base: string): boolean {
  const parsed = parseRepoPath(base);
  if (parsed.kind !== 'path') return false;
  return (
    languageOf(parsed.path).id !== 'text' ||
    /^(?:license|copying|notice|readme|authors|changelog)$|\.(?:txt|log|lock|env|cfg|conf|csv|tsv)$/i.test(
      base,
    )
  );
}
