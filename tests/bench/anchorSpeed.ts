/** Measures how long it takes to find a hundred slices in a file of twenty thousand lines. */
import { createSlice } from '../../src/core/slices/createSlice';
import { resolveSlices } from '../../src/core/slices/resolveSlices';

const LINES = 20_000;
const SLICES = 100;
const RUNS = 7;

const CHANGES = {
  'lines put in above': (lines) => ['// new', ...lines],
  'each seventh line edited': (lines) => lines.map((line, at) => (at % 7 === 0 ? `${line} // new` : line)),
  'nothing left': (lines) => lines.map((_, at) => `const other${at * 13} = ${at};`),
} satisfies Record<string, (lines: readonly string[]) => readonly string[]>;

export interface AnchorSpeed {
  readonly change: string;
  /** In milliseconds, the median of several runs. */
  readonly withOldText: number;
  readonly without: number;
}

/** Measures with and without the old text at hand. */
export function anchorSpeed(): readonly AnchorSpeed[] {
  const lines = Array.from({ length: LINES }, (_, at) =>
    at % 9 === 8 ? '}' : `  const value${at} = compute(${at * 31}, 'text ${at % 97}');`,
  );
  const slices = Array.from({ length: SLICES }, (_, at) => {
    const startLine = 1 + (at * LINES) / SLICES;
    return createSlice({ lines, fileHash: 'old' }, { startLine, endLine: startLine + 4 + (at % 40) });
  });
  const oldTexts = new Map([['old', lines.join('\n')]]);
  return Object.entries(CHANGES).map(([change, apply]) => {
    const now = { lines: apply(lines) };
    return {
      change,
      withOldText: median(() => resolveSlices(now, slices, oldTexts)),
      without: median(() => resolveSlices(now, slices)),
    };
  });
}

function median(task: () => unknown): number {
  const times = Array.from({ length: RUNS }, () => {
    const start = performance.now();
    task();
    return performance.now() - start;
  });
  return times.toSorted((a, b) => a - b)[Math.floor(RUNS / 2)] ?? 0;
}
