/** Compares lists by value; a missing list differs from an empty one. */
export function isSameList<Value>(
  one: readonly Value[] | undefined,
  other: readonly Value[] | undefined,
  isSame: (a: Value, b: Value) => boolean = Object.is,
): boolean {
  if (one === other) return true;
  if (one?.length !== other?.length) return false;
  return one?.every((each, at) => isSame(each, other?.[at] as Value)) === true; // In bounds: equal lengths.
}
