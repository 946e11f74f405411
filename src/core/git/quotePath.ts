/** Names as git prints them: quoted like a C string if they contain bytes that a terminal or a parser could misread. */
import { toByteString } from '../ignore/ignoreRule';

const LETTER_BY_BYTE: ReadonlyMap<string, string> = new Map([
  ['\x07', 'a'],
  ['\b', 'b'],
  ['\t', 't'],
  ['\n', 'n'],
  ['\v', 'v'],
  ['\f', 'f'],
  ['\r', 'r'],
  ['"', '"'],
  ['\\', '\\'],
]);

/** A path as git prints it with the default `core.quotePath`, in quotes only if needed. The result is ASCII. */
export function quotePath(path: string): string {
  const bytes = toByteString(path);
  const escaped = escapeBytes(bytes);
  return escaped === bytes ? bytes : `"${escaped}"`;
}

/** As `quotePath`, with quotes also around names with a space, as `git status --porcelain` prints them. */
export function quotePathWithSpaces(path: string): string {
  const quoted = quotePath(path);
  return quoted.includes(' ') && !quoted.startsWith('"') ? `"${quoted}"` : quoted;
}

/** Joins a prefix such as `a/` to a path, inside its quotes if it has some. */
export function quotePrefixed(prefix: string, path: string): string {
  return quotePath(prefix + path);
}

/**
 * Reads a quoted name at the start of a text. `length` counts the characters of the text including the quotes. Undefined
 * if the quotes aren't closed or an escape is unknown.
 */
export function unquotePath(text: string): { readonly path: string; readonly length: number } | undefined {
  const [whole, inner = ''] = /^"((?:[^"\\]|\\(?:[abtnvfr"\\]|[0-3][0-7]{2}))*)"/.exec(text) ?? [];
  if (whole === undefined) return undefined;
  return { path: unescapeName(inner), length: whole.length };
}

function escapeBytes(bytes: string): string {
  return bytes.replaceAll(/[\x00-\x1f"\\\x7f-\xff]/g, (byte) => {
    const letter = LETTER_BY_BYTE.get(byte);
    return `\\${letter ?? byte.charCodeAt(0).toString(8).padStart(3, '0')}`;
  });
}

/** Escaped bytes that belong together form a letter; invalid ones become U+FFFD. */
function unescapeName(inner: string): string {
  return inner.replaceAll(/(?:\\[0-3][0-7]{2})+|\\./g, (escape) => {
    if (!/^\\[0-7]/.test(escape)) {
      for (const [byte, letter] of LETTER_BY_BYTE) if (letter === escape.charAt(1)) return byte;
    }
    return decodeEscapes(escape);
  });
}

function decodeEscapes(escapes: string): string {
  const encoded = escapes
    .slice(1)
    .split('\\')
    .map((octal) => `%${Number.parseInt(octal, 8).toString(16).padStart(2, '0')}`)
    .join('');
  try {
    return decodeURIComponent(encoded);
  } catch {
    return '\uFFFD';
  }
}
