import type { MutableSymbol } from './rules';

export interface OpenElement {
  readonly name: string;
  /** Index of its symbol, or -1. */
  readonly symbol: number;
}

/** The open elements of markup, outermost first. */
export interface OpenElements<E extends OpenElement> {
  readonly count: number;
  /** Number of open elements that have a symbol. */
  readonly named: number;
  readonly innermost: E | undefined;
  open(element: E): void;
  /**
   * Closes the innermost element of this name with all elements in it, and ends their symbols. Returns the number of
   * elements closed: none if no element of this name is open.
   */
  close(name: string, start: number, end: number): number;
}

/** `closed` is called after each element, with the start of the closing tag. */
export function createOpenElements<E extends OpenElement>(
  symbols: readonly MutableSymbol[],
  closed: (element: E, start: number) => void = () => undefined,
): OpenElements<E> {
  const elements: E[] = [];
  // A closing tag that matches none must not close them all, nor be looked for among them.
  const countByName = new Map<string, number>();
  const count = (name: string): number => countByName.get(name) ?? 0;
  let named = 0;
  return {
    get count() {
      return elements.length;
    },
    get named() {
      return named;
    },
    get innermost() {
      return elements.at(-1);
    },
    open(element) {
      elements.push(element);
      countByName.set(element.name, count(element.name) + 1);
      if (element.symbol >= 0) named += 1;
    },
    close(name, start, end) {
      if (count(name) === 0) return 0;
      const before = elements.length;
      for (let element = elements.pop(); element !== undefined; element = elements.pop()) {
        countByName.set(element.name, count(element.name) - 1);
        if (element.symbol >= 0) named -= 1;
        const isLast = element.name === name;
        const symbol = symbols[element.symbol];
        if (symbol !== undefined) symbol.end = isLast ? end : start;
        closed(element, start);
        if (isLast) break;
      }
      return before - elements.length;
    },
  };
}
