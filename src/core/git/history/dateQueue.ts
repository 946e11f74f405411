/** Gives out the latest first; of equal dates, the one that was put in first, as git does. */
export class DateQueue<Item> {
  readonly #heap: Entry<Item>[] = [];
  #order = 0;

  put(item: Item, time: number): void {
    const heap = this.#heap;
    let at = heap.push({ item, time, order: this.#order++ }) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!this.#isBefore(at, parent)) break;
      this.#swap(at, parent);
      at = parent;
    }
  }

  take(): Item | undefined {
    const heap = this.#heap;
    const first = heap[0];
    const last = heap.pop();
    if (first === undefined || last === undefined || heap.length === 0) return first?.item;
    heap[0] = last;
    for (let at = 0; ;) {
      const [left, right] = [2 * at + 1, 2 * at + 2];
      let earliest = at;
      if (left < heap.length && this.#isBefore(left, earliest)) earliest = left;
      if (right < heap.length && this.#isBefore(right, earliest)) earliest = right;
      if (earliest === at) return first.item;
      this.#swap(at, earliest);
      at = earliest;
    }
  }

  #isBefore(left: number, right: number): boolean {
    // Callers pass places within the heap.
    const [a, b] = [this.#heap[left], this.#heap[right]] as [Entry<Item>, Entry<Item>];
    return a.time === b.time ? a.order < b.order : a.time > b.time;
  }

  #swap(left: number, right: number): void {
    const heap = this.#heap;
    [heap[left], heap[right]] = [heap[right], heap[left]] as [Entry<Item>, Entry<Item>];
  }
}

interface Entry<Item> {
  readonly item: Item;
  readonly time: number;
  readonly order: number;
}
