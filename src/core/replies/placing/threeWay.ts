/**
 * Carries changes of one text over to a later version of it, as a three-way merge does (Khanna, Kunal and Pierce, "A
 * Formal Investigation of Diff3", 2007). The changes of a reply are known exactly, so only the drift between the two
 * versions is found by a diff. A diff that could as well have been made otherwise is no evidence: only lines that it
 * matches from both ends count as unchanged. Takes linear time on texts that node-diff3 needs quadratic time for.
 */
import { diffLines } from '../../slices/diffLines';
import type { Replacement } from '../placedEdit';
import { lineIds } from './lineIds';
import { compareChanges } from './rebuild';

export type Merged =
  | { readonly kind: 'clean'; readonly changes: readonly Replacement[] }
  /** `from`: 1-based. Without changes if the conflict is too large to offer any. */
  | { readonly kind: 'conflict'; readonly from: number; readonly changes: readonly Replacement[] }
  /** The later version has all changes. `from`: 1-based. */
  | { readonly kind: 'applied'; readonly from: number };

export interface Versions {
  readonly sent: readonly string[];
  readonly now: readonly string[];
}

/** The line map between two versions of a text. */
export interface Drift extends Versions {
  /** By line of `sent`: the same line of `now`, 0-based, or -1. */
  readonly stable: Int32Array;
  readonly regions: readonly Region[];
}

/** 0-based, ends excluded. */
interface Region {
  readonly start: number;
  readonly end: number;
}

export function driftBetween({ sent, now }: Versions): Drift {
  const stable = stableLines(...lineIds(sent, now));
  return { sent, now, stable, regions: changedRegions(stable, now.length) };
}

/**
 * Merges groups of changes of `sent` into `now`; a group is merged as a whole. Changes of all groups are ascending by
 * place and don't overlap. A change that touches drift conflicts unless both made the same of it.
 */
export function mergeChanges(groups: readonly (readonly Replacement[])[], drift: Drift): readonly Merged[] {
  const changes = groups
    .flatMap((group, index) => group.map((change) => ({ change, group: index })))
    .sort(({ change: one }, { change: other }) => compareChanges(one, other));
  const whole = replaced(drift.sent, { start: 0, end: drift.sent.length, changes });
  if (isThere({ from: 1, count: drift.now.length, lines: whole }, drift.now)) {
    const places = placesAfter(changes);
    return groups.map(([first]) => ({ kind: 'applied', from: (first && places.get(first)) ?? 1 }));
  }
  const merged = groups.map(() => ({ clean: [], conflicts: [], applied: [] }) as MergedParts);
  for (const cluster of clustersOf(changes, drift.regions)) {
    const members = new Set(cluster.changes.map(({ group }) => group));
    if (!cluster.hasDrift) {
      for (const { change, group } of cluster.changes) merged[group]?.clean.push(moved(change, drift));
      continue;
    }
    const replacement = clusterReplacement(cluster, drift);
    const isApplied = isThere(replacement, drift.now);
    for (const group of members) {
      if (isApplied) merged[group]?.applied.push(replacement.from);
      else merged[group]?.conflicts.push(replacement);
    }
  }
  return merged.map(({ clean, conflicts, applied }) => {
    const [conflict] = conflicts;
    if (conflict !== undefined) {
      const isLarge = conflicts.some(
        ({ count, lines }) => Math.max(count, lines.length) > MAX_CONFLICT_LINES,
      );
      // Nobody wants so much of a file back as it was.
      if (isLarge) return { kind: 'conflict', from: conflict.from, changes: [] };
      return { kind: 'conflict', from: conflict.from, changes: inOrder([...clean, ...conflicts]) };
    }
    const [first] = applied;
    return clean.length === 0 && first !== undefined
      ? { kind: 'applied', from: first }
      : { kind: 'clean', changes: inOrder(clean) };
  });
}

/** The 1-based line of each change, which are ascending, once all are made. */
function placesAfter(changes: readonly GroupedChange[]): ReadonlyMap<Replacement, number> {
  const places = new Map<Replacement, number>();
  let shift = 0;
  for (const { change } of changes) {
    places.set(change, change.from + shift);
    shift += change.lines.length - change.count;
  }
  return places;
}

/** The 1-based line of `now` that a 1-based line of `sent` has become, or the next one that still exists. */
export function movedLine(line: number, { stable, now }: Drift): number {
  for (let at = line - 1; at < stable.length; at += 1) {
    const place = stable[at] ?? -1;
    if (place >= 0) return place + 1;
  }
  return Math.max(1, now.length);
}

const MAX_CONFLICT_LINES = 500;

interface MergedParts {
  readonly clean: Replacement[];
  readonly conflicts: Replacement[];
  readonly applied: number[];
}

function inOrder(changes: readonly Replacement[]): readonly Replacement[] {
  return changes.toSorted(compareChanges);
}

/**
 * Maps lines as `diffLines` does, but only those that it matches alike from both ends, and that can't be mistaken for a
 * changed line beside them.
 */
export function stableLines(before: Int32Array, after: Int32Array): Int32Array {
  const forward = diffLines(before, after);
  const backward = diffLines(before.toReversed(), after.toReversed());
  const stable = forward.map((place, at) => {
    const other = backward[before.length - 1 - at] ?? -1;
    return other >= 0 && after.length - 1 - other === place ? place : -1;
  });
  for (let round = 0; round < MAX_ROUNDS && loosenEdges(stable, before, after); round += 1);
  return stable;
}

/** Changes that have grown together may grow again. */
const MAX_ROUNDS = 8;

/**
 * A line beside a change that the change also has, such as a brace after an added function that ends with one, may as
 * well be the added one: it counts as changed. Returns whether there were any.
 */
function loosenEdges(stable: Int32Array, before: Int32Array, after: Int32Array): boolean {
  let isLoosened = false;
  for (const { start, end } of changedRegions(stable, after.length)) {
    const from = start === 0 ? 0 : (stable[start - 1] ?? -1) + 1;
    const until = end < stable.length ? (stable[end] ?? 0) : after.length;
    const changed = new Set([...before.subarray(start, end), ...after.subarray(from, until)]);
    const isLoose = (at: number): boolean => (stable[at] ?? -1) >= 0 && changed.has(before[at] ?? -1);
    for (let at = start - 1; isLoose(at); at -= 1) [stable[at], isLoosened] = [-1, true];
    for (let at = end; isLoose(at); at += 1) [stable[at], isLoosened] = [-1, true];
  }
  return isLoosened;
}

function changedRegions(stable: Int32Array, nowLength: number): readonly Region[] {
  const regions: Region[] = [];
  let [start, expected] = [0, 0];
  for (const [at, place] of stable.entries()) {
    if (place < 0) continue;
    if (at > start || place > expected) regions.push({ start, end: at });
    [start, expected] = [at + 1, place + 1];
  }
  if (start < stable.length || expected < nowLength) regions.push({ start, end: stable.length });
  return regions;
}

interface GroupedChange {
  readonly change: Replacement;
  readonly group: number;
}

interface Cluster extends Region {
  readonly changes: readonly GroupedChange[];
  readonly hasDrift: boolean;
}

/** Changes with the drift that they touch, directly or through others. Drift alone is left out. */
function clustersOf(changes: readonly GroupedChange[], regions: readonly Region[]): readonly Cluster[] {
  const clusters: Cluster[] = [];
  let open: { start: number; end: number; changes: GroupedChange[]; hasDrift: boolean } | undefined;
  let next = 0;
  const take = (start: number, end: number, change: GroupedChange | undefined): void => {
    if (open !== undefined && start <= open.end) {
      open.end = Math.max(open.end, end);
    } else {
      if (open !== undefined && open.changes.length > 0) clusters.push(open);
      open = { start, end, changes: [], hasDrift: false };
    }
    if (change === undefined) open.hasDrift = true;
    else open.changes.push(change);
  };
  for (const grouped of changes) {
    const start = grouped.change.from - 1;
    for (let region = regions[next]; region !== undefined && region.start <= start; region = regions[++next])
      take(region.start, region.end, undefined);
    take(start, start + grouped.change.count, grouped);
  }
  for (; next < regions.length; next += 1) {
    const region = regions[next];
    if (region !== undefined) take(region.start, region.end, undefined);
  }
  if (open !== undefined && open.changes.length > 0) clusters.push(open);
  return clusters;
}

/** Its neighbors are unchanged, so it keeps its distance from them. */
function moved({ from, count, lines }: Replacement, drift: Drift): Replacement {
  return { from: startInNow(from - 1, drift) + 1, count, lines };
}

function startInNow(at: number, { stable }: Drift): number {
  return at === 0 ? 0 : (stable[at - 1] ?? -1) + 1;
}

/** The part of `now` that a cluster covers, replaced by what the changes alone make of that part of `sent`. */
function clusterReplacement(cluster: Cluster, drift: Drift): Replacement {
  const { sent, now, stable } = drift;
  const from = startInNow(cluster.start, drift);
  const until = cluster.end < sent.length ? (stable[cluster.end] ?? -1) : now.length;
  return { from: from + 1, count: until - from, lines: replaced(sent, cluster) };
}

/** A part of a text after changes in it. */
function replaced(
  text: readonly string[],
  { start, end, changes }: Region & { readonly changes: readonly GroupedChange[] },
): readonly string[] {
  const lines: string[] = [];
  let next = start;
  for (const { change } of changes) {
    for (; next < change.from - 1; next += 1) lines.push(text[next] ?? '');
    for (const line of change.lines) lines.push(line);
    next = change.from - 1 + change.count;
  }
  for (; next < end; next += 1) lines.push(text[next] ?? '');
  return lines;
}

function isThere({ from, count, lines }: Replacement, now: readonly string[]): boolean {
  return count === lines.length && lines.every((line, index) => now[from - 1 + index] === line);
}
