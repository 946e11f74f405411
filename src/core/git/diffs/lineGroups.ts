import { diffLines } from '../../slices/diffLines';
import { slideGroups } from './slideGroups';
import { tellingLines } from './tellingLines';

/** Changed lines by gap: before the unchanged line number i, `removed[i]` old lines are replaced by `added[i]` new ones. */
export interface GroupedChanges {
  readonly removed: Uint32Array;
  readonly added: Uint32Array;
}

/** Compares two lists of lines, and groups the changes as git does. The lines are byte strings with their LF. */
export function groupedChanges(before: readonly string[], after: readonly string[]): GroupedChanges {
  const idByLine = new Map<string, number>();
  const old = idsOf(before, idByLine);
  const present = idsOf(after, idByLine);
  const { removed, added } = changesByGap(old, present);
  slideGroups({ lines: before, ids: old, counts: removed }, added);
  slideGroups({ lines: after, ids: present, counts: added }, removed);
  return { removed, added };
}

/** The changes where Myers' diff finds them. */
function changesByGap(old: Int32Array, present: Int32Array): GroupedChanges {
  const oldTelling = tellingLines(old, present);
  const telling = tellingLines(present, old);
  const mapped = diffLines(
    oldTelling.map((at) => old[at] ?? 0),
    telling.map((at) => present[at] ?? 0),
    { anchors: false },
  );
  const isKept = new Uint8Array(old.length);
  const isKeptNow = new Uint8Array(present.length);
  for (const [at, to] of mapped.entries()) {
    if (to < 0) continue;
    isKept[oldTelling[at] ?? 0] = 1;
    isKeptNow[telling[to] ?? 0] = 1;
  }
  return { removed: countsByGap(isKept), added: countsByGap(isKeptNow) };
}

function idsOf(lines: readonly string[], idByLine: Map<string, number>): Int32Array {
  return Int32Array.from(lines, (line) => {
    const known = idByLine.get(line);
    if (known !== undefined) return known;
    idByLine.set(line, idByLine.size);
    return idByLine.size - 1;
  });
}

function countsByGap(isUnchanged: Uint8Array): Uint32Array {
  const counts: number[] = [0];
  for (const unchanged of isUnchanged) {
    if (unchanged === 1) counts.push(0);
    else counts[counts.length - 1] = (counts.at(-1) ?? 0) + 1;
  }
  return Uint32Array.from(counts);
}
