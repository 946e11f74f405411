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

export function isClosing(line: string, { mark, length }: Fence): boolean {
  const text = line.trim();
  return text.length >= length && text === mark.repeat(text.length);
}

/** The lines of a block in a list or a quote, which is indented as a whole. */
export function withoutIndent(lines: readonly string[], indent: string): readonly string[] {
  const isUniform = indent !== '' && lines.every((line) => line.trim() === '' || line.startsWith(indent));
  return isUniform ? lines.map((line) => line.slice(Math.min(indent.length, line.length))) : lines;
}
