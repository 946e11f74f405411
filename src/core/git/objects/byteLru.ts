/** Keeps the most recently used values, as long as they don't take more than a number of bytes. */
export class ByteLru<Key, Value> {
  /** A Map keeps the order of insertion, so the least recently used is first. */
  readonly #entries = new Map<Key, { readonly value: Value; readonly bytes: number }>();
  readonly #limit: number;
  #bytes = 0;
  #latest: Key | undefined;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get(key: Key): Value | undefined {
    const entry = this.#entries.get(key);
    if (entry === undefined) return undefined;
    // Most calls ask for the same key again.
    if (key === this.#latest) return entry.value;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    this.#latest = key;
    return entry.value;
  }

  /** Doesn't keep what takes more than a quarter of the room: it would drive out too much. */
  put(key: Key, value: Value, bytes: number): void {
    this.delete(key);
    if (bytes > this.#limit / 4) return;
    this.#entries.set(key, { value, bytes });
    this.#latest = key;
    this.#bytes += bytes;
    for (const oldest of this.#entries.keys()) {
      if (this.#bytes <= this.#limit) break;
      this.delete(oldest);
    }
  }

  delete(key: Key): void {
    const entry = this.#entries.get(key);
    if (entry === undefined) return;
    this.#entries.delete(key);
    this.#bytes -= entry.bytes;
    if (key === this.#latest) this.#latest = undefined;
  }
}
