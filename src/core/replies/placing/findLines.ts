import type { Effort } from './effort';
import type { IndexedLines, Level } from './indexedLines';

/** The places of consecutive lines in a file. */
export interface Matches {
  /** 0-based first lines, ascending. */
  readonly starts: readonly number[];
  /** Whether the search ended before all places were found. */
  readonly isCut: boolean;
}

export const NO_MATCHES: Matches = { starts: [], isCut: false };

/** Finds every place where all `wanted` lines follow each other, at most `MAX_MATCHES`. No lines are nowhere. */
export function findLines(
  indexed: IndexedLines,
  wanted: readonly string[],
  level: Level,
  effort: Effort,
): Matches {
  const { ids, places, idOf } = indexed.at(level);
  if (wanted.length === 0 || wanted.length > ids.length) return NO_MATCHES;
  const wantedIds: number[] = [];
  let probe = 0;
  let fewest = Infinity;
  for (const [index, text] of wanted.entries()) {
    const id = idOf(text);
    if (id === undefined) return NO_MATCHES;
    wantedIds.push(id);
    const count = places[id]?.length ?? 0;
    if (count < fewest) [probe, fewest] = [index, count];
  }
  // The rarest line names the candidates.
  const starts: number[] = [];
  for (const place of places[wantedIds[probe] ?? -1] ?? []) {
    const start = place - probe;
    if (start < 0 || start + wanted.length > ids.length) continue;
    const matching = countMatching(ids, wantedIds, start);
    if (!effort.spend(matching + 2)) return { starts, isCut: true };
    if (matching < wantedIds.length) continue;
    if (starts.length === MAX_MATCHES) return { starts, isCut: true };
    starts.push(start);
  }
  return { starts, isCut: false };
}

/** More places than anyone looks at. */
const MAX_MATCHES = 200;

/** Whether the lines are at this place. */
export function standsAt(
  indexed: IndexedLines,
  wanted: readonly string[],
  level: Level,
  start: number,
): boolean {
  const { ids, idOf } = indexed.at(level);
  return start >= 0 && wanted.every((text, index) => ids[start + index] === (idOf(text) ?? -1));
}

function countMatching(ids: Int32Array, wanted: readonly number[], start: number): number {
  let index = 0;
  while (index < wanted.length && ids[start + index] === wanted[index]) index += 1;
  return index;
}
