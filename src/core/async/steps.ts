/** Long work split into small steps: each `next` runs one. The generator returns the result. */
export type Steps<Result> = Generator<undefined, Result>;

/** Runs all steps without a pause. */
export function runSteps<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/**
 * Runs the steps in slices of at most `slice` milliseconds, or one step if it takes longer. `pause` resolves after
 * other work has had its turn. Resolves to undefined as soon as the result is no longer wanted.
 */
export async function runInSlices<Result>(
  steps: Steps<Result>,
  {
    slice,
    now,
    pause,
    isWanted,
  }: {
    readonly slice: number;
    readonly now: () => number;
    readonly pause: () => Promise<void>;
    readonly isWanted: () => boolean;
  },
): Promise<Result | undefined> {
  let start = now();
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    if (now() - start < slice) continue;
    await pause();
    if (!isWanted()) return undefined;
    start = now();
  }
}
