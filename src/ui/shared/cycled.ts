/** The next or previous item, wrapping around; without a current item, the first or the last. */
export function cycled<T>(round: readonly T[], current: T | undefined, step: 1 | -1): T | undefined {
  const at = current === undefined ? -1 : round.indexOf(current);
  const from = at === -1 && step === -1 ? 0 : at;
  return round[(from + step + round.length) % round.length];
}
