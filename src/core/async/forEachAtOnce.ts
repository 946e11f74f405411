/** Calls `task` for each item, at most `width` at a time. Starts no more after the first rejection. */
export async function forEachAtOnce<T>(
  items: Iterable<T>,
  width: number,
  task: (item: T) => Promise<void>,
): Promise<void> {
  const iterator = items[Symbol.iterator]();
  let failed = false;
  async function lane(): Promise<void> {
    for (let next = iterator.next(); next.done !== true && !failed; next = iterator.next()) {
      try {
        await task(next.value);
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  }
  await Promise.all(Array.from({ length: width }, lane));
}
