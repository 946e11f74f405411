/**
 * A bracket expression such as `[a-z_]` or `[![:digit:]]`, as ascending, disjoint ranges of UTF-16 units, both ends
 * included.
 */
export interface CharacterSet {
  readonly negated: boolean;
  readonly ranges: readonly Range[];
}

type Range = readonly [number, number];

/** `next` is the index after the closing bracket. */
export interface ReadCharacterSet {
  readonly set: CharacterSet;
  readonly next: number;
}

/**
 * Reads the bracket expression whose `[` is at `start`, as git's wildmatch does: `!` or `^` negates, a leading `]` is a
 * member, `\` escapes, and classes such as `[:alpha:]` cover ASCII only. Returns undefined if the bracket is never
 * closed or a class is unknown; such a pattern matches nothing. With `ignoreCase`, capitals in ranges and classes also
 * stand for their small letters, but single capitals don't, which is how git reads them.
 */
export function readCharacterSet(
  pattern: string,
  start: number,
  ignoreCase = false,
): ReadCharacterSet | undefined {
  let at = start + 1;
  const negated = pattern[at] === '!' || pattern[at] === '^';
  if (negated) at++;

  const ranges: Range[] = [];
  // The previous member, which becomes the lower end of a range if a `-` follows.
  let lower: number | undefined;
  for (let first = true; first || pattern[at] !== ']'; first = false) {
    if (at >= pattern.length) return undefined;
    if (pattern[at] === '-' && lower !== undefined && at + 1 < pattern.length && pattern[at + 1] !== ']') {
      const upper = readMember(pattern, at + 1);
      if (upper === undefined) return undefined;
      ranges.push(...inCases([lower, upper.code], ignoreCase));
      lower = undefined;
      at = upper.next;
      continue;
    }
    const named = readNamedClass(pattern, at);
    if (named === 'unknown') return undefined;
    if (named !== undefined) {
      ranges.push(...named.ranges.flatMap((range) => inCases(range, ignoreCase)));
      lower = undefined;
      at = named.next;
      continue;
    }
    const member = readMember(pattern, at);
    if (member === undefined) return undefined;
    ranges.push([member.code, member.code]);
    lower = member.code;
    at = member.next;
  }
  return { set: { negated, ranges: merged(ranges) }, next: at + 1 };
}

/** Binary search, so that a set of thousands costs a dozen steps. */
export function hasCharacter(set: CharacterSet, code: number): boolean {
  let from = 0;
  let to = set.ranges.length;
  while (from < to) {
    const middle = (from + to) >> 1;
    const [low, high] = set.ranges[middle] ?? EMPTY;
    if (code < low) to = middle;
    else if (code > high) from = middle + 1;
    else return !set.negated;
  }
  return set.negated;
}

/** A range, and its capitals as small letters. */
function inCases(range: Range, ignoreCase: boolean): readonly Range[] {
  if (!ignoreCase) return [range];
  const first = Math.max(range[0], 0x41);
  const last = Math.min(range[1], 0x5a);
  return first > last ? [range] : [range, [first + 0x20, last + 0x20]];
}

const EMPTY: Range = [0, 0];

function merged(ranges: readonly Range[]): readonly Range[] {
  const disjoint: [number, number][] = [];
  for (const [low, high] of ranges.toSorted((a, b) => a[0] - b[0])) {
    const before = disjoint.at(-1);
    if (low > high) continue;
    if (before !== undefined && low <= before[1] + 1) before[1] = Math.max(before[1], high);
    else disjoint.push([low, high]);
  }
  return disjoint;
}

function readMember(pattern: string, at: number): { code: number; next: number } | undefined {
  const index = pattern[at] === '\\' ? at + 1 : at;
  if (index >= pattern.length) return undefined;
  return { code: pattern.charCodeAt(index), next: index + 1 };
}

type Ranges = readonly Range[];

/** Reads `[:name:]` at `at`; a `[:` without a closing `:]` is an ordinary bracket. */
function readNamedClass(
  pattern: string,
  at: number,
): { ranges: Ranges; next: number } | 'unknown' | undefined {
  if (pattern[at] !== '[' || pattern[at + 1] !== ':') return undefined;
  const end = pattern.indexOf(']', at + 2);
  if (end < 0) return 'unknown';
  if (end === at + 2 || pattern[end - 1] !== ':') return undefined;
  const ranges = NAMED_CLASSES.get(pattern.slice(at + 2, end - 1));
  return ranges === undefined ? 'unknown' : { ranges, next: end + 1 };
}

/** As in git's own character table: white space is only space, tab, LF and CR. */
const NAMED_CLASSES: ReadonlyMap<string, Ranges> = new Map<string, Ranges>([
  ['alnum', charRanges('09', 'AZ', 'az')],
  ['alpha', charRanges('AZ', 'az')],
  ['blank', charRanges('  ', '\t\t')],
  ['cntrl', charRanges('\0\x1f', '\x7f\x7f')],
  ['digit', charRanges('09')],
  ['graph', charRanges('!~')],
  ['lower', charRanges('az')],
  ['print', charRanges(' ~')],
  ['punct', charRanges('!/', ':@', '[`', '{~')],
  ['space', charRanges('  ', '\t\n', '\r\r')],
  ['upper', charRanges('AZ')],
  ['xdigit', charRanges('09', 'AF', 'af')],
]);

function charRanges(...pairs: readonly string[]): Ranges {
  return pairs.map((pair) => [pair.charCodeAt(0), pair.charCodeAt(1)]);
}
