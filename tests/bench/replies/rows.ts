/** A change of a file, line by line, in the form in which the bench damages, applies and judges it. */
import { diffArrays } from 'diff';
import { diffLines } from '../../../src/core/slices/diffLines';

/** A line that stays, or consecutive lines that are replaced with others. */
export type Row =
  | { readonly kind: 'keep'; readonly text: string }
  | { readonly kind: 'change'; readonly old: readonly string[]; readonly new: readonly string[] };

export function rowsOf(before: readonly string[], after: readonly string[]): readonly Row[] {
  const rows: Row[] = [];
  let old: readonly string[] = [];
  let added: readonly string[] = [];
  const flush = (): void => {
    if (old.length + added.length > 0) rows.push({ kind: 'change', old, new: added });
    [old, added] = [[], []];
  };
  for (const part of diffArrays([...before], [...after])) {
    if (part.removed) old = [...old, ...part.value];
    else if (part.added) added = [...added, ...part.value];
    else {
      flush();
      for (const text of part.value) rows.push({ kind: 'keep', text });
    }
  }
  flush();
  return rows;
}

/** The same change in other ways: what a diff matches is arbitrary where lines repeat. */
export function otherRows(before: readonly string[], after: readonly string[]): readonly (readonly Row[])[] {
  const ids = new Map<string, number>();
  const idsOf = (lines: readonly string[]): Int32Array =>
    Int32Array.from(lines, (line) => {
      const id = ids.get(line) ?? ids.size;
      ids.set(line, id);
      return id;
    });
  const [old, wanted] = [idsOf(before), idsOf(after)];
  const forward = [true, false].map((anchors) => diffLines(old, wanted, { anchors }));
  const backward = diffLines(old.toReversed(), wanted.toReversed()).toReversed();
  const mirrored = backward.map((at) => (at < 0 ? -1 : wanted.length - 1 - at));
  return [...forward, mirrored].map((places) => mappedRows(before, after, places));
}

function mappedRows(before: readonly string[], after: readonly string[], places: Int32Array): readonly Row[] {
  const rows: Row[] = [];
  let [start, next] = [0, 0];
  const change = (end: number, until: number): void => {
    if (end > start || until > next)
      rows.push({ kind: 'change', old: before.slice(start, end), new: after.slice(next, until) });
  };
  for (const [at, to] of places.entries()) {
    if (to < 0) continue;
    change(at, to);
    rows.push({ kind: 'keep', text: before[at] ?? '' });
    [start, next] = [at + 1, to + 1];
  }
  change(before.length, after.length);
  return rows;
}

export function linesBefore(rows: readonly Row[]): readonly string[] {
  return rows.flatMap((row) => (row.kind === 'keep' ? [row.text] : row.old));
}

export function linesAfter(rows: readonly Row[]): readonly string[] {
  return rows.flatMap((row) => (row.kind === 'keep' ? [row.text] : row.new));
}

/** Whether lines are those before with none, some or all of the changes made, each as a whole. */
export function isPartOf(rows: readonly Row[], lines: readonly string[]): boolean {
  let ends = new Set([0]);
  for (const row of rows) {
    const sides = row.kind === 'keep' ? [[row.text]] : [row.old, row.new];
    const next = new Set<number>();
    for (const end of ends)
      for (const side of sides)
        if (side.every((text, at) => lines[end + at] === text)) next.add(end + side.length);
    if (next.size === 0) return false;
    ends = next;
  }
  return ends.has(lines.length);
}

/** Numbers of kept rows whose distance from the nearest change, in rows, is in a range. */
export function keptAt(
  rows: readonly Row[],
  { nearest, farthest = Number.POSITIVE_INFINITY }: { readonly nearest: number; readonly farthest?: number },
): readonly number[] {
  const distances = rows.map(() => Number.POSITIVE_INFINITY);
  const walk = (order: readonly number[]): void => {
    let distance = Number.POSITIVE_INFINITY;
    for (const at of order) {
      distance = rows[at]?.kind === 'change' ? 0 : distance + 1;
      distances[at] = Math.min(distances[at] ?? distance, distance);
    }
  };
  const order = [...rows.keys()];
  walk(order);
  walk(order.toReversed());
  return order.filter((at) => {
    const distance = distances[at] ?? 0;
    return rows[at]?.kind === 'keep' && distance >= nearest && distance <= farthest;
  });
}

export function keptText(rows: readonly Row[], at: number): string | undefined {
  const row = rows[at];
  return row?.kind === 'keep' ? row.text : undefined;
}

/** Whether a line is more than brackets and blanks, which may match anywhere. */
export function isTelling(text: string | undefined): boolean {
  return text !== undefined && /[\p{L}\p{N}]{2}/u.test(text);
}

export function keptRows(lines: readonly string[]): readonly Row[] {
  return lines.map((text) => ({ kind: 'keep', text }));
}
