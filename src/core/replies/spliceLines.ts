/** Replaces lines of a file in its bytes, so that all other lines stay as they are in any encoding. */
import type { Replacement } from './placedEdit';

/** How a file writes text. */
export interface LineCoding {
  /** In UTF-16, a line end is found at whole units only. */
  readonly unit: 'byte' | 'utf-16le' | 'utf-16be';
  /** Undefined if the encoding lacks a character. */
  encode(text: string): Uint8Array | undefined;
}

/** Positions in bytes: the text, its end, and the end of its line end. */
interface Line {
  readonly start: number;
  readonly end: number;
  readonly next: number;
}

/**
 * The file with other lines. A new line ends as the line in its place does, or the one above; the last line of the file keeps
 * its end, or its lack of one. `start` is the length of the byte order mark. Replacements are in order and don't overlap.
 * Undefined if the file's encoding lacks a character of the new lines.
 */
export function spliceLines(
  bytes: Uint8Array,
  replacements: readonly Replacement[],
  { coding, start = 0 }: { readonly coding: LineCoding; readonly start?: number },
): Uint8Array | undefined {
  const lines = linesOf(bytes, start, coding.unit);
  const parts = [bytes.subarray(0, start)];
  const newline = coding.encode('\n') ?? new Uint8Array();
  const endOf = (line: Line | undefined): Uint8Array =>
    line === undefined ? new Uint8Array() : bytes.subarray(line.end, line.next);
  const usualEnd = [lines[0]].map(endOf).find(({ length }) => length > 0) ?? newline;
  const hasFinalEnd = lines.length === 0 || endOf(lines.at(-1)).length > 0;
  let at = 0;
  let isOpen = false; // The line written last has no end yet.
  const write = (text: Uint8Array, end: Uint8Array): void => {
    if (isOpen) parts.push(usualEnd);
    parts.push(text, end);
    isOpen = end.length === 0;
  };
  const keepTo = (end: number): void => {
    for (; at < end; at += 1) {
      const line = lines[at];
      if (line !== undefined) write(bytes.subarray(line.start, line.end), endOf(line));
    }
  };
  for (const { from, count, lines: added } of replacements) {
    keepTo(from - 1);
    const isLast = from - 1 + count >= lines.length;
    for (const [index, text] of added.entries()) {
      const encoded = coding.encode(text);
      if (encoded === undefined) return undefined;
      const replaced = count === 0 ? undefined : lines[at + Math.min(index, count - 1)];
      const neighbors = [replaced, lines[at - 1], lines[at]];
      const end = neighbors.map(endOf).find(({ length }) => length > 0) ?? usualEnd;
      const isEnd = isLast && index === added.length - 1 && !hasFinalEnd && text !== '';
      write(encoded, isEnd ? new Uint8Array() : end);
    }
    at += count;
  }
  keepTo(lines.length);
  return joined(parts);
}

function linesOf(bytes: Uint8Array, start: number, unit: LineCoding['unit']): readonly Line[] {
  const size = unit === 'byte' ? 1 : 2;
  const low = unit === 'utf-16be' ? 1 : 0;
  const unitAt = (at: number): number => {
    if (at >= bytes.length) return -1;
    return size === 1 ? (bytes[at] ?? 0) : (bytes[at + low] ?? 0) | ((bytes[at + 1 - low] ?? 0) << 8);
  };
  const lines: Line[] = [];
  let from = start;
  for (let at = start; at < bytes.length; at += size) {
    const code = unitAt(at);
    if (code !== LF && code !== CR) continue;
    const isPair = code === CR && unitAt(at + size) === LF;
    const next = at + (isPair ? 2 * size : size);
    lines.push({ start: from, end: at, next });
    from = next;
    at = next - size;
  }
  if (from < bytes.length) lines.push({ start: from, end: bytes.length, next: bytes.length });
  return lines;
}

const [LF, CR] = [10, 13];

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}
