/** Lists of numbers in two arrays, which take a fraction of the memory of arrays of arrays. */

/** List `at` has the items from `starts[at]` to `starts[at + 1]`. */
export interface FlatLists {
  readonly starts: Uint32Array;
  readonly items: Uint32Array;
}

export interface ListWriter {
  /** Adds an item to the current list. */
  add(item: number): void;
  /** Ends the current list and begins the next. */
  finishList(): void;
  finish(): FlatLists;
}

export function createListWriter(): ListWriter {
  const starts = [0];
  const items: number[] = [];
  return {
    add: (item) => void items.push(item),
    finishList: () => void starts.push(items.length),
    finish: () => ({ starts: Uint32Array.from(starts), items: Uint32Array.from(items) }),
  };
}

/** The items of a list, without a copy. */
export function listAt({ starts, items }: FlatLists, at: number): Uint32Array {
  return items.subarray(starts[at], starts[at + 1]);
}

/**
 * For each item, the lists that contain it, ascending, and as often as they contain it.
 *
 * @param size larger than every item
 */
export function inverted({ starts, items }: FlatLists, size: number): FlatLists {
  const ends = new Uint32Array(size + 1);
  for (const item of items) ends[item + 1] = (ends[item + 1] ?? 0) + 1;
  for (let item = 1; item <= size; item += 1) ends[item] = (ends[item] ?? 0) + (ends[item - 1] ?? 0);
  const next = ends.slice();
  const lists = new Uint32Array(items.length);
  for (let list = 0; list + 1 < starts.length; list += 1)
    for (let at = starts[list] ?? 0; at < (starts[list + 1] ?? 0); at += 1) {
      const item = items[at] ?? 0;
      const place = next[item] ?? 0;
      next[item] = place + 1;
      lists[place] = list;
    }
  return { starts: ends, items: lists };
}
