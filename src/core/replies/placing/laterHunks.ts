/**
 * Places hunks that refer to what earlier hunks of the reply write: search-and-replace blocks are made to be applied one
 * after another. Together with these earlier hunks they give one draft, because none of them means anything alone.
 */
import type { Replacement } from '../placedEdit';
import type { Effort } from './effort';
import { indexLines } from './indexedLines';
import { createLineShapes } from './lineShapes';
import { overlap } from './appliedText';
import type { Draft } from './outcome';
import { placeHunks, type PlacingHunk } from './placeHunks';
import { compareChanges } from './rebuild';

/** A draft that is one hunk so far. */
export interface PlacedOnce {
  readonly placing: PlacingHunk;
  readonly draft: Draft;
}

/** The drafts in the order of the reply, with hunks put together where they build on each other. */
export function withLaterHunks(
  drafts: readonly PlacedOnce[],
  fileLines: readonly string[],
  effort: Effort,
): readonly Draft[] {
  const result: Draft[] = [];
  let after: Written | undefined;
  let hasPlaced = false;
  for (const { placing, draft } of drafts) {
    const isOpen = hasPlaced && !placing.isInOrder && isUnsure(draft);
    const isAffordable = isOpen && effort.spend(fileLines.length * STEPS_PER_LINE);
    if (isAffordable) {
      after ??= writtenBy(result, fileLines);
      const combined =
        after === undefined ? undefined : combine(placing, after, { result, fileLines, effort });
      if (combined !== undefined) {
        result.splice(0, result.length, ...combined);
        after = undefined;
        continue;
      }
    }
    result.push(draft);
    if (draft.outcome.kind !== 'placed') continue;
    hasPlaced = true;
    after = undefined;
  }
  return result;
}

/** Indexing a line takes about as long. */
const STEPS_PER_LINE = 200;

function isUnsure({ outcome }: Draft): boolean {
  if (outcome.kind === 'placed') return outcome.by === 'similar';
  return outcome.kind === 'asks' && UNSURE.has(outcome.reason);
}

const UNSURE: ReadonlySet<string> = new Set(['not-found', 'removed-differs']);

/** A text with the 0-based line of the file for each line, or -1 for written ones. */
interface Written {
  readonly lines: readonly string[];
  readonly origins: readonly number[];
}

/** Undefined if the drafts overlap. */
function writtenBy(drafts: readonly Draft[], fileLines: readonly string[]): Written | undefined {
  const changes = drafts.flatMap(({ outcome }) => (outcome.kind === 'placed' ? outcome.changes : []));
  return written({ lines: fileLines, origins: [...fileLines.keys()] }, changes);
}

function written({ lines, origins }: Written, changes: readonly Replacement[]): Written | undefined {
  const result: Written & { lines: string[]; origins: number[] } = { lines: [], origins: [] };
  let next = 0;
  const keepUntil = (end: number): void => {
    for (; next < end; next += 1) {
      result.lines.push(lines[next] ?? '');
      result.origins.push(origins[next] ?? -1);
    }
  };
  for (const { from, count, lines: added } of changes.toSorted(compareChanges)) {
    if (from - 1 < next) return undefined;
    keepUntil(from - 1);
    for (const line of added) {
      result.lines.push(line);
      result.origins.push(-1);
    }
    next += count;
  }
  keepUntil(lines.length);
  return result;
}

interface Combining {
  readonly result: readonly Draft[];
  readonly fileLines: readonly string[];
  readonly effort: Effort;
}

/** The drafts with the hunk, if it has one sure place in the text that they give. */
function combine(
  placing: PlacingHunk,
  after: Written,
  { result, fileLines, effort }: Combining,
): readonly Draft[] | undefined {
  const indexed = indexLines(after.lines);
  const text = { indexed, shapes: createLineShapes(after.lines), effort, mayBeApplied: false };
  const [outcome] = placeHunks([placing], text);
  if (outcome?.kind !== 'placed' || outcome.by === 'similar') return undefined;
  const later = written(after, outcome.changes);
  if (later === undefined) return undefined;

  const known = new Set(regionsOf(after, fileLines.length).map(regionKey));
  const fresh = regionsOf(later, fileLines.length).filter((region) => !known.has(regionKey(region)));
  const touches = ({ outcome: other }: Draft): boolean =>
    other.kind === 'placed' &&
    other.changes.some((change) =>
      fresh.some((region) => overlap(change, region) || isInside(change, region)),
    );
  const parts = result.filter(touches);
  const kept = parts
    .flatMap(({ outcome: part }) => (part.kind === 'placed' ? part.changes : []))
    .filter((change) => !fresh.some((region) => overlap(change, region) || isInside(change, region)));
  const changes = [...kept, ...fresh].sort(compareChanges);
  if (parts.length === 0) return [...result, { hunk: placing.hunk, outcome: { ...outcome, changes } }];
  const isSimilar = parts.some(({ outcome: part }) => part.kind === 'placed' && part.by === 'similar');
  const combined: Draft = { outcome: { kind: 'placed', by: isSimilar ? 'similar' : outcome.by, changes } };
  return result.flatMap((draft) => {
    if (draft === parts[0]) return [combined];
    return parts.includes(draft) ? [] : [draft];
  });
}

/** The runs of lines of the file that are no longer there, with the lines that replaced them. */
function regionsOf({ lines, origins }: Written, fileLength: number): readonly Replacement[] {
  const regions: Replacement[] = [];
  let added: string[] = [];
  let next = 0;
  const close = (end: number): void => {
    if (end > next || added.length > 0) regions.push({ from: next + 1, count: end - next, lines: added });
    added = [];
  };
  for (const [at, origin] of origins.entries()) {
    if (origin < 0) added.push(lines[at] ?? '');
    else {
      close(origin);
      next = origin + 1;
    }
  }
  close(fileLength);
  return regions;
}

function regionKey({ from, count, lines }: Replacement): string {
  return `${from} ${count}\n${lines.join('\n')}`;
}

function isInside(change: Replacement, region: Replacement): boolean {
  return change.from >= region.from && change.from + change.count <= region.from + region.count;
}
