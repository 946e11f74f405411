/** Places the hunks of a reply in one text. */
import { groupBy } from '../../groupBy';
import type { Replacement } from '../placedEdit';
import type { Hunk, HunkLine } from '../replyEdit';
import { countOf, type Decoding } from '../decodings';
import { addedLine, copyMarksOf, NO_MARKS, type CopyMarks } from './addedLines';
import type { Effort } from './effort';
import { alignParts, elidedChanges, hasGaps, isElidedCode } from './elided';
import { indentOf, isTelling } from './foldLine';
import type { IndexedLines } from './indexedLines';
import {
  indentKindsOf,
  indentMapOf,
  isForeignIndent,
  isShifted,
  SAME_INDENT,
  type IndentKinds,
  type IndentMap,
} from './indentMap';
import { candidatesOf, oldTexts, rungOf, type Candidates } from './candidates';
import type { LineShapes } from './lineShapes';
import { isIndentTrimmed } from './lostIndent';
import { asking, type Ask, type Outcome } from './outcome';
import { alignedAt, changesOf, equalPairsOf, pairsOf, type Aligned } from './rebuild';
import { similarPlace } from './similarPlace';
import { changedPart, createScopes, decidedStart, type Bounds } from './ties';
import { tidyHunk } from './tidyHunk';

export interface PlacingHunk {
  readonly hunk: Hunk;
  /** Hunks of one edit share the way they were copied. */
  readonly edit: number;
  /** Whether the hunks of the edit follow each other in the file. */
  readonly isInOrder: boolean;
  /** The 0-based line at which the user wants the hunk: one of the places that were asked about. */
  readonly chosen?: number;
}

export interface PlacingIn {
  readonly indexed: IndexedLines;
  readonly shapes: LineShapes;
  readonly effort: Effort;
  /** Whether the text may already have the changes. The text that a model saw has none of them. */
  readonly mayBeApplied: boolean;
}

/** The outcome of each hunk. */
export function placeHunks(hunks: readonly PlacingHunk[], text: PlacingIn): readonly Outcome[] {
  const items = hunks.map((each) => ({ ...each, hunk: tidyHunk(each.hunk) }));
  const spots = items.map(({ hunk, chosen }) => chosenSpot(firstSpot(hunk, text, chosen), chosen));
  decideTies(items, spots, text);
  for (const [index, { hunk, chosen }] of items.entries())
    if (spots[index]?.kind === 'unknown') spots[index] = similarSpot(hunk, text, chosen);

  doubtSimilar(items, spots);
  const kinds = indentKindsOf(text.indexed.lines);
  const evidence = evidenceByEdit(items, spots, text.indexed);
  return items.map(({ hunk, edit }, index) =>
    outcomeOf(hunk, spots[index] ?? { kind: 'unknown' }, {
      text,
      kinds,
      ...(evidence.get(edit) ?? NO_EVIDENCE),
    }),
  );
}

/** The place of a hunk, as far as it is known. */
type Spot =
  | { readonly kind: 'at'; readonly by: 'exact' | 'folded' | 'indent' | 'similar'; readonly aligned: Aligned }
  | { readonly kind: 'several'; readonly candidates: Candidates }
  /** `ask`: with the changes that `aligned` gives, if there is one. */
  | { readonly kind: 'asks'; readonly ask: Ask; readonly aligned?: Aligned }
  | { readonly kind: 'applied'; readonly from: number }
  | { readonly kind: 'placed'; readonly changes: readonly Replacement[] }
  | { readonly kind: 'unknown' };

const NOWHERE: Ask = { kind: 'asks', reason: 'not-found', places: [] };

/** One of several places, if the user has chosen it. */
function chosenSpot(spot: Spot, chosen: number | undefined): Spot {
  if (spot.kind !== 'several' || chosen === undefined || !spot.candidates.starts.includes(chosen))
    return spot;
  return spotOf({ ...spot.candidates, starts: [chosen], isCut: false });
}

function firstSpot(hunk: Hunk, text: PlacingIn, chosen: number | undefined): Spot {
  const { lines } = hunk;
  const { indexed, shapes, effort, mayBeApplied } = text;
  if (!lines.some(({ op }) => op === 'add' || op === 'remove'))
    return { kind: 'asks', ask: { ...NOWHERE, reason: 'no-change' } };
  if (isElidedCode(lines)) {
    if (!effort.spend(indexed.lines.length * STEPS_PER_DIFFED_LINE)) return { kind: 'asks', ask: NOWHERE };
    const changes = elidedChanges(lines, { indexed, shapes });
    return { kind: 'asks', ask: changes === undefined ? NOWHERE : asking('elided', changes) };
  }
  if (hasGaps(lines)) return gapSpot(lines, text, chosen);

  const alike = mayBeApplied ? candidatesOf(newSide(lines), indexed, effort) : undefined;
  if (oldTexts(lines).length === 0) return bareSpot(hunk, text, alike);
  const found = candidatesOf(lines, indexed, effort);
  // A change of blanks or quotes alone is like its old side, too.
  const isSurer = alike !== undefined && found !== undefined && rungOf(found.by) < rungOf(alike.by);
  const applied = isSurer ? undefined : alike;
  const isTellingChange = applied !== undefined && !applied.isIndentLost && provesApplied(lines);
  if (found === undefined)
    return isTellingChange ? { kind: 'applied', from: (applied.starts[0] ?? 0) + 1 } : { kind: 'unknown' };
  const untouched =
    applied === undefined ? found.starts : found.starts.filter((start) => !isWithin(start, found, applied));
  if (applied === undefined || untouched.length === found.starts.length) return spotOf(found);
  if (isTellingChange)
    return untouched.length === 0
      ? { kind: 'applied', from: (applied.starts[0] ?? 0) + 1 }
      : spotOf({ ...found, starts: untouched });
  // A brace at this place may be the added one, or not.
  return {
    kind: 'asks',
    ask: { ...NOWHERE, reason: 'ambiguous', places: found.starts.map((start) => start + 1) },
  };
}

const STEPS_PER_DIFFED_LINE = 100;

function spotOf(candidates: Candidates): Spot {
  const { starts, by, lines, isCut, isIndentLost } = candidates;
  const [start, ...others] = starts;
  if (start === undefined || others.length > 0 || isCut)
    return start === undefined ? { kind: 'asks', ask: NOWHERE } : { kind: 'several', candidates };
  const aligned = alignedAt(lines, start);
  if (isIndentLost)
    return { kind: 'asks', ask: { ...NOWHERE, reason: 'lost-indent', places: [start + 1] }, aligned };
  return { kind: 'at', by: by === 'base' ? 'exact' : by, aligned };
}

function gapSpot(
  lines: readonly HunkLine[],
  { indexed, effort }: PlacingIn,
  chosen: number | undefined,
): Spot {
  const parts = alignParts(lines, { indexed, effort, chosen });
  if (parts.kind === 'aligned') {
    const { aligned } = parts;
    const places = [(aligned.at[0] ?? 0) + 1];
    return { kind: 'asks', ask: { ...NOWHERE, reason: 'elided', places }, aligned };
  }
  const places = parts.places.map((place) => place + 1);
  return { kind: 'asks', ask: { ...NOWHERE, reason: parts.kind, places } };
}

/** A hunk that only adds lines has no place but an empty file, or the end if it says so. */
function bareSpot(hunk: Hunk, { indexed }: PlacingIn, applied: Candidates | undefined): Spot {
  const lines = hunk.lines.filter(({ op }) => op === 'add').map(({ text }) => text);
  const end = indexed.lines.length;
  if (end === 0) return { kind: 'placed', changes: [{ from: 1, count: 0, lines }] };
  if (applied !== undefined && provesApplied(hunk.lines))
    return { kind: 'applied', from: (applied.starts[0] ?? 0) + 1 };
  const atEnd = [{ from: end + 1, count: 0, lines }];
  if (hunk.isAtEnd === true) return { kind: 'placed', changes: atEnd };
  if (hunk.line === undefined && hunk.anchor === undefined)
    return { kind: 'asks', ask: asking('exists', atEnd) };
  // Diffs without context name the line after which they insert.
  const from = Math.min(end, hunk.line ?? end) + 1;
  return { kind: 'asks', ask: asking('not-found', [{ from, count: 0, lines }]) };
}

/** The lines that a hunk wants, as if all were there. */
export function newSide(lines: readonly HunkLine[]): readonly HunkLine[] {
  return lines.filter(({ op }) => op !== 'remove').map(({ text }) => ({ op: 'keep', text }));
}

/** Whether an old place is part of a new one, as the context of an insertion is. */
function isWithin(start: number, { size }: Candidates, applied: Candidates): boolean {
  return applied.starts.some((other) => other <= start && start + size <= other + applied.size);
}

/** Whether a text that has the new side can hardly have it by chance. */
function provesApplied(lines: readonly HunkLine[]): boolean {
  const added = lines.filter(({ op }) => op === 'add');
  if (added.length > 0) return added.some(({ text }) => isTelling(text));
  const removed = lines.findIndex(({ op }) => op === 'remove');
  const isTellingContext = (part: readonly HunkLine[]): boolean =>
    part.some(({ op, text }) => op === 'keep' && isTelling(text));
  return isTellingContext(lines.slice(0, removed)) && isTellingContext(lines.slice(removed));
}

/** Decides between places as long as one decision leads to another. */
function decideTies(items: readonly PlacingHunk[], spots: Spot[], { indexed, effort }: PlacingIn): void {
  const scopesOf = createScopes(indexed, effort);
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    const bounds = boundsOf(items, spots, indexed.lines.length);
    let isDecided = false;
    for (const [index, { hunk }] of items.entries()) {
      const spot = spots[index];
      if (spot?.kind !== 'several') continue;
      const start = decidedStart(hunk, spot.candidates, { indexed, scopesOf, bounds: bounds[index] });
      if (start === undefined) continue;
      spots[index] = spotOf({ ...spot.candidates, starts: [start], isCut: false });
      isDecided = true;
    }
    if (!isDecided) return;
  }
}

const MAX_ROUNDS = 4;

/** The end of the nearest known change above each hunk and the start of the nearest one below, within its edit. */
function boundsOf(
  items: readonly PlacingHunk[],
  spots: readonly Spot[],
  end: number,
): readonly (Bounds | undefined)[] {
  const extents = spots.map((spot) => (spot.kind === 'at' ? extentOf(spot.aligned) : undefined));
  const after: number[] = [];
  const before: number[] = [];
  for (const [index, { edit }] of items.entries())
    after.push(
      items[index - 1]?.edit === edit ? Math.max(after[index - 1] ?? 0, extents[index - 1]?.before ?? 0) : 0,
    );
  for (let index = items.length - 1; index >= 0; index -= 1)
    before[index] =
      items[index + 1]?.edit === items[index]?.edit
        ? Math.min(before[index + 1] ?? end, extents[index + 1]?.after ?? end)
        : end;
  return items.map(({ isInOrder }, index) =>
    isInOrder ? { after: after[index] ?? 0, before: before[index] ?? end } : undefined,
  );
}

/** Contexts of neighbors may overlap, so only changed lines count. */
function extentOf({ lines, at }: Aligned): Bounds {
  const { from, until } = changedPart(lines);
  const start = at[0] ?? 0;
  return { after: start + from, before: start + until };
}

function similarSpot(hunk: Hunk, text: PlacingIn, chosen: number | undefined): Spot {
  const found = similarPlace(hunk.lines, text, chosen);
  if (found.kind === 'placed') return { kind: 'at', by: 'similar', aligned: found.aligned };
  const ask: Ask = { kind: 'asks', reason: found.reason, places: found.places.map((place) => place + 1) };
  return found.aligned === undefined ? { kind: 'asks', ask } : { kind: 'asks', ask, aligned: found.aligned };
}

/** If some hunks of an edit are applied, a place that is merely similar may be what another one has left. */
function doubtSimilar(items: readonly PlacingHunk[], spots: Spot[]): void {
  const applied = new Set(
    items.flatMap(({ edit }, index) => (spots[index]?.kind === 'applied' ? [edit] : [])),
  );
  for (const [index, { edit }] of items.entries()) {
    const spot = spots[index];
    if (spot?.kind !== 'at' || spot.by !== 'similar' || !applied.has(edit)) continue;
    const { aligned } = spot;
    const places = [(aligned.at.find((place) => place >= 0) ?? 0) + 1];
    spots[index] = { kind: 'asks', ask: { ...NOWHERE, places }, aligned };
  }
}

/** Evidence from all hunks of an edit about how it was copied. */
interface EditEvidence {
  readonly marks: CopyMarks;
  /** Indentation of hunks that have no indented old line; undefined if other hunks contradict each other. */
  readonly indents: IndentMap | undefined;
}

const NO_EVIDENCE: EditEvidence = { marks: NO_MARKS, indents: SAME_INDENT };

function evidenceByEdit(
  items: readonly PlacingHunk[],
  spots: readonly Spot[],
  indexed: IndexedLines,
): ReadonlyMap<number, EditEvidence> {
  const known = new Map<Decoding, boolean>();
  const fileHas = (decoding: Decoding): boolean => {
    const has = known.get(decoding) ?? indexed.lines.some((line) => countOf(line, decoding) > 0);
    known.set(decoding, has);
    return has;
  };
  const placed = items.map((item, index) => ({ ...item, spot: spots[index] }));
  const evidence = new Map<number, EditEvidence>();
  for (const [edit, hunks] of groupBy(placed, (each) => each.edit)) {
    const pairsByHunk = hunks.map(({ spot }) =>
      (spot?.kind === 'at' || spot?.kind === 'asks') && spot.aligned !== undefined
        ? equalPairsOf(spot.aligned, indexed)
        : [],
    );
    const pairs = pairsByHunk.flat();
    const isLost = hunks.some(({ spot }) => spot?.kind === 'asks' && spot.ask.reason === 'lost-indent');
    // Blocks may be indented less, each by its own depth.
    const shared = pairsByHunk.every(isShifted) ? SAME_INDENT : indentMapOf(pairs);
    const written = hunks.flatMap(({ hunk }) => hunk.lines.map(({ text }) => text));
    evidence.set(edit, { marks: copyMarksOf(pairs, written, fileHas), indents: isLost ? undefined : shared });
  }
  return evidence;
}

interface Written extends EditEvidence {
  readonly text: PlacingIn;
  readonly kinds: IndentKinds;
}

function outcomeOf(hunk: Hunk, spot: Spot, { text, kinds, marks, indents: editIndents }: Written): Outcome {
  const { proven, doubtful } = marks;
  switch (spot.kind) {
    case 'unknown':
      return NOWHERE;
    case 'applied':
      return spot;
    case 'placed':
      return { kind: 'placed', by: 'exact', changes: spot.changes };
    case 'several':
      return { ...NOWHERE, reason: 'ambiguous', places: spot.candidates.starts.map((start) => start + 1) };
    case 'asks': {
      if (spot.aligned === undefined) return spot.ask;
      const changes = changesOf(spot.aligned, (line) =>
        addedLine(line, proven, likelyIndents(spot, text.indexed)),
      );
      return changes === undefined ? spot.ask : { ...spot.ask, changes };
    }
    case 'at': {
      const { aligned, by } = spot;
      const pairs = equalPairsOf(aligned, text.indexed);
      const isIndented = pairs.some(({ written }) => written.trim() !== '' && indentOf(written) !== '');
      const indents = isIndented || by === 'indent' ? indentMapOf(pairs) : editIndents;
      const changes =
        indents === undefined ? undefined : changesOf(aligned, (line) => addedLine(line, proven, indents));
      const isForeign = changes?.some(({ lines }) => lines.some((line) => isForeignIndent(line, kinds)));
      if (changes === undefined || isIndentTrimmed(hunk.lines) || isForeign) {
        const guessed = changesOf(aligned, (line) =>
          addedLine(line, proven, likelyIndents(spot, text.indexed)),
        );
        return asking('lost-indent', changes ?? guessed ?? []);
      }
      const isDoubtful = hunk.lines.some(
        ({ op, text: line }) => op === 'add' && doubtful.some((decoding) => countOf(line, decoding) > 0),
      );
      return isDoubtful ? asking('changed-characters', changes) : { kind: 'placed', by, changes };
    }
  }
}

/** Indentation to show with a question: that of the first line with as much. */
function likelyIndents({ aligned }: { readonly aligned?: Aligned }, indexed: IndexedLines): IndentMap {
  const pairs = aligned === undefined ? [] : pairsOf(aligned, indexed);
  const map = indentMapOf(pairs);
  return (indent) =>
    map?.(indent) ?? indentOf(pairs.find(({ written }) => indentOf(written) === indent)?.present ?? indent);
}
