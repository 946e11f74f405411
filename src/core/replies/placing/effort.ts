/**
 * The budget for placing all edits of a reply in a file. Counted in steps rather than time, so that the result is the
 * same on every machine. What can't be found within it asks.
 */
export interface Effort {
  /** Takes steps off the budget. Returns false once it is used up. */
  readonly spend: (steps: number) => boolean;
}

/** A step takes about as long as comparing two numbers. */
export function createEffort(steps: number = STEPS): Effort {
  let left = steps;
  return {
    spend: (taken) => {
      left -= taken;
      return left > 0;
    },
  };
}

/** Around half a second. */
const STEPS = 60_000_000;
