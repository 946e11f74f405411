import { diffLines } from '../slices/diffLines';
import { slideGroups } from './slideGroups';

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
  const mapped = diffLines(old, present, { anchors: false });
  const isKept = new Uint8Array(after.length);
  for (const at of mapped) if (at >= 0) isKept[at] = 1;
  const removed = countsByGap(mapped, (at) => at >= 0);
  const added = countsByGap(isKept, (kept) => kept === 1);
  slideGroups({ lines: before, ids: old, counts: removed }, added);
  slideGroups({ lines: after, ids: present, counts: added }, removed);
  return { removed, added };
}

function idsOf(lines: readonly string[], idByLine: Map<string, number>): Int32Array {
  return Int32Array.from(lines, (line) => {
    const known = idByLine.get(line);
    if (known !== undefined) return known;
    idByLine.set(line, idByLine.size);
    return idByLine.size - 1;
  });
}

function countsByGap(lines: Iterable<number>, isUnchanged: (line: number) => boolean): Uint32Array {
  const counts: number[] = [0];
  for (const line of lines) {
    if (isUnchanged(line)) counts.push(0);
    else counts[counts.length - 1] = (counts.at(-1) ?? 0) + 1;
  }
  return Uint32Array.from(counts);
}
