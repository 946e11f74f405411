export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Runs `task` once, `milliseconds` later. Returns a function to cancel it. */
  after(milliseconds: number, task: () => void): () => void;
  /** Runs `task` before the next frame is shown. */
  nextFrame(task: () => void): void;
}
