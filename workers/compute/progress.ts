/** A worker tells that it gets on, so that many files in one call are not taken for one that never ends. */
export type Progress = (step: string) => void;

const PROGRESS = 'progress';
/** The parser has taken more memory than it should, and never gives it back: the worker is to be replaced when it is idle. */
export const WORN = 'worn';

/** Milliseconds between two messages: most steps take far less. */
const SELDOM = 200;

/** Told of every step on every file before it begins; the same step once more is no progress. `now` in milliseconds. */
export function createProgress(tell: (message: string) => void, now: () => number): Progress {
  let current = '';
  let lastTold = -Infinity;
  return (step) => {
    if (step === current) return;
    current = step;
    if (now() - lastTold < SELDOM) return;
    lastTold = now();
    tell(PROGRESS);
  };
}

export function isProgress(message: unknown): boolean {
  return message === PROGRESS;
}
