import type { Replacement } from '../placedEdit';
import { compareChanges } from './rebuild';

/**
 * The text after some replacements. The rest stays as it is, each line with its own line end. New lines end like the
 * lines they replace, or like their neighbors; the file keeps its final line end, or goes on without one. Several
 * insertions at one place follow each other in the given order. Throws if replacements overlap or lie outside of the text.
 */
export function appliedText(now: string, replacements: readonly Replacement[]): string {
  const { lines, ends } = splitLines(now);
  const result: Line[] = [];
  let next = 0;
  const keepUntil = (end: number): void => {
    for (; next < end; next += 1) result.push({ text: lines[next] ?? '', end: ends[next] ?? '' });
  };
  for (const { from, count, lines: added } of replacements.toSorted(compareChanges)) {
    const start = from - 1;
    if (start < next || start + count > lines.length)
      throw new Error(`Replacement of ${count} lines from line ${from} overlaps or lies outside of the text`);
    keepUntil(start);
    for (const [index, text] of added.entries())
      result.push({ text, end: endNear(ends, start, index, count) });
    next += count;
  }
  keepUntil(lines.length);
  return joinLines(result, ends);
}

/** Whether two replacements can't both be made. Insertions at one place overlap because their order is unknown. */
export function overlap(one: Replacement, other: Replacement): boolean {
  if (one.count === 0 && other.count === 0) return one.from === other.from;
  return one.from < other.from + other.count && other.from < one.from + one.count;
}

export interface SplitLines {
  /** Without line ends. */
  readonly lines: readonly string[];
  /** LF, CRLF, or CR; empty only for a last line without one. */
  readonly ends: readonly string[];
}

/** Splits a text at its line ends. A final one begins no further line; an empty text has no lines. */
export function splitLines(text: string): SplitLines {
  const lines: string[] = [];
  const ends: string[] = [];
  let start = 0;
  for (const { 0: end, index } of text.matchAll(/\r\n?|\n/g)) {
    lines.push(text.slice(start, index));
    ends.push(end);
    start = index + end.length;
  }
  if (start < text.length) {
    lines.push(text.slice(start));
    ends.push('');
  }
  return { lines, ends };
}

interface Line {
  readonly text: string;
  /** Empty if unknown. */
  readonly end: string;
}

/** The line end of a replaced line, of the line above, or of the line below. */
function endNear(ends: readonly string[], start: number, index: number, count: number): string {
  const replaced = count > 0 ? ends[start + Math.min(index, count - 1)] : undefined;
  return replaced || ends[start - 1] || ends[start] || '';
}

function joinLines(lines: readonly Line[], ends: readonly string[]): string {
  const dominant = dominantEnd(ends);
  const hasFinalEnd = ends.at(-1) !== '';
  const parts: string[] = [];
  for (const [index, { text, end }] of lines.entries()) {
    parts.push(text);
    if (index < lines.length - 1 || hasFinalEnd) parts.push(end || dominant);
  }
  return parts.join('');
}

function dominantEnd(ends: readonly string[]): string {
  const counts = new Map([['\n', 0]]);
  for (const end of ends) if (end !== '') counts.set(end, (counts.get(end) ?? 0) + 1);
  return [...counts].reduce((most, each) => (each[1] > most[1] ? each : most))[0];
}
