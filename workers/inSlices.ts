import { runInSlices, type Steps } from '../src/core/async/steps';

/** Milliseconds of work before other calls get their turn. */
const SLICE = 50;

/** Runs steps in slices. Resolves to undefined as soon as the result is no longer wanted. */
export function inSlices<Result>(
  steps: Steps<Result>,
  isWanted = (): boolean => true,
): Promise<Result | undefined> {
  return runInSlices(steps, {
    ...{ slice: SLICE, isWanted },
    now: () => performance.now(),
    pause: () => new Promise((resolve) => setTimeout(resolve, 0)),
  });
}
