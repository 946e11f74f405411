/** Limits on concurrent bytes. */

export interface ByteBudget {
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
