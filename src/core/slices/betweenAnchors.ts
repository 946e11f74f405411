/** Finds a slice's place between the lines that used to surround it, if those are found again. */
import type { Effort } from './effort';
import type { Place } from './place';
import type { LineIndex } from './lineIndex';
import type { LineShapes } from './lineShapes';

export interface Anchors {
  readonly before: readonly string[];
  readonly after: readonly string[];
  /** The old range of the slice, 0-based, end not included. */
  readonly old: Place;
  /** The slice began or ended the file, so that edge is the file's own. */
  readonly atTop: boolean;
  readonly atBottom: boolean;
}

export type BetweenAnchors =
  | ({ readonly kind: 'both'; readonly isClear: boolean } & Place)
  | ({ readonly kind: 'one' } & Place)
  | { readonly kind: 'none' };

/** Lines at least this similar on average count as the same lines. */
export const ALIKE_ON_AVERAGE = 0.75;

/**
 * Finds the place between a slice's anchors: both sides, or only one, in which case the slice is taken to have kept its
 * size. `isClear` means that the anchors are distinctive and no other place fits as well.
 */
export function placeBetween(anchors: Anchors, looking: Looking): BetweenAnchors {
  const { index } = looking;
  const { before, after, old, atTop, atBottom } = anchors;
  const size = old.end - old.start;
  const above = atTop ? [TOP] : edges(before, old.start, before.length, looking);
  const below = atBottom ? [{ ...TOP, at: index.count }] : edges(after, old.end, 0, looking);
  const pairs = pairsOf(above, below, old);
  const [best, next] = pairs;
  if (best !== undefined) {
    const isClear =
      best.isDistinctive && (next === undefined || next.score < best.score || isSame(best, next));
    return { kind: 'both', start: best.start, end: best.end, isClear };
  }
  const start = above.find(({ at }) => at < index.count);
  const end = below.find(({ at }) => at > 0);
  if (start !== undefined && !atTop && (end === undefined || atBottom || start.score >= end.score))
    return { kind: 'one', start: start.at, end: Math.min(index.count, start.at + size) };
  if (end !== undefined && !atBottom) return { kind: 'one', start: Math.max(0, end.at - size), end: end.at };
  return { kind: 'none' };
}

/** The most lines that a slice of `size` lines may have grown to. */
export function longestOf(size: number): number {
  return Math.max(3 * size, size + 50);
}

/** A line before which an edge of the slice may be. */
interface Edge {
  readonly at: number;
  /** Average similarity of the lines. */
  readonly score: number;
  readonly isDistinctive: boolean;
}

const TOP: Edge = { at: 0, score: 1, isDistinctive: true };
/** A match worse than the best one by more than this is dropped. */
const AS_GOOD = 0.1;
/** Limit on the candidate edges that are paired. */
const MAX_EDGES = 24;
/** Lines around the old place that are always searched. */
const NEAR = 50;
/**
 * A file up to this many lines is searched as a whole if no line is found unchanged; larger ones only near the old
 * place.
 */
const SMALL_FILE = 2_000;
/** A line with more copies than this does not suggest where to look. */
const MAX_COPIES = 100;

interface Looking {
  readonly index: LineIndex;
  readonly shapes: LineShapes;
  readonly effort: Effort;
}

/**
 * Finds where these lines may be now: best match first, then nearest to the old edge. `offset` is the position of the
 * edge among the lines.
 */
function edges(lines: readonly string[], old: number, offset: number, looking: Looking): readonly Edge[] {
  if (lines.length === 0) return [];
  const { count } = looking.index;
  const likely = new Set<number>();
  for (let at = Math.max(0, old - NEAR); at <= Math.min(count, old + NEAR); at += 1) likely.add(at - offset);
  for (const [line, text] of lines.entries()) {
    const id = looking.index.idOf(text);
    const places = id === undefined ? [] : looking.index.placesOf(id);
    if (places.length <= MAX_COPIES) for (const place of places) likely.add(place - line);
  }
  const found = matching(lines, likely, looking);
  const isSmall = count <= SMALL_FILE;
  const all = found.length > 0 || !isSmall ? found : matching(lines, Array(count).keys(), looking);
  const sorted = all
    .map(({ at, ...match }) => ({ ...match, at: at + offset }))
    .toSorted((a, b) => b.score - a.score || Math.abs(a.at - old) - Math.abs(b.at - old));
  const best = sorted[0]?.score ?? 0;
  return sorted.filter(({ score }) => score >= best - AS_GOOD).slice(0, MAX_EDGES);
}

function matching(
  lines: readonly string[],
  starts: Iterable<number>,
  { index, shapes, effort }: Looking,
): readonly Edge[] {
  const found: Edge[] = [];
  const enough = ALIKE_ON_AVERAGE * lines.length;
  for (const at of starts) {
    if (at < 0 || at + lines.length > index.count) continue;
    effort.spend(STEPS_PER_LINE * lines.length);
    const idAt = (line: number): number => index.idAt(at + line);
    // Few places match, and the cheap upper bound rules out the others.
    if (sumOf(lines, (text, line) => shapes.maxAlike(text, idAt(line))) < enough) continue;
    const alikes = lines.map((text, line) => shapes.alike(text, idAt(line), 0));
    const sum = sumOf(alikes, (alike) => alike);
    if (sum < enough) continue;
    const weight = sumOf(alikes, (alike, line) => alike * shapes.weight(idAt(line)));
    found.push({ at, score: sum / lines.length, isDistinctive: weight >= MIN_WEIGHT });
  }
  return found;
}

function sumOf<Item>(items: readonly Item[], amount: (item: Item, at: number) => number): number {
  return items.reduce((sum, item, at) => sum + amount(item, at), 0);
}

const STEPS_PER_LINE = 4;
/** Weight that the lines of a side must have together, lest they match anything: see `LineShapes.weight`. */
const MIN_WEIGHT = 0.9;

interface Pair extends Place {
  readonly score: number;
  readonly isDistinctive: boolean;
}

function pairsOf(above: readonly Edge[], below: readonly Edge[], old: Place): readonly Pair[] {
  const pairs: Pair[] = [];
  const most = longestOf(old.end - old.start);
  for (const top of above) {
    for (const bottom of below) {
      const size = bottom.at - top.at;
      if (size < 1 || size > most) continue;
      pairs.push({
        start: top.at,
        end: bottom.at,
        score: top.score + bottom.score,
        isDistinctive: top.isDistinctive && bottom.isDistinctive,
      });
    }
  }
  const distance = ({ start, end }: Place): number => Math.abs(start - old.start) + Math.abs(end - old.end);
  return pairs.toSorted((a, b) => b.score - a.score || distance(a) - distance(b));
}

function isSame(one: Place, other: Place): boolean {
  return one.start === other.start && one.end === other.end;
}
