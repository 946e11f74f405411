/** Keeps the values used last, up to a total size. The newest stays even if it is larger. */
export interface RecentlyUsed<Value> {
  get(key: string): Value | undefined;
  keep(key: string, value: Value): void;
}

/** `capacity` is in the unit of `sizeOf`. */
export function createRecentlyUsed<Value>(
  capacity: number,
  sizeOf: (value: Value) => number,
): RecentlyUsed<Value> {
  const kept = new Map<string, Value>();
  let size = 0;

  function drop(key: string): void {
    const value = kept.get(key);
    if (value === undefined) return;
    size -= sizeOf(value);
    kept.delete(key);
  }

  return {
    get(key) {
      const found = kept.get(key);
      if (found === undefined) return undefined;
      kept.delete(key);
      kept.set(key, found);
      return found;
    },
    keep(key, value) {
      drop(key);
      kept.set(key, value);
      size += sizeOf(value);
      for (const oldest of kept.keys()) {
        if (size <= capacity || oldest === key) break;
        drop(oldest);
      }
    },
  };
}
