/** The lines of a reply, and the workspace that tells which of their words are paths. */
import { fileHeading } from '../formats/fileHeading';
import { pathLine, type IsFile } from './pathLine';

export interface ReplyText {
  readonly lines: readonly string[];
  readonly isFile: IsFile;
}

/** Index of the first line that isn't blank. */
export function firstFilled(lines: readonly string[], from: number): number {
  let at = from;
  while (at < lines.length && (lines[at] ?? '').trim() === '') at += 1;
  return at;
}

export function namesFile({ lines, isFile }: ReplyText, at: number): boolean {
  const line = lines[at] ?? '';
  return (fileHeading(line)?.path ?? pathLine(line, isFile)) !== undefined;
}
