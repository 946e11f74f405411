import { readCharacterSet } from './characterSet';

/** Limit on the patterns that braces may expand to; a text with more is refused. */
export const MAX_ALTERNATIVES = 256;

/**
 * Expands `{a,b}`, nested or not, to all alternatives in order; undefined if there are more than MAX_ALTERNATIVES. As
 * in a shell, a pair without a comma is literal, and so is anything protected by a backslash or a bracket expression.
 */
export function expandBraces(pattern: string): readonly string[] | undefined {
  let done = [''];
  let rest = pattern;
  // Each pass removes the first group from the rest; nested groups are expanded with its alternatives.
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
  /** Index after the closing brace. */
  readonly end: number;
  readonly parts: readonly string[];
}

/**
 * Finds the first outermost group in a single pass, so that thousands of open braces cost no more than thousands of
 * letters.
 */
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
      // An enclosing group takes precedence if it closes and has a comma; a later group on the same level does not.
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
  return [...group.cuts, end].map((edge, at) => pattern.slice((group.cuts[at - 1] ?? group.start) + 1, edge));
}

/** The index of the `]` that closes a bracket expression, or of the `[` itself if nothing closes it. */
function bracketEnd(pattern: string, start: number): number {
  return (readCharacterSet(pattern, start)?.next ?? start + 1) - 1;
}
