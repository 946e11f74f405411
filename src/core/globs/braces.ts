import { readCharacterSet } from './characterSet';

/** Patterns that braces may unfold into; a text that asks for more is refused. */
export const MAX_ALTERNATIVES = 256;

/**
 * Unfolds `{a,b}`, also nested, into all patterns it stands for, in order. As in a shell a pair without a comma is literal, and so is
 * what a backslash or a bracket expression protects. Undefined: more than MAX_ALTERNATIVES.
 */
export function expandBraces(pattern: string): readonly string[] | undefined {
  let done = [''];
  let rest = pattern;
  // Each turn takes the first group off the rest; groups within a group unfold with its alternatives.
  for (;;) {
    const group = firstGroup(rest);
    if (group === undefined) return done.map((start) => start + rest);
    const alternatives: string[] = [];
    for (const part of group.parts) {
      const expanded = expandBraces(part);
      if (expanded === undefined) return undefined;
      alternatives.push(...expanded);
    }
    if (done.length * alternatives.length > MAX_ALTERNATIVES) return undefined;
    const before = rest.slice(0, group.start);
    done = done.flatMap((start) => alternatives.map((alternative) => start + before + alternative));
    rest = rest.slice(group.end);
  }
}

interface Group {
  readonly start: number;
  /** Behind the closing brace. */
  readonly end: number;
  readonly parts: readonly string[];
}

/** The outermost group that comes first; one pass, so that thousands of open braces cost no more than thousands of letters. */
function firstGroup(pattern: string): Group | undefined {
  const open: { start: number; cuts: number[] }[] = [];
  let found: Group | undefined;
  for (let at = 0; at < pattern.length; at++) {
    const char = pattern[at];
    if (char === '\\') at++;
    else if (char === '[') at = bracketEnd(pattern, at);
    else if (char === '{') open.push({ start: at, cuts: [] });
    else if (char === ',') open.at(-1)?.cuts.push(at);
    else if (char === '}') {
      const closed = open.pop();
      // A group around this one comes first, if it closes and has a comma; a later one on the same level does not.
      if (
        closed !== undefined &&
        closed.cuts.length > 0 &&
        (found === undefined || closed.start < found.start)
      )
        found = { start: closed.start, end: at + 1, parts: partsOf(pattern, closed, at) };
      if (found !== undefined && open.length === 0) return found;
    }
  }
  return found;
}

function partsOf(pattern: string, group: { start: number; cuts: readonly number[] }, end: number): string[] {
  const edges = [group.start, ...group.cuts, end];
  return edges.slice(1).map((edge, index) => pattern.slice((edges[index] ?? 0) + 1, edge));
}

/** The index of the `]` that closes a bracket expression, or of the `[` itself when none does. */
function bracketEnd(pattern: string, start: number): number {
  return (readCharacterSet(pattern, start)?.next ?? start + 1) - 1;
}
