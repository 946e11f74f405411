/**
 * Places a hunk whose old lines differ from the file's. Candidates come from telling lines that both have; each is
 * aligned line by line (Smith and Waterman, 1981, with Dice's coefficient between lines). The thresholds were measured
 * on real commits: below them, edits end up in the wrong place without anyone noticing.
 */
import { maxSimilarity, similarity } from '../../slices/similarity';
import type { AskReason } from '../placedEdit';
import type { HunkLine } from '../replyEdit';
import type { Effort } from './effort';
import { collapseLine, isTelling } from './foldLine';
import type { IndexedLines } from './indexedLines';
import { oldTexts } from './candidates';
import type { Aligned } from './rebuild';
import type { LineShapes } from './lineShapes';

export type SimilarPlace =
  | { readonly kind: 'placed'; readonly aligned: Aligned }
  /** `places`: 0-based. `aligned`: the one place that may be meant. */
  | {
      readonly kind: 'asks';
      readonly reason: AskReason;
      readonly places: readonly number[];
      readonly aligned?: Aligned;
    };

const MIN_SCORE = 0.7;
const MIN_MARGIN = 0.2;
/** With only one telling line equal. */
const MIN_SCORE_OF_ONE = 0.8;

/** `chosen`: the 0-based place that the user has chosen. */
export function similarPlace(
  lines: readonly HunkLine[],
  { indexed, shapes, effort }: Similarities,
  chosen?: number,
): SimilarPlace {
  const old = oldTexts(lines);
  const given = old.map((text) => weigh(text, indexed));
  const total = given.reduce((sum, { weight }) => sum + weight, 0);
  const ranked = windowsOf(given, indexed, effort)
    .map((window) => align(given, window, { indexed, shapes, effort }))
    .filter((alignment) => alignment !== undefined)
    .map((alignment) => ({ ...alignment, score: scoreOf(alignment, total) }))
    .sort((one, other) => other.score - one.score);
  const best = chosen === undefined ? ranked[0] : ranked.find(({ first }) => first === chosen);
  if (best === undefined) return { kind: 'asks', reason: 'not-found', places: [] };

  const aligned = { lines, at: best.at };
  const next = ranked.find((other) => other.first > best.last || other.last < best.first);
  if (
    chosen === undefined &&
    next !== undefined &&
    best.score >= NEAR &&
    best.score - next.score < MIN_MARGIN
  )
    return { kind: 'asks', reason: 'ambiguous', places: [best.first, next.first].sort((a, b) => a - b) };
  const places = [best.first];
  if (chosen === undefined && best.score < NEAR) return { kind: 'asks', reason: 'not-found', places };
  const telling = given.filter(
    ({ id, isTelling }, index) => isTelling && isEqualAt(indexed, id, best.at[index]),
  );
  const isSure =
    best.score >= MIN_SCORE &&
    (telling.length >= 2 || (telling.length === 1 && best.score > MIN_SCORE_OF_ONE));
  const isExactThere = (index: number): boolean => isEqualAt(indexed, given[index]?.id, best.at[index]);
  if (!removedLinesAreEqual(lines, isExactThere))
    return { kind: 'asks', reason: 'removed-differs', places, aligned };
  if (!isSure || !insertionsAreHeld(lines, given, isExactThere) || hasUnlistedLines(aligned, indexed))
    return { kind: 'asks', reason: 'not-found', places, aligned };
  // Text that has changed since may have been changed by this very hunk.
  if (addedLinesAreNear(lines, best, indexed)) return { kind: 'asks', reason: 'not-found', places, aligned };
  return { kind: 'placed', aligned };
}

export interface Similarities {
  readonly indexed: IndexedLines;
  readonly shapes: LineShapes;
  readonly effort: Effort;
}

/** Below this score, accepting the place would be no more than a guess. */
const NEAR = 0.5;

interface Given {
  readonly text: string;
  readonly id: number | undefined;
  readonly weight: number;
  readonly isTelling: boolean;
}

function weigh(text: string, indexed: IndexedLines): Given {
  const telling = isTelling(text);
  return {
    text,
    id: indexed.at('collapsed').idOf(text),
    weight: weightOf(text, telling),
    isTelling: telling,
  };
}

function weightOf(text: string, isTelling: boolean): number {
  if (isTelling) return 1;
  return text.trim() === '' ? 0.05 : 0.3;
}

interface Window {
  readonly start: number;
  readonly end: number;
}

/** Parts of the file that share telling lines with the hunk, the most promising first. */
function windowsOf(given: readonly Given[], indexed: IndexedLines, effort: Effort): readonly Window[] {
  const { places } = indexed.at('collapsed');
  const votes = new Map<number, number>();
  for (const [index, { id, isTelling }] of given.entries()) {
    const lines = isTelling && id !== undefined ? (places[id] ?? []) : [];
    if (lines.length > MAX_OCCURRENCES || !effort.spend(lines.length + 1)) continue;
    for (const line of lines) votes.set(line - index, (votes.get(line - index) ?? 0) + 1 / lines.length);
  }
  const slack = SLACK + (given.length >> 1);
  const groups: { first: number; last: number; weight: number }[] = [];
  for (const [start, weight] of [...votes].sort(([one], [other]) => one - other)) {
    const group = groups.at(-1);
    if (group !== undefined && start - group.first <= slack) {
      group.last = start;
      group.weight += weight;
    } else groups.push({ first: start, last: start, weight });
  }
  groups.sort((one, other) => other.weight - one.weight);
  const enough = (groups[0]?.weight ?? 0) / 2;
  return groups
    .filter(({ weight }, index) => index < (weight >= enough ? MAX_WINDOWS : MAX_WEAK_WINDOWS))
    .map(({ first, last }) => ({
      start: Math.max(0, first - slack),
      end: Math.min(indexed.lines.length, last + given.length + slack),
    }));
}

const MAX_OCCURRENCES = 50;
const MAX_WINDOWS = 12;
/** If they share less than half as much as the best. */
const MAX_WEAK_WINDOWS = 4;
const SLACK = 4;

interface Alignment {
  readonly at: readonly number[];
  readonly gain: number;
  /** Weight of the file's lines between the aligned ones. */
  readonly unlisted: number;
  readonly first: number;
  readonly last: number;
}

/** The best alignment in a window, or undefined if nothing in it is similar or the budget is used up. */
function align(
  given: readonly Given[],
  { start, end }: Window,
  { indexed, shapes, effort }: Similarities,
): Alignment | undefined {
  const [rows, columns] = [given.length, end - start];
  if (!effort.spend(STEPS_PER_WINDOW + rows * columns * STEPS_PER_PAIR)) return undefined;
  const width = columns + 1;
  const gains = new Float64Array((rows + 1) * width);
  const moves = new Uint8Array((rows + 1) * width);
  const { ids } = indexed.at('collapsed');
  const fileWeights = Array.from({ length: columns }, (_, index) => {
    const text = indexed.lines[start + index] ?? '';
    return weightOf(text, isTelling(text));
  });
  for (const [row, line] of given.entries()) {
    const shape = shapes.of(line.text);
    for (let column = 0; column < columns; column += 1) {
      const cell = (row + 1) * width + column + 1;
      let gain = gains[cell - width] ?? 0;
      let move = SKIP_GIVEN;
      const skipped = (gains[cell - 1] ?? 0) - UNLISTED_COST * (fileWeights[column] ?? 0);
      if (skipped > gain) [gain, move] = [skipped, SKIP_FILE];
      const isEqual = ids[start + column] === line.id;
      const other = isEqual ? undefined : shapes.at(start + column);
      if (isEqual || (other !== undefined && maxSimilarity(shape, other) >= MIN_SIMILARITY)) {
        const alike = other === undefined ? 1 : similarity(shape, other);
        const paired = (gains[cell - width - 1] ?? 0) + alike * line.weight;
        if (alike >= MIN_SIMILARITY && paired > gain) [gain, move] = [paired, PAIR];
      }
      gains[cell] = gain;
      moves[cell] = gain > 0 ? move : STOP;
    }
  }
  return traced({ rows, width, start }, gains, moves, fileWeights);
}

/** Computing the similarity of two lines takes about as long as this many comparisons. */
const STEPS_PER_PAIR = 12;
const STEPS_PER_WINDOW = 4_000;
const MIN_SIMILARITY = 0.6;
const UNLISTED_COST = 0.1;
const [STOP, SKIP_GIVEN, SKIP_FILE, PAIR] = [0, 1, 2, 3];

function traced(
  { rows, width, start }: { readonly rows: number; readonly width: number; readonly start: number },
  gains: Float64Array,
  moves: Uint8Array,
  fileWeights: readonly number[],
): Alignment | undefined {
  let column = 0;
  for (let other = 1; other < width; other += 1)
    if ((gains[rows * width + other] ?? 0) > (gains[rows * width + column] ?? 0)) column = other;
  const at = new Array<number>(rows).fill(-1);
  let row = rows;
  let unlisted = 0;
  for (;;) {
    const move = moves[row * width + column];
    if (move === PAIR) at[--row] = start + --column;
    else if (move === SKIP_GIVEN) row -= 1;
    else if (move === SKIP_FILE) unlisted += fileWeights[--column] ?? 0;
    else break;
  }
  const found = at.filter((place) => place >= 0);
  const [first, last] = [found[0], found.at(-1)];
  if (first === undefined || last === undefined) return undefined;
  const gain = (gains[rows * width + lastColumn(last, start)] ?? 0) + UNLISTED_COST * unlisted;
  return { at, gain, unlisted, first, last };
}

function lastColumn(last: number, start: number): number {
  return last - start + 1;
}

/** From 0 to 1. */
function scoreOf({ gain, unlisted }: Alignment, total: number): number {
  return total === 0 ? 0 : gain / (total + unlisted / 2);
}

function isEqualAt(indexed: IndexedLines, id: number | undefined, place: number | undefined): boolean {
  return id !== undefined && place !== undefined && place >= 0 && indexed.at('collapsed').ids[place] === id;
}

type IsEqual = (index: number) => boolean;

function removedLinesAreEqual(lines: readonly HunkLine[], isEqual: IsEqual): boolean {
  let index = -1;
  return lines.every(({ op }) => {
    if (op === 'keep' || op === 'remove') index += 1;
    return op !== 'remove' || isEqual(index);
  });
}

/** Whether the nearest telling line on each side of every bare insertion is the file's. */
function insertionsAreHeld(lines: readonly HunkLine[], given: readonly Given[], isEqual: IsEqual): boolean {
  let old = 0;
  for (const [index, { op }] of lines.entries()) {
    if (op !== 'add') {
      if (op !== 'gap') old += 1;
      continue;
    }
    const isBare = lines[index - 1]?.op !== 'remove' && lines[index + 1]?.op !== 'remove';
    if (isBare && !(isHeld(given, old - 1, -1, isEqual) && isHeld(given, old, 1, isEqual))) return false;
  }
  return true;
}

/** Whether the file has all telling added lines around the place already. */
function addedLinesAreNear(
  lines: readonly HunkLine[],
  { first, last }: { readonly first: number; readonly last: number },
  indexed: IndexedLines,
): boolean {
  const { ids, idOf } = indexed.at('collapsed');
  const added = lines.filter(({ op, text }) => op === 'add' && isTelling(text));
  const near = new Set(ids.subarray(Math.max(0, first - lines.length), last + 1 + lines.length));
  return added.length > 0 && added.every(({ text }) => near.has(idOf(text) ?? -1));
}

/** Looks for a telling line in one direction. Without any, the nearest that isn't blank counts. */
function isHeld(given: readonly Given[], from: number, step: number, isEqual: IsEqual): boolean {
  let nearest: number | undefined;
  for (let index = from; index >= 0 && index < given.length; index += step) {
    const line = given[index];
    if (line?.isTelling) return isEqual(index);
    if (nearest === undefined && line !== undefined && collapseLine(line.text) !== '') nearest = index;
  }
  return nearest === undefined || isEqual(nearest);
}

/** Whether the file has lines beside or inside a change that the hunk doesn't list. */
function hasUnlistedLines({ lines, at }: Aligned, indexed: IndexedLines): boolean {
  const listed = new Set(at);
  let old = 0;
  let before = -1;
  let isChange = false;
  let isFirst = true;
  const hasUnlisted = (start: number, end: number): boolean => {
    for (let place = start; place < end; place += 1)
      if (!listed.has(place) && collapseLine(indexed.lines[place] ?? '') !== '') return true;
    return false;
  };
  for (const { op } of lines) {
    if (op === 'add') {
      if (before < 0 && !isFirst) return true;
      isChange = true;
    }
    if (op !== 'keep' && op !== 'remove') continue;
    const place = at[old++] ?? -1;
    isChange ||= op === 'remove';
    if (place < 0) {
      isFirst = false;
      continue;
    }
    if (isChange && before < 0 && !isFirst) return true;
    if (isChange && before >= 0 && hasUnlisted(before + 1, place)) return true;
    isChange = op === 'remove';
    before = place;
    isFirst = false;
  }
  return isChange && at.at(-1) === -1 && lines.at(-1)?.op === 'keep';
}
