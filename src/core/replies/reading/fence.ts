import { withBlanks } from '../decodings';
import { bare } from '../formats/format';

/** The opening line of a fenced block. */
export interface Fence {
  readonly mark: '`' | '~';
  readonly length: number;
  readonly indent: string;
  readonly info: string;
}

/** Undefined if no block begins with this line. Quoted and listed blocks may be indented by any number of blanks. */
export function openingFence(line: string): Fence | undefined {
  const [, indent = '', marks = '', info = ''] = /^([ \t]*)(`{3,}|~{3,})(.*)$/.exec(line) ?? [];
  if (marks === '' || (marks.startsWith('`') && info.includes('`'))) return undefined;
  return { mark: marks.startsWith('`') ? '`' : '~', length: marks.length, indent, info: bare(info) };
}

export function isClosing(line: string, fence: Fence): boolean {
  const text = line.length > LONGEST_CLOSING ? line : withBlanks(line).trim();
  if (text.length < fence.length || text !== fence.mark.repeat(text.length)) return false;
  return mayClose(line.slice(0, line.indexOf(fence.mark)), fence);
}

/** A line with more indentation than that of Markdown's blocks is text, unless the whole block is indented. */
export function mayClose(indent: string, fence: Fence): boolean {
  return fence.indent !== '' || indent.length <= MOST_INDENT;
}

const MOST_INDENT = 3;

/** UTF-16 units. */
const LONGEST_CLOSING = 1_000;

/** The lines of a block in a list or a quote, which is indented as a whole. */
export function withoutIndent(lines: readonly string[], indent: string): readonly string[] {
  const isUniform = indent !== '' && lines.every((line) => line.trim() === '' || line.startsWith(indent));
  return isUniform ? lines.map((line) => line.slice(Math.min(indent.length, line.length))) : lines;
}
