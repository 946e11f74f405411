/** Packs the names that a file uses: thousands of uses take a few KB, in two strings that JSON hardly escapes. */

/** See `usesOf`. */
export interface FileReferences {
  /** All names, separated by spaces, ordered by first line. */
  readonly names: string;
  /** The number of uses of each name; for each use, its distance in lines and whether it is a call. */
  readonly uses: string;
}

export interface NameUse {
  readonly name: string;
  /** 1-based, ascending, one per use. */
  readonly lines: readonly number[];
  /** The lines of those uses that are calls. */
  readonly calls: readonly number[];
}

export const NO_REFERENCES: FileReferences = { names: '', uses: '' };

/** Further uses of a name in the same file add no information. */
export const MAX_USES = 255;
/** Only generated files use more names. */
const MAX_NAMES = 20_000;

export interface UsePacker {
  /**
   * Adds a name with its first `count` lines, which ascend, and whether each is a call. A name without white space, whose
   * first line is not before that of the name added last. Uses and names beyond the limits are dropped.
   */
  add(name: string, lines: ArrayLike<number>, calls: ArrayLike<number>, count: number): void;
  packed(): FileReferences;
}

export function createUsePacker(): UsePacker {
  const names: string[] = [];
  const codes: number[] = [];
  let first = 0;

  function write(number: number): void {
    let rest = number;
    for (; rest >= DIGITS; rest = Math.floor(rest / DIGITS)) codes.push(codeOf((rest % DIGITS) + DIGITS));
    codes.push(codeOf(rest));
  }

  return {
    add(name, lines, calls, count) {
      if (count === 0 || names.length >= MAX_NAMES) return;
      names.push(name);
      const kept = Math.min(count, MAX_USES);
      write(kept);
      let before = first;
      for (let at = 0; at < kept; at += 1) {
        const line = lines[at] as number; // In bounds.
        write((line - before) * 2 + (calls[at] as number));
        before = line;
      }
      first = lines[0] as number;
    },
    packed: () => ({ names: names.join(' '), uses: textOf(codes) }),
  };
}

/** Names must not contain white space. Uses beyond the limits are dropped. */
export function packUses(uses: readonly NameUse[]): FileReferences {
  const packer = createUsePacker();
  for (const { name, lines, calls } of uses.toSorted((a, b) => (a.lines[0] ?? 0) - (b.lines[0] ?? 0))) {
    let call = 0;
    const isCall = lines.map((line) => {
      if (calls[call] !== line) return 0;
      call += 1;
      return 1;
    });
    packer.add(name, lines, isCall, lines.length);
  }
  return packer.packed();
}

/** Unpacks the names that a file uses, ordered by first line. */
export function usesOf({ names, uses }: FileReferences): readonly NameUse[] {
  if (names === '') return [];
  let at = 0;
  let first = 0;

  function next(): number {
    let value = 0;
    for (let unit = 1; ; unit *= DIGITS) {
      const digit = digitOf(uses.charCodeAt(at));
      at += 1;
      value += (digit % DIGITS) * unit;
      if (!(digit >= DIGITS)) return value;
    }
  }

  return names.split(' ').map((name) => {
    const lines: number[] = [];
    const calls: number[] = [];
    let line = first;
    for (let left = next(); left > 0; left -= 1) {
      const step = next();
      line += step >>> 1;
      lines.push(line);
      if (step % 2 === 1) calls.push(line);
    }
    first = lines[0] ?? first;
    return { name, lines, calls };
  });
}

/** Joins the uses of several parts of a file; `lineOf` gives the file's line for a line of the part. */
export function joinReferences(
  parts: readonly { readonly references: FileReferences; readonly lineOf: (line: number) => number }[],
): FileReferences {
  const joined = new Map<string, { name: string; lines: number[]; calls: number[] }>();
  for (const { references, lineOf } of parts) {
    for (const { name, lines, calls } of usesOf(references)) {
      const use = joined.get(name) ?? { name, lines: [], calls: [] };
      joined.set(name, use);
      for (const line of lines) use.lines.push(lineOf(line));
      for (const line of calls) use.calls.push(lineOf(line));
    }
  }
  for (const { lines, calls } of joined.values()) {
    lines.sort((a, b) => a - b);
    calls.sort((a, b) => a - b);
  }
  return packUses([...joined.values()]);
}

/** The base of packed numbers: digits run from lowest to highest, and all but the last have `DIGITS` added. */
const DIGITS = 45;
const FIRST_CHARACTER = 35;
/** Skipped, because JSON escapes it. */
const BACKSLASH = 92;

function codeOf(digit: number): number {
  const unit = digit + FIRST_CHARACTER;
  return unit < BACKSLASH ? unit : unit + 1;
}

/** Arguments per call; each takes stack. */
const UNITS_AT_ONCE = 8_192;

function textOf(codes: readonly number[]): string {
  let text = '';
  for (let at = 0; at < codes.length; at += UNITS_AT_ONCE)
    text += String.fromCharCode(...codes.slice(at, at + UNITS_AT_ONCE));
  return text;
}

function digitOf(unit: number): number {
  return unit - FIRST_CHARACTER - (unit > BACKSLASH ? 1 : 0);
}
