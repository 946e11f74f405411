/**
 * Limits on the work of a parse, counted in the parser's own steps, so that the result never depends on how busy the
 * machine is. A step takes 10 to 400 µs, usually 50. Real files need 3 to 1,300 steps per KB.
 */
const BASE_STEPS = 10_000;
const STEPS_PER_KB = 1_500;
const MAX_STEPS = 60_000;
/** A document that leaves the app waits longer for a file than the screen does. */
const PATIENT_FACTOR = 10;

export type Patience = 'usual' | 'patient';

/** The allowance in steps for a text's UTF-16 units. */
export function parseAllowance(units: number, patience: Patience): number {
  const usual = Math.min(MAX_STEPS, BASE_STEPS + (STEPS_PER_KB * units) / 1024);
  return patience === 'patient' ? usual * PATIENT_FACTOR : usual;
}
