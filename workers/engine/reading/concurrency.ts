/** Limits on concurrent calls and bytes. */

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

export interface ByteBudget {
  /** Takes the bytes if that needs no waiting. */
  takeNow(bytes: number): boolean;
  /** Resolves when this many bytes are available, or all bytes if it exceeds the total. */
  take(bytes: number): Promise<void>;
  give(bytes: number): void;
}

export function createByteBudget(capacity: number): ByteBudget {
  const waiting: { bytes: number; go: () => void }[] = [];
  let free = capacity;

  function serve(): void {
    for (let [first] = waiting; first !== undefined && first.bytes <= free; [first] = waiting) {
      waiting.shift();
      free -= first.bytes;
      first.go();
    }
  }

  return {
    takeNow(bytes) {
      const wanted = Math.min(bytes, capacity);
      if (waiting.length > 0 || wanted > free) return false;
      free -= wanted;
      return true;
    },
    take(bytes) {
      return new Promise((go) => {
        waiting.push({ bytes: Math.min(bytes, capacity), go });
        serve();
      });
    },
    give(bytes) {
      free += Math.min(bytes, capacity);
      serve();
    },
  };
}
