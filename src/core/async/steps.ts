/** Long work in small steps: each `next` does one. The generator returns the result. */
export type Steps<Result> = Generator<undefined, Result>;

/** Does all steps at once. */
export function runSteps<Result>(steps: Steps<Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/**
 * Does the steps in slices of at most `slice` milliseconds, or one step. `pause` resolves after other work has had its turn.
 * Undefined as soon as the result is not wanted any more.
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
