import { openingFence } from './fence';
import { startsEdit } from './markers';

/** The lines of a quote that begins at a line, without their marks. Undefined if nothing in it looks like an edit. */
export function quotedLines(lines: readonly string[], at: number): readonly string[] | undefined {
  if (!isQuoted(lines[at]) || isQuoted(lines[at - 1])) return undefined;
  let end = at + 1;
  while (isQuoted(lines[end])) end += 1;
  const quoted = lines.slice(at, end).map((line) => line.replace(QUOTE, ''));
  return quoted.some((line) => openingFence(line) !== undefined || startsEdit(line)) ? quoted : undefined;
}

function isQuoted(line: string | undefined): boolean {
  return line !== undefined && QUOTE.test(line);
}

const QUOTE = /^ {0,3}>(?: |$)/;
