import type { LineRange } from './customSlice';

export interface LineReference extends LineRange {
  /** A path, or part of one. */
  readonly path: string;
}

/**
 * Parses a line reference as code hosts write it: `src/a.ts#L10-L20`, `src/a.ts#L10-20`, `a.ts#L10`. Lines are 1-based
 * and inclusive; a reversed range is turned around. Returns undefined for anything else.
 */
export function parseLineReference(text: string): LineReference | undefined {
  const found = /^(.*)#L(\d{1,9})(?:-L?(\d{1,9}))?$/i.exec(text.trim());
  if (found === null) return undefined;
  const [, path = '', first, last = first] = found;
  const lines = [Number(first), Number(last)];
  const startLine = Math.min(...lines);
  return startLine === 0 ? undefined : { path: path.trim(), startLine, endLine: Math.max(...lines) };
}
