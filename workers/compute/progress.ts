/** A worker tells that it gets on, so that many files in one call are not taken for one that never ends. */
export type Progress = (step: string) => void;

const PROGRESS = 'progress';
/** The step under way is a long one, and not stuck. */
const ALIVE = 'alive';
/** The parser has taken more memory than it should, and never gives it back: replace the worker when it is idle. */
export const WORN = 'worn';

/** Milliseconds between two messages: most steps take far less. */
const SELDOM = 200;

/** Reports each step on a file before it begins; repeating the same step is no progress. `now` in milliseconds. */
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

/** Reports from within a step that it is not stuck. */
export function createHeartbeat(tell: (message: string) => void, now: () => number): () => void {
  let lastTold = -Infinity;
  return () => {
    const time = now();
    if (time - lastTold < SELDOM) return;
    lastTold = time;
    tell(ALIVE);
  };
}

export function isProgress(message: unknown): boolean {
  return message === PROGRESS;
}

export function isAlive(message: unknown): boolean {
  return message === ALIVE || message === PROGRESS;
}
