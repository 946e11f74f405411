/**
 * The budget for finding all slices of a file: a preset may hold thousands that are searched for in vain through a
 * large file, and no file may keep a worker busy for that long. Ordinary slices need far less.
 */
export interface Effort {
  /** The budget is used up, so stop searching. */
  readonly isSpent: boolean;
  /** A step takes about as long as hashing one character. */
  spend(steps: number): void;
}

/** About one second of work. */
const STEPS = 48_000_000;
const STEPS_PER_CHARACTER = 4;
const RESERVED_PER_CHARACTER = 8;

/** The budget for these lines. */
export function createEffort(lines: readonly string[]): Effort {
  return effortOf(STEPS + STEPS_PER_CHARACTER * charactersOf(lines, 0, lines.length));
}

/** A reserve for slices left over when the budget is spent: enough to read all lines a few times. */
export function createReserve(lines: readonly string[]): Effort {
  return effortOf(RESERVED_PER_CHARACTER * charactersOf(lines, 0, lines.length));
}

function effortOf(steps: number): Effort {
  let remaining = steps;
  return {
    get isSpent() {
      return remaining <= 0;
    },
    spend(steps) {
      remaining -= steps;
    },
  };
}

/** Counts the characters of some lines, line ends included. */
export function charactersOf(lines: readonly string[], start: number, size: number): number {
  const end = Math.min(start + size, lines.length);
  let characters = 0;
  for (let at = start; at < end; at += 1) characters += (lines[at]?.length ?? 0) + 1;
  return characters;
}
