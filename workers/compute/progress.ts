/** Reports a worker's progress, so that a call with many files is not mistaken for one that hangs. */
export type Progress = (step: string) => void;

const PROGRESS = 'progress';
/** The current step is long but not stuck. */
const ALIVE = 'alive';
/** The parser has taken too much memory and never returns it: replace the worker when it is idle. */
export const WORN = 'worn';

/** Milliseconds between two messages; most steps take far less. */
const REPORT_INTERVAL = 200;

/** Reports each step before it begins. Repeating a step is no progress. `now` returns milliseconds. */
export function createProgress(tell: (message: string) => void, now: () => number): Progress {
  let current = '';
  let lastTold = -Infinity;
  return (step) => {
    if (step === current) return;
    current = step;
    if (now() - lastTold < REPORT_INTERVAL) return;
    lastTold = now();
    tell(PROGRESS);
  };
}

/** Reports from within a step that it is not stuck. */
export function createHeartbeat(tell: (message: string) => void, now: () => number): () => void {
  let lastTold = -Infinity;
  return () => {
    const time = now();
    if (time - lastTold < REPORT_INTERVAL) return;
    lastTold = time;
    tell(ALIVE);
  };
}

/** Whether a worker's message reports a new step. */
export function isProgress(message: unknown): boolean {
  return message === PROGRESS;
}

/** Whether a worker's message shows that it is not stuck. */
export function isAlive(message: unknown): boolean {
  return message === ALIVE || message === PROGRESS;
}
