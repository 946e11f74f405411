import type { MutableSymbol } from './rules';

export interface OpenBlock {
  /** Offset of its `{`. */
  readonly open: number;
  /** Index of its symbol, or -1. */
  readonly symbol: number;
}

/** The open `{ … }` blocks of a scan, innermost last. Closing a block ends its symbol. */
export class OpenBlocks<B extends OpenBlock> {
  readonly #symbols: readonly MutableSymbol[];
  readonly #blocks: B[] = [];
  #depth = 0;
  #errors = 0;

  constructor(symbols: readonly MutableSymbol[]) {
    this.#symbols = symbols;
  }

  get innermost(): B | undefined {
    return this.#blocks.at(-1);
  }

  /** Number of open blocks that have a symbol. */
  get depth(): number {
    return this.#depth;
  }

  push(block: B): void {
    this.#blocks.push(block);
    if (block.symbol >= 0) this.#depth += 1;
  }

  /** Closes the innermost block at the offset of its `}`. Undefined if none is open, which counts as an error. */
  close(at: number): B | undefined {
    const block = this.#blocks.pop();
    if (block === undefined) this.#errors += 1;
    const symbol = block && this.#symbols[block.symbol];
    if (block === undefined || symbol === undefined) return block;
    symbol.end = at + 1;
    symbol.body = { start: block.open, end: at + 1 };
    this.#depth -= 1;
    return block;
  }

  /** Ends the symbols of all open blocks with the text. Returns the number of errors: extra braces, and a missing one. */
  finish(length: number): number {
    for (const { symbol } of this.#blocks) {
      const unfinished = this.#symbols[symbol];
      if (unfinished !== undefined) unfinished.end = length;
    }
    return this.#errors + (this.#blocks.length > 0 ? 1 : 0);
  }
}
