import type { Replacement } from '../../core/replies/placedEdit';

/** The lines that some replacements change. Says the same as `overlap`, without comparing every two of them. */
export class OccupiedLines {
  readonly #lines = new Set<number>();
  /** The places between two lines of one replacement, and those at which lines are inserted. */
  readonly #inner = new Set<number>();
  readonly #insertions = new Set<number>();

  overlaps({ from, count }: Replacement): boolean {
    if (count === 0) return this.#insertions.has(from) || this.#inner.has(from);
    for (let line = from; line < from + count; line += 1)
      if (this.#lines.has(line) || (line > from && this.#insertions.has(line))) return true;
    return false;
  }

  add({ from, count }: Replacement): void {
    if (count === 0) this.#insertions.add(from);
    for (let line = from; line < from + count; line += 1) {
      this.#lines.add(line);
      if (line > from) this.#inner.add(line);
    }
  }
}
