import { rowTops, topOf, type RowTops } from './rowTops';

/** Identifies the rows of a list in their order. Another list is another object. */
export interface RowKeys {
  readonly count: number;
  keyOf(index: number): string;
  /** Undefined if no row has the key now. */
  indexOf(key: string): number | undefined;
}

export function listedKeys(keys: readonly string[]): RowKeys {
  const indexByKey = new Map(keys.map((key, index) => [key, index]));
  return {
    count: keys.length,
    keyOf: (index) => keys[index] ?? '',
    indexOf: (key) => indexByKey.get(key),
  };
}

/** In px: one for all rows, or that of each. */
export type RowEstimate = number | ((index: number) => number);

/** The places of rows whose heights are estimated until they are measured. All calls take O(log² rows) or less. */
export class RowHeights {
  readonly count: number;
  readonly #estimate: number;
  /** Only if the estimates are unequal. */
  readonly #tops: RowTops | undefined;
  readonly #offBy = new Map<number, number>();
  /** Sums of what the measured heights are off by, as a Fenwick tree. Created when the first is. */
  #sums: Float64Array | undefined;

  constructor(count: number, estimate: RowEstimate) {
    this.count = count;
    this.#estimate = typeof estimate === 'number' ? estimate : 0;
    this.#tops = typeof estimate === 'number' ? undefined : rowTops(count, estimate);
  }

  get total(): number {
    return this.topOf(this.count);
  }

  /** The height of all rows before this one. */
  topOf(index: number): number {
    let top = this.#estimatedTop(index);
    if (this.#sums !== undefined) for (let at = index; at > 0; at -= at & -at) top += this.#sums[at] ?? 0;
    return top;
  }

  heightOf(index: number): number {
    return this.#estimatedHeight(index) + (this.#offBy.get(index) ?? 0);
  }

  /** The row at a position: the last one that begins at or above it. 0 if there are no rows. */
  rowAt(position: number): number {
    let low = 0;
    let high = Math.max(0, this.count - 1);
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.topOf(middle) <= position) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** Sets the measured height of a row. Returns false if it is as it was. */
  set(index: number, height: number): boolean {
    const offBy = height - this.#estimatedHeight(index);
    const change = offBy - (this.#offBy.get(index) ?? 0);
    if (change === 0) return false;
    this.#offBy.set(index, offBy);
    this.#sums ??= new Float64Array(this.count + 1);
    for (let at = index + 1; at <= this.count; at += at & -at)
      this.#sums[at] = (this.#sums[at] ?? 0) + change;
    return true;
  }

  #estimatedTop(index: number): number {
    return this.#tops === undefined ? index * this.#estimate : topOf(this.#tops, index);
  }

  #estimatedHeight(index: number): number {
    return this.#tops === undefined
      ? this.#estimate
      : topOf(this.#tops, index + 1) - topOf(this.#tops, index);
  }
}
