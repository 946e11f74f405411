import type { LineRange } from './customSlice';

export interface LineReference extends LineRange {
  /** What stands before the lines: a path, or a part of one. */
  readonly path: string;
}

/**
 * Reads lines of a file as code hosts write them: `src/a.ts#L10-L20`, `src/a.ts#L10-20`, `a.ts#L10`. Lines are 1-based,
 * inclusive; ends that stand the wrong way round are turned. Undefined for everything else.
 */
export function parseLineReference(text: string): LineReference | undefined {
  const found = /^(.*)#L(\d{1,9})(?:-L?(\d{1,9}))?$/i.exec(text.trim());
  if (found === null) return undefined;
  const [, path = '', first, last = first] = found;
  const lines = [Number(first), Number(last)];
  const startLine = Math.min(...lines);
  return startLine === 0 ? undefined : { path: path.trim(), startLine, endLine: Math.max(...lines) };
}
