import { findSecrets, lineOf, type Finding } from './findSecrets';
import { valueFinder } from './masks';

/** Shorter lines of a value say too little to be looked for alone. */
const SHORTEST_LINE = 8;

/** A secret of a block, whose offsets and line are those of the block's body. */
export interface BodyFinding extends Finding {
  /** The 1-based line of the file. Omitted if the block is no file's. */
  readonly fileLine?: number;
}

/** A file's block begins with its heading, a blank line, and a fence. */
const LINES_BEFORE_TEXT = 3;

/**
 * The secrets of a file's block. A view may show a secret without the name or the lines by which it is recognized in the
 * file, so the values found in the file are looked for in the block, line by line, too.
 *
 * @param isWhole whether the block shows the whole text of the file, line by line
 */
export function secretsInBody(
  body: string,
  { path, text, isWhole }: { readonly path: string; readonly text: string; readonly isWhole: boolean },
): readonly BodyFinding[] {
  const found = isWhole ? findSecrets(body, { path }) : secretsInView(body, { path, text });
  return found.map((each) => {
    const fileLine = isWhole
      ? each.line - LINES_BEFORE_TEXT
      : lineOfValue(text, body.slice(each.start, each.end));
    return fileLine > 0 ? { ...each, fileLine } : each;
  });
}

/** The line of the first place; 0 if there is none. */
function lineOfValue(text: string, value: string): number {
  const at = text.indexOf(value);
  return at < 0 ? 0 : lineOf(text, at);
}

function secretsInView(
  body: string,
  { path, text }: { readonly path: string; readonly text: string },
): readonly Finding[] {
  const shown = findSecrets(body, { path });
  const hidden = findSecrets(text, { path });
  if (hidden.length === 0) return shown;
  const kindByValue = new Map<string, string>();
  const severities = new Map(hidden.map(({ kind, severity }) => [kind, severity]));
  for (const { start, end, kind } of hidden) {
    const value = text.slice(start, end);
    kindByValue.set(value, kind);
    for (const line of value.split('\n').map((each) => each.trim()))
      if (line.length >= SHORTEST_LINE) kindByValue.set(line, kind);
  }
  let next = 0;
  let line = 1;
  let lineEnd = body.indexOf('\n');
  const found: Finding[] = [];
  for (const { start, end, kind } of valueFinder(kindByValue)(body)) {
    while ((shown[next]?.end ?? Infinity) <= start) next += 1;
    for (; lineEnd >= 0 && lineEnd < start; lineEnd = body.indexOf('\n', lineEnd + 1)) line += 1;
    const isShown = (shown[next]?.start ?? Infinity) < end;
    if (!isShown) found.push({ start, end, kind, severity: severities.get(kind) ?? 'secret', line });
  }
  return [...shown, ...found].sort((one, other) => one.start - other.start);
}
