/** Milliseconds a worker has spent on each step. */
export interface StepTimes {
  readonly parse: number;
  readonly render: number;
}

export interface StepClock {
  /** Includes waits for grammars and for other files in the batch. */
  parsing<T>(work: () => Promise<T>): Promise<T>;
  rendering<T>(work: () => T): T;
  /** Other work between the files of a batch that does not count as parsing. */
  beside<T>(work: () => T): T;
  times(): StepTimes;
}

/**
 * The files of a batch are parsed, rendered and counted in turns on one thread. Parsing time runs from the first file
 * to the last, minus the other work in between. `now` returns milliseconds.
 */
export function createStepClock(now: () => number = () => performance.now()): StepClock {
  let parse = 0;
  let render = 0;
  let parsed = 0;
  let since = 0;

  function stopParsing(): void {
    if (parsed > 0) parse += now() - since;
  }

  function interrupt<T>(work: () => T, tell: (milliseconds: number) => void): T {
    stopParsing();
    const started = now();
    try {
      return work();
    } finally {
      since = now();
      tell(since - started);
    }
  }

  return {
    async parsing(work) {
      if (parsed === 0) since = now();
      parsed += 1;
      try {
        return await work();
      } finally {
        stopParsing();
        since = now();
        parsed -= 1;
      }
    },
    rendering: (work) => interrupt(work, (milliseconds) => (render += milliseconds)),
    beside: (work) => interrupt(work, () => undefined),
    times: () => ({ parse, render }),
  };
}
