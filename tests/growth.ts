/**
 * Measures how much longer `factor` times as much work takes: about `factor` times if it is linear, its square if it is
 * quadratic. Uses processor time if available, because on a busy machine other processes inflate elapsed time. Noise
 * only ever adds time, so the best time for each size counts, and slow runs get more rounds: measuring ends as soon as
 * the growth is below `limit`.
 */
export function growth(
  run: (size: number) => unknown,
  { size, factor, limit }: { readonly size: number; readonly factor: number; readonly limit: number },
): number {
  run(size);
  let small = Infinity;
  let large = Infinity;
  for (let round = 0; round < 40; round += 1) {
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
  // Browsers lack it or have only a part of it.
  const { process }: { readonly process?: Partial<NodeJS.Process> } = globalThis;
  const used = process?.cpuUsage?.();
  return used === undefined ? performance.now() : (used.user + used.system) / 1_000;
}
