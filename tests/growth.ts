/**
 * How many times as long the work takes when there is `factor` times as much of it: about `factor` where it is linear,
 * its square where it is quadratic. A busy machine only ever adds to a time, so the best of each size counts, and
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
  const start = performance.now();
  run();
  return performance.now() - start;
}
