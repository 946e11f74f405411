/**
 * How many times as long the work takes when there is `factor` times as much of it: about `factor` where it is linear,
 * its square where it is quadratic. It is the processor's time where that can be told, because others on a busy machine
 * take their share of any other; what they still add only ever makes a time longer, so the best of each size counts, and
 * whoever is slowed down gets more rounds: it ends as soon as the growth is below `limit`.
 */
export function growth(
  run: (size: number) => unknown,
  { size, factor, limit }: { readonly size: number; readonly factor: number; readonly limit: number },
): number {
  run(size);
  let small = Infinity;
  let large = Infinity;
  for (let round = 0; round < 12; round += 1) {
    small = Math.min(
      small,
      timeOf(() => run(size)),
    );
    large = Math.min(
      large,
      timeOf(() => run(size * factor)),
    );
    if (round >= 2 && large / small < limit) break;
  }
  return large / small;
}

function timeOf(run: () => unknown): number {
  const start = now();
  run();
  return now() - start;
}

/** Milliseconds. */
function now(): number {
  // A browser has no such thing, or only a part of it.
  const { process }: { readonly process?: Partial<NodeJS.Process> } = globalThis;
  const used = process?.cpuUsage?.();
  return used === undefined ? performance.now() : (used.user + used.system) / 1_000;
}
