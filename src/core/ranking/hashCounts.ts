/**
 * Counts by 32-bit hash, in one or more columns. Uses open addressing over typed arrays, which is faster than a Map,
 * and can be cleared and reused for every file.
 */
export class HashCounts {
  readonly #columns: number;
  /** One plus the row of the hash in each slot; 0 if the slot is free. */
  #slots = new Int32Array(SMALLEST);
  #hashes = new Uint32Array(SMALLEST / 2);
  #counts: Uint32Array;
  #size = 0;

  constructor(columns = 1) {
    this.#columns = columns;
    this.#counts = new Uint32Array((SMALLEST / 2) * columns);
  }

  /** The number of different hashes. */
  get size(): number {
    return this.#size;
  }

  /** Returns whether the hash is new. */
  add(hash: number, count: number, column = 0): boolean {
    const size = this.#size;
    this.addAt(this.addRow(hash), count, column);
    return this.#size > size;
  }

  /** Returns the row of a hash, which is added if it is new. */
  addRow(hash: number): number {
    const slot = this.#slotOf(hash);
    const known = (this.#slots[slot] as number) - 1; // In bounds: a slot.
    if (known >= 0) return known;
    const row = this.#size;
    this.#size += 1;
    this.#slots[slot] = this.#size;
    this.#hashes[row] = hash;
    if (this.#size === this.#hashes.length) this.#grow();
    return row;
  }

  addAt(row: number, count: number, column = 0): void {
    const cell = row * this.#columns + column;
    this.#counts[cell] = (this.#counts[cell] as number) + count; // In bounds: grown in time.
  }

  /** 0 for a hash that was never added. */
  countOf(hash: number, column = 0): number {
    const row = (this.#slots[this.#slotOf(hash)] ?? 0) - 1;
    return row < 0 ? 0 : this.countAt(row, column);
  }

  has(hash: number): boolean {
    return this.#slots[this.#slotOf(hash)] !== 0;
  }

  /** Rows are numbered in the order in which their hashes were added. */
  hashAt(row: number): number {
    return this.#hashes[row] ?? 0;
  }

  countAt(row: number, column = 0): number {
    return this.#counts[row * this.#columns + column] ?? 0;
  }

  sumOf(column: number): number {
    let sum = 0;
    for (let row = 0; row < this.#size; row += 1) sum += this.countAt(row, column);
    return sum;
  }

  /** The row of a hash; -1 if there is none. */
  rowOf(hash: number): number {
    return (this.#slots[this.#slotOf(hash)] ?? 0) - 1;
  }

  /** Rows by ascending hash. */
  sortedRows(): Uint32Array {
    const rows = Uint32Array.from({ length: this.#size }, (_, row) => row);
    return rows.sort((a, b) => this.hashAt(a) - this.hashAt(b));
  }

  clear(): void {
    if (this.#slots.length > KEPT_SLOTS) {
      this.#slots = new Int32Array(SMALLEST);
      this.#hashes = new Uint32Array(SMALLEST / 2);
      this.#counts = new Uint32Array((SMALLEST / 2) * this.#columns);
    } else {
      this.#slots.fill(0);
      this.#counts.fill(0, 0, this.#size * this.#columns);
    }
    this.#size = 0;
  }

  /** The slot that has the hash, or the free one where it belongs. */
  #slotOf(hash: number): number {
    const mask = this.#slots.length - 1;
    let slot = hash & mask;
    for (;;) {
      const row = (this.#slots[slot] as number) - 1; // In bounds: masked.
      if (row < 0 || this.#hashes[row] === hash) return slot;
      slot = (slot + 1) & mask;
    }
  }

  #grow(): void {
    const hashes = this.#hashes;
    this.#hashes = new Uint32Array(2 * hashes.length);
    this.#hashes.set(hashes);
    const counts = this.#counts;
    this.#counts = new Uint32Array(2 * counts.length);
    this.#counts.set(counts);
    this.#slots = new Int32Array(2 * this.#slots.length);
    for (let row = 0; row < this.#size; row += 1) this.#slots[this.#slotOf(this.hashAt(row))] = row + 1;
  }
}

/** Slots; at most half of them are used. */
const SMALLEST = 1 << 11;
/** Clearing more slots for every small file would take longer than allocating new ones after a large file. */
const KEPT_SLOTS = 1 << 14;
