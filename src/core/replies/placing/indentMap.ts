/** How the indentation of a reply relates to the file's, learned from lines that both have. */
import { collapseLine, foldLine, indentOf } from './foldLine';

/** The file's indentation for one of the reply; undefined if nothing says how it would be. */
export type IndentMap = (indent: string) => string | undefined;

/** A line of the reply and the same line in the file. */
export interface LinePair {
  readonly written: string;
  readonly present: string;
}

export const SAME_INDENT: IndentMap = (indent) => indent;

/**
 * The one map that explains all pairs, or undefined if there is none. Indentation that no pair has is mapped only by a
 * rule that also gives all the pairs.
 */
export function indentMapOf(pairs: readonly LinePair[]): IndentMap | undefined {
  const presentByWritten = new Map<string, Set<string>>();
  for (const { written, present } of pairs) {
    if (collapseLine(written) === '') continue;
    const [from, to] = [indentOf(foldLine(written)), indentOf(foldLine(present))];
    const known = presentByWritten.get(from) ?? new Set<string>();
    presentByWritten.set(from, known.add(to));
  }
  const margins = presentByWritten.get('');
  if (margins !== undefined && margins.size > 1) {
    presentByWritten.delete('');
    return indentMapBeyond(margins, presentByWritten);
  }
  const known: (readonly [string, string])[] = [];
  for (const [from, [to = '', ...others]] of presentByWritten) {
    if (others.length > 0) return undefined;
    known.push([from, to]);
  }
  if (known.every(([from, to]) => from === to)) return SAME_INDENT;
  const rules = rulesFor(known);
  return (indent) => {
    const exact = presentByWritten.get(indent);
    if (exact !== undefined) return [...exact][0];
    const [first, ...others] = new Set(rules.map((rule) => rule(indent)).filter((to) => to !== undefined));
    // Rules that disagree are as good as none.
    return others.length === 0 ? first : undefined;
  };
}

/** The map if some indentation is cut from all lines: how much of it lines at the margin had is unknown. */
function indentMapBeyond(
  margins: ReadonlySet<string>,
  presentByWritten: ReadonlyMap<string, ReadonlySet<string>>,
): IndentMap | undefined {
  const cuts = [...presentByWritten].flatMap(([from, tos]) =>
    Array.from(tos, (to) => (to.endsWith(from) ? to.slice(0, to.length - from.length) : undefined)),
  );
  const [cut] = cuts;
  if (cut === undefined || cut === '' || cuts.some((other) => other !== cut)) return undefined;
  if ([...margins].some((to) => !cut.startsWith(to))) return undefined;
  return (indent) => (indent === '' ? undefined : cut + indent);
}

/** Whether the file has the same further indentation before that of each line, or none. */
export function isShifted(pairs: readonly LinePair[]): boolean {
  const shifts = pairs
    .filter(({ written }) => collapseLine(written) !== '')
    .map(({ written, present }) => {
      const [from, to] = [indentOf(foldLine(written)), indentOf(foldLine(present))];
      return to.endsWith(from) ? to.slice(0, to.length - from.length) : undefined;
    });
  return shifts.every((shift) => shift !== undefined && shift === shifts[0]);
}

/** Whether a line is indented in a way that no line of the file is, although some are indented. */
export function isForeignIndent(line: string, { tabs, spaces }: IndentKinds): boolean {
  if (line.startsWith('\t')) return spaces && !tabs;
  return line.startsWith('  ') && tabs && !spaces;
}

export interface IndentKinds {
  readonly tabs: boolean;
  readonly spaces: boolean;
}

export function indentKindsOf(lines: readonly string[]): IndentKinds {
  return {
    tabs: lines.some((line) => line.startsWith('\t')),
    spaces: lines.some((line) => line.startsWith('  ')),
  };
}

type Known = readonly (readonly [from: string, to: string])[];

/** Text before or after the reply's indentation comes or goes, or another unit repeats as often. */
function rulesFor(known: Known): readonly IndentMap[] {
  const [first] = known;
  if (first === undefined) return [];
  const [from, to] = first;
  const rules: IndentMap[] = [];
  if (to.endsWith(from)) {
    const more = to.slice(0, to.length - from.length);
    rules.push((indent) => more + indent);
  }
  if (from.endsWith(to)) {
    const less = from.slice(0, from.length - to.length);
    rules.push((indent) => (indent.startsWith(less) ? indent.slice(less.length) : undefined));
  }
  for (const unit of UNITS)
    for (const other of UNITS) if (unit !== other) rules.push(unitRule(unit, other, known));
  return rules.filter((rule) => known.every(([written, present]) => rule(written) === present));
}

const UNITS = ['\t', '  ', '   ', '    ', '        '];

/** Levels of one unit become levels of another, by as many deeper or less deep as the pairs say. */
function unitRule(unit: string, other: string, known: Known): IndentMap {
  const deepest = known.reduce((one, next) => (next[0].length > one[0].length ? next : one));
  const [from, to] = [levelOf(deepest[0], unit), levelOf(deepest[1], other)];
  // One level at least must show the units: nothing follows from lines at the margin.
  if (from === undefined || to === undefined || from === 0 || to === 0) return () => undefined;
  return (indent) => {
    const level = levelOf(indent, unit);
    return level === undefined || level + to - from < 0 ? undefined : other.repeat(level + to - from);
  };
}

function levelOf(indent: string, unit: string): number | undefined {
  const level = indent.length / unit.length;
  return Number.isInteger(level) && indent === unit.repeat(level) ? level : undefined;
}
