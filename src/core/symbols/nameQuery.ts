/** Matches names against the letters a user typed, ignoring case. */

/** How well a name matches: 0 exactly, 1 its beginning, 2 beginnings of its words, 3 a part of it, 4 scattered letters. */
export type MatchLevel = 0 | 1 | 2 | 3 | 4;

export interface NameQuery {
  /** Whether the name in `text[start, end)` has the query's letters in order, and how well. Undefined if not. */
  levelOf(text: string, start: number, end: number): MatchLevel | undefined;
  /** Whether the name begins with the query in the same case. */
  isSameCase(text: string, start: number, end: number): boolean;
}

/** UTF-16 units. The steps of a longer query do not fit into the bits of a number, so it has to match as a whole. */
const MOST_STEPS = 30;

/** An empty query is the prefix of every name. */
export function compileNameQuery(query: string): NameQuery {
  const { length } = query;
  const units = Uint16Array.from({ length }, (_, at) => foldUnit(query.charCodeAt(at)));
  /** For each unit, the steps of the query that it takes, as bits. */
  const stepsOf = new Map<number, number>();
  for (const [at, unit] of units.subarray(0, MOST_STEPS).entries())
    stepsOf.set(unit, (stepsOf.get(unit) ?? 0) | (1 << at));

  function isAt(text: string, start: number, end: number): boolean {
    if (end - start < length) return false;
    for (let at = 0; at < length; at += 1)
      if (foldUnit(text.charCodeAt(start + at)) !== units[at]) return false;
    return true;
  }

  function hasLetters(text: string, start: number, end: number): boolean {
    let found = 0;
    for (let at = start; at < end && found < length; at += 1)
      if (foldUnit(text.charCodeAt(at)) === units[found]) found += 1;
    return found === length;
  }

  /**
   * Whether the query consists of the beginnings of words of the name: `fOpen` or `fio` in `fileInputOpen`. The Shift-And
   * algorithm (Baeza-Yates and Gonnet, 1992), which follows all ways to split the query at once.
   */
  function hasHumps(text: string, start: number, end: number): boolean {
    if (length > MOST_STEPS) return false;
    /** Bit n: n units of the query are taken, by the unit before this one, and by any before it. */
    let latest = 0;
    let all = 1;
    for (let at = start; at < end; at += 1) {
      const open = startsWord(text, start, at, end) ? all : latest;
      latest = (open & (stepsOf.get(foldUnit(text.charCodeAt(at))) ?? 0)) << 1;
      all |= latest;
    }
    return (all & (1 << length)) !== 0;
  }

  function hasPart(text: string, start: number, end: number): boolean {
    for (let at = start + 1; at + length <= end; at += 1) if (isAt(text, at, end)) return true;
    return false;
  }

  return {
    levelOf(text, start, end) {
      if (!hasLetters(text, start, end)) return undefined;
      if (isAt(text, start, end)) return end - start === length ? 0 : 1;
      if (hasHumps(text, start, end)) return 2;
      if (hasPart(text, start, end)) return 3;
      return length > MOST_STEPS ? undefined : 4;
    },
    isSameCase: (text, start, end) => end - start >= length && text.startsWith(query, start),
  };
}

/** Whether a word of the name begins here: after a sign, at a capital after a small letter, at a digit after a letter. */
function startsWord(text: string, start: number, at: number, end: number): boolean {
  if (at === start) return true;
  const kind = kindOf(text.charCodeAt(at));
  const before = kindOf(text.charCodeAt(at - 1));
  if (kind === 'sign' || before === 'sign') return before === 'sign' && kind !== 'sign';
  if (kind === 'digit') return before !== 'digit';
  if (kind !== 'capital') return before === 'digit';
  // The last capital of a run begins the next word: the P of `HTMLParser`.
  return before !== 'capital' || (at + 1 < end && kindOf(text.charCodeAt(at + 1)) === 'small');
}

function kindOf(unit: number): 'sign' | 'digit' | 'capital' | 'small' {
  if (unit >= 0x61 && unit <= 0x7a) return 'small';
  if (unit >= 0x41 && unit <= 0x5a) return 'capital';
  if (unit >= 0x30 && unit <= 0x39) return 'digit';
  if (unit < 0x80) return 'sign';
  return foldUnit(unit) === unit ? 'small' : 'capital';
}

let folded: Uint16Array | undefined;

/** The unit in lower case, if that is a single unit too. */
function foldUnit(unit: number): number {
  if (unit < 0x80) return unit >= 0x41 && unit <= 0x5a ? unit + 0x20 : unit;
  folded ??= Uint16Array.from({ length: 0x10000 }, (_, each) => {
    const lower = String.fromCharCode(each).toLowerCase();
    return lower.length === 1 ? lower.charCodeAt(0) : each;
  });
  return folded[unit] ?? unit;
}
