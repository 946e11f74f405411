/** Figures from several runs, by name. */
export interface Samples {
  add(name: string, value: number | undefined): void;
  /** Undefined if nothing was measured. */
  median(name: string): number | undefined;
  all(): Readonly<Record<string, readonly number[]>>;
}

export function createSamples(): Samples {
  const valuesByName = new Map<string, number[]>();
  return {
    add(name, value) {
      if (value === undefined || Number.isNaN(value)) return;
      valuesByName.set(name, [...(valuesByName.get(name) ?? []), value]);
    },
    median: (name) => median(valuesByName.get(name) ?? []),
    all: () => Object.fromEntries(valuesByName),
  };
}

export function median(values: readonly number[]): number | undefined {
  if (values.length === 0) return undefined;
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  const [low, high] = [sorted[Math.ceil(middle) - 1] ?? 0, sorted[Math.floor(middle)] ?? 0];
  return (low + high) / 2;
}
