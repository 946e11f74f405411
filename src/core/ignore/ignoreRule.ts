import { compileWildmatch, MAX_PATTERN_LENGTH, type Wildmatch } from '../globs/wildmatch';

/** One line of an ignore file. */
export interface IgnoreRule {
  /** As written, without the line end and trailing spaces. */
  readonly text: string;
  /** 1-based. */
  readonly line: number;
  readonly negated: boolean;
  readonly foldersOnly: boolean;
  /** Matches the path segments below the file's folder, as byte strings. */
  readonly pattern: Wildmatch;
}

export type ParsedLine =
  | { readonly kind: 'rule'; readonly rule: IgnoreRule }
  | { readonly kind: 'nothing' }
  | { readonly kind: 'refused'; readonly reason: string };

/** Reads one line (without its LF) as git reads a line of .gitignore. */
export function parseIgnoreLine(source: string, line: number): ParsedLine {
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

  const compiled = compileWildmatch(toByteString(anchored(body)));
  if (compiled.kind === 'refused') return compiled;
  return { kind: 'rule', rule: { text, line, negated, foldersOnly, pattern: compiled.pattern } };
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
