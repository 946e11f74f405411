import { findSecrets, type Finding } from './findSecrets';
import { placesOfValues } from './masks';

/** Shorter lines of a value say too little to be looked for alone. */
const SHORTEST_LINE = 8;

/**
 * The secrets of a file's block. A view may show a secret without the name or the lines by which it is recognized in the
 * file, so the values found in the file are looked for in the block, line by line, too.
 *
 * @param text the whole file, unless the block shows all of it
 */
export function secretsInBody(
  body: string,
  { path, text }: { readonly path: string; readonly text?: string },
): readonly Finding[] {
  const shown = findSecrets(body, { path });
  const hidden = text === undefined ? [] : findSecrets(text, { path });
  if (text === undefined || hidden.length === 0) return shown;
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
  for (const { start, end, kind } of placesOfValues(body, kindByValue)) {
    while ((shown[next]?.end ?? Infinity) <= start) next += 1;
    for (; lineEnd >= 0 && lineEnd < start; lineEnd = body.indexOf('\n', lineEnd + 1)) line += 1;
    const isShown = (shown[next]?.start ?? Infinity) < end;
    if (!isShown) found.push({ start, end, kind, severity: severities.get(kind) ?? 'secret', line });
  }
  return [...shown, ...found].sort((one, other) => one.start - other.start);
}
