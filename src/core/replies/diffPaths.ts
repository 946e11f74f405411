/** Paths in the headers of diffs. */
import { decoded } from './decodings';

/** The path behind `--- ` or `+++ `, without date and quotes; undefined for `/dev/null`. */
export function headerPath(line: string): string | undefined {
  const path = unquoted(decoded(line.slice(4)).split('\t', 1)[0]?.trim() ?? '');
  return path === '/dev/null' || path === 'dev/null' ? undefined : path;
}

/** Both paths of `diff --git a/x b/x`, which holds for names without a quote; undefined if they can't be told apart. */
export function gitPaths(line: string): { readonly old: string; readonly present: string } | undefined {
  const rest = line.slice('diff --git '.length).trim();
  const quoted = /^("(?:[^"\\]|\\.)*"|\S+) ("(?:[^"\\]|\\.)*"|\S+)$/.exec(rest);
  if (quoted !== null) return { old: unquoted(quoted[1] ?? ''), present: unquoted(quoted[2] ?? '') };
  // Names with blanks: both are equal but for their first letter.
  const middle = (rest.length - 1) / 2;
  const [old, present] = [rest.slice(0, middle), rest.slice(middle + 1)];
  return Number.isInteger(middle) && old.slice(1) === present.slice(1) ? { old, present } : undefined;
}

/** Git quotes names with special characters like strings in C, with octal bytes. */
export function unquoted(path: string): string {
  const bare = path.replace(/^[`'*]+|[`'*]+$/g, '');
  if (!/^".*"$/.test(bare)) return bare;
  const inside = bare.slice(1, -1);
  const encoded = inside.replace(/\\([0-7]{3})|\\(.)|%/g, (whole, octal, character) => {
    if (whole === '%') return '%25';
    if (octal !== undefined) return `%${(Number.parseInt(octal, 8) & 0xff).toString(16).padStart(2, '0')}`;
    return character === 't' ? '\t' : character === 'n' ? '\n' : character;
  });
  try {
    return decodeURIComponent(encoded);
  } catch {
    // The bytes are not UTF-8.
    return inside;
  }
}
