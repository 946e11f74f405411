/**
 * An Aho-Corasick automaton: finds all keywords in one pass over a text. Ignores the case of ASCII letters. Its transitions
 * are a table with one row a state and one column a character that occurs in a keyword; all others share column 0.
 */
export interface KeywordAutomaton {
  /** Column by ASCII code. */
  readonly columns: Uint8Array;
  /** The first index of the next row; its complement if a keyword ends there. */
  readonly next: Int32Array;
  readonly width: number;
  /** Indexes of the keywords that end in a state, by state. */
  readonly ending: readonly (readonly number[])[];
  /** Length by keyword. */
  readonly lengths: readonly number[];
}

/** Builds the automaton for ASCII keywords. Equal keywords may occur more than once. */
export function buildAutomaton(keywords: readonly string[]): KeywordAutomaton {
  const columns = new Uint8Array(128);
  const letters = [...new Set(keywords.join('').toLowerCase())];
  for (const [at, letter] of letters.entries()) {
    columns[letter.charCodeAt(0)] = at + 1;
    columns[letter.toUpperCase().charCodeAt(0)] = at + 1;
  }
  const width = letters.length + 1;
  const children: Map<number, number>[] = [new Map()];
  const ending: number[][] = [[]];
  for (const [keywordAt, keyword] of keywords.entries()) {
    let state = 0;
    for (let at = 0; at < keyword.length; at += 1) {
      const column = columns[keyword.charCodeAt(at)] ?? 0;
      const known = children[state]?.get(column);
      if (known === undefined) {
        children[state]?.set(column, children.length);
        state = children.length;
        children.push(new Map());
        ending.push([]);
      } else state = known;
    }
    ending[state]?.push(keywordAt);
  }
  return {
    columns,
    next: transitions(children, ending, width),
    width,
    ending,
    lengths: keywords.map(({ length }) => length),
  };
}

/** Fills the table in breadth-first order, so that the state of a shorter suffix is complete before it is needed. */
function transitions(
  children: readonly ReadonlyMap<number, number>[],
  ending: readonly number[][],
  width: number,
): Int32Array {
  const next = new Int32Array(children.length * width);
  const suffixes = new Int32Array(children.length);
  const queue = [0];
  for (let state = queue.shift(); state !== undefined; state = queue.shift()) {
    const suffix = suffixes[state] ?? 0;
    for (let column = 0; column < width; column += 1) {
      const beyond = state === 0 ? 0 : (next[suffix * width + column] ?? 0);
      const child = children[state]?.get(column);
      if (child === undefined) next[state * width + column] = beyond;
      else {
        next[state * width + column] = child;
        suffixes[child] = beyond;
        ending[child]?.push(...(ending[beyond] ?? []));
        queue.push(child);
      }
    }
  }
  return next.map((state) => (ending[state]?.length === 0 ? state * width : ~(state * width)));
}

/** Calls `visit` with each keyword in the text and the offset behind it, in the order of their ends. */
export function eachKeyword(
  { columns, next, width, ending }: KeywordAutomaton,
  text: string,
  visit: (keyword: number, end: number) => void,
): void {
  let row = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    row = next[row + (code < 128 ? (columns[code] ?? 0) : 0)] ?? 0;
    if (row >= 0) continue;
    row = ~row;
    for (const keyword of ending[row / width] ?? []) visit(keyword, at + 1);
  }
}
