import { parseRules } from '../../ignore/ignoreFile';
import { refuse, type RefusedEntry } from '../../outside/refusal';

/** Separates lines in .gitignore syntax into valid patterns and refused lines. `placeOf` names the place of a line. */
export function readIgnoreLines(lines: readonly string[], placeOf: (index: number) => string) {
  const faults = new Map<number, string>();
  // A line break inside an entry could smuggle in rules that the user has not reviewed.
  const single = lines.map((line, index) => {
    if (!/[\r\n]/.test(line)) return line;
    faults.set(index, 'has more than one line');
    return '';
  });
  for (const { line, reason } of parseRules(single.join('\n')).problems) faults.set(line - 1, reason);
  const refused: readonly RefusedEntry[] = [...faults].map(([index, reason]) =>
    refuse(placeOf(index), reason),
  );
  const patterns = lines.filter(
    (line, index) => !faults.has(index) && line.trim() !== '' && !line.startsWith('#'),
  );
  return { patterns, refused };
}
