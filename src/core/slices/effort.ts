/**
 * How much may be done for all slices of a file: a preset may hold thousands that are looked for in vain in all of a large
 * file, and no file may hold a worker for that. What honest slices need is far below.
 */
export interface Effort {
  /** Nothing more is to be looked for. */
  readonly isSpent: boolean;
  /** A step is about what one character takes to be hashed. */
  spend(steps: number): void;
}

/** What a machine does in about a second. */
const STEPS = 48_000_000;
const STEPS_PER_CHARACTER = 4;
const RESERVED_PER_CHARACTER = 8;

export function createEffort(lines: readonly string[]): Effort {
  return effortOf(STEPS + STEPS_PER_CHARACTER * charactersOf(lines, 0, lines.length));
}

/** For what is to be known of slices that nothing is left to look for: enough for all lines a few times. */
export function createReserve(lines: readonly string[]): Effort {
  return effortOf(RESERVED_PER_CHARACTER * charactersOf(lines, 0, lines.length));
}

function effortOf(steps: number): Effort {
  let left = steps;
  return {
    get isSpent() {
      return left <= 0;
    },
    spend(steps) {
      left -= steps;
    },
  };
}

/** Of lines with their ends. */
export function charactersOf(lines: readonly string[], start: number, size: number): number {
  const end = Math.min(start + size, lines.length);
  let characters = 0;
  for (let at = start; at < end; at += 1) characters += (lines[at]?.length ?? 0) + 1;
  return characters;
}
