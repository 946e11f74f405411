/** Reads words and names from a statement's tokens. */
import type { SqlToken } from './sqlStatements';

/** In capitals; empty if the token is not a word. */
export function wordAt(tokens: readonly SqlToken[], index: number): string {
  const token = tokens[index];
  return token?.kind === 'word' ? token.text.toUpperCase() : '';
}

/**
 * The name at a position, skipping `BODY`, `IF NOT EXISTS` and `CONCURRENTLY`; `next` is the index of the token after
 * it.
 */
export function nameAfter(
  tokens: readonly SqlToken[],
  from: number,
): { readonly text: string; readonly next: number } | undefined {
  let at = from;
  while (/^(?:BODY|IF|NOT|EXISTS|CONCURRENTLY|ONLY)$/.test(wordAt(tokens, at)) && at < from + 6) at += 1;
  const parts: string[] = [];
  for (;;) {
    const token = tokens[at];
    if (token === undefined || (token.kind !== 'word' && token.kind !== 'name')) break;
    // An index may have no name: `CREATE INDEX ON table`.
    if (parts.length === 0 && token.kind === 'word' && /^ON$/i.test(token.text)) break;
    parts.push(bare(token));
    at += 1;
    if (tokens[at]?.text !== '.') break;
    at += 1;
  }
  const text = parts.join('.').slice(0, 200);
  return text === '' ? undefined : { text, next: at };
}

/** Strips quotes. */
export function bare({ kind, text }: SqlToken): string {
  return kind === 'name' ? text.slice(1).replace(/["`\]]$/, '') : text;
}
