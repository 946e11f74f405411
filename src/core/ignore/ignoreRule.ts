import { compileWildmatch, MAX_PATTERN_LENGTH, type Wildmatch } from '../globs/wildmatch';

/** One line of an ignore file. */
export interface IgnoreRule {
  /** As written, without the line end and trailing spaces. */
  readonly text: string;
  /** 1-based. */
  readonly line: number;
  readonly negated: boolean;
  readonly foldersOnly: boolean;
  /** The start of the path that `pattern` doesn't match; '' for most rules. It may end inside a segment. */
  readonly prefix: string;
  /** Matches the path segments below the file's folder, as byte strings, after the prefix. */
  readonly pattern: Wildmatch;
}

export type ParsedLine =
  | { readonly kind: 'rule'; readonly rule: IgnoreRule }
  | { readonly kind: 'nothing' }
  | { readonly kind: 'refused'; readonly reason: string };

/**
 * Reads one line (without its LF) as git reads a line of .gitignore. With `ignoreCase`, the rule matches paths in lower
 * case.
 */
export function parseIgnoreLine(source: string, line: number, ignoreCase = false): ParsedLine {
  if (source === '' || source.startsWith('#')) return { kind: 'nothing' };
  if (source.length > MAX_PATTERN_LENGTH)
    return { kind: 'refused', reason: `the line is longer than ${MAX_PATTERN_LENGTH} characters` };

  const text = withoutTrailingBlanks(untilNul(source.endsWith('\r') ? source.slice(0, -1) : source));
  if (text === '') return { kind: 'nothing' };
  const negated = text.startsWith('!');
  const pathText = negated ? text.slice(1) : text;
  const foldersOnly = pathText.endsWith('/');
  const body = foldersOnly ? pathText.slice(0, -1) : pathText;
  if (body === '') return { kind: 'refused', reason: 'the line has no pattern' };

  const { prefix, rest } = splitAtStars(toByteString(anchored(body)));
  const compiled = compileWildmatch(rest, { ignoreCase });
  if (compiled.kind === 'refused') return compiled;
  const { pattern } = compiled;
  return {
    kind: 'rule',
    rule: { text, line, negated, foldersOnly, prefix: ignoreCase ? toLowerAscii(prefix) : prefix, pattern },
  };
}

/**
 * Before 2.52, git compares the literal start of a pattern alone and matches only the rest, so that the stars of
 * `docs**` + `/*.md` begin a pattern and cross folders.
 */
function splitAtStars(pattern: string): { readonly prefix: string; readonly rest: string } {
  const [, prefix = ''] = STARS_IN_SEGMENT.exec(pattern) ?? [];
  return { prefix, rest: pattern.slice(prefix.length) };
}

const STARS_IN_SEGMENT = /^([^*?[\\]*[^*?[\\/])\*{2,}(?:\\?\/|$)/;

/** Converts only ASCII letters, as git does, so that the bytes of other letters stay. */
export function toLowerAscii(text: string): string {
  return text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());
}

/**
 * Converts a text to one character per byte of its UTF-8. Git compares bytes, so `?` matches one byte of a name, not
 * one letter. ASCII text does not change.
 */
export function toByteString(text: string): string {
  if (/^[\x00-\x7f]*$/.test(text)) return text;
  return encodeURIComponent(text.toWellFormed()).replaceAll(/%([0-9A-F]{2})/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

/** A slash anywhere ties a pattern to the file's folder; a pattern without one applies at any depth. */
function anchored(body: string): string {
  if (!body.includes('/')) return `**/${body}`;
  return body.startsWith('/') ? body.slice(1) : body;
}

/** Git works on C strings, which end at a NUL. */
function untilNul(text: string): string {
  const end = text.indexOf('\0');
  return end < 0 ? text : text.slice(0, end);
}

/** Removes trailing spaces unless a backslash protects them; tabs stay. */
function withoutTrailingBlanks(text: string): string {
  let end = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === '\\') end = Math.min((at += 1) + 1, text.length);
    else if (text[at] !== ' ') end = at + 1;
  }
  return text.slice(0, end);
}
