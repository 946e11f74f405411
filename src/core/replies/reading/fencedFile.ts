/** The body of a fenced block as a file: whole, or with parts left out. */
import type { ReplyEdit } from '../replyEdit';
import { isElision } from './elision';

interface Body {
  readonly path: string;
  readonly lines: readonly string[];
  /** Whether the first line names the file, so that it may be no part of it. */
  readonly isNamedInside: boolean;
  /** Whether the reply calls the file new. */
  readonly isNew: boolean | undefined;
  readonly format: string;
  readonly from: number;
  readonly to: number;
}

export function fencedFile({ path, lines: all, isNamedInside, isNew, format, from, to }: Body): ReplyEdit {
  const place = { path, from, to };
  const isElided = all.some((line) => isElision(line, path));
  // Placing tells whether the file has the line; in JSON, it can't be.
  const lines = isNamedInside && (isElided || /\.json$/i.test(path)) ? all.slice(1) : all;
  if (!isElided) {
    const text = lines.length === 0 ? '' : `${lines.join('\n')}\n`;
    return { ...place, format, kind: 'write', text, ...(isNew !== undefined && { isNew }) };
  }
  const hunk = {
    lines: lines.map((text) => ({ op: isElision(text, path) ? ('gap' as const) : ('add' as const), text })),
  };
  return { ...place, format: 'elided', kind: 'change', hunks: [hunk], isInOrder: true };
}
