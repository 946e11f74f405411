import { collapseLine, foldLine } from './foldLine';

/** How lines are compared. */
export type Level = 'exact' | 'folded' | 'collapsed';

/** The lines of a file, ready to be searched. */
export interface IndexedLines {
  readonly lines: readonly string[];
  readonly at: (level: Level) => LineIds;
}

export interface LineIds {
  /** By line, 0-based: equal for equal lines. */
  readonly ids: Int32Array;
  /** By id: the lines, ascending. */
  readonly places: readonly (readonly number[])[];
  /** The id of a line of a reply, or undefined if the file has none like it. */
  readonly idOf: (text: string) => number | undefined;
}

/** Indexes lines once per level, on first use. */
export function indexLines(lines: readonly string[]): IndexedLines {
  const known = new Map<Level, LineIds>();
  return {
    lines,
    at: (level) => {
      const ids = known.get(level) ?? lineIds(lines, KEY[level]);
      known.set(level, ids);
      return ids;
    },
  };
}

const KEY: Readonly<Record<Level, (line: string) => string>> = {
  exact: (line) => line,
  folded: foldLine,
  collapsed: collapseLine,
};

function lineIds(lines: readonly string[], keyOf: (line: string) => string): LineIds {
  const idByKey = new Map<string, number>();
  const places: number[][] = [];
  const ids = Int32Array.from(lines, (line, at) => {
    const key = keyOf(line);
    const id = idByKey.get(key) ?? places.length;
    if (id === places.length) {
      idByKey.set(key, id);
      places.push([]);
    }
    places[id]?.push(at);
    return id;
  });
  return { ids, places, idOf: (text) => idByKey.get(keyOf(text)) };
}
