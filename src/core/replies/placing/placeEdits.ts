/** Places the edits of a reply in a file. */
import type { PlacedHunk, Replacement } from '../placedEdit';
import type { Hunk, ReplyEdit } from '../replyEdit';
import { splitLines } from './appliedText';
import { decodedFile, isRespaced } from './copiedFile';
import { createEffort, type Effort } from './effort';
import { findLines } from './findLines';
import { indexLines } from './indexedLines';
import { withLaterHunks } from './laterHunks';
import { createLineShapes } from './lineShapes';
import { asking, type Draft, type Outcome } from './outcome';
import { candidatesOf } from './candidates';
import { overlapsAmong, withoutOverlaps } from './overlaps';
import { newSide, placeHunks, type PlacingHunk } from './placeHunks';
import { changesNothing, joined } from './rebuild';
import { driftBetween, mergeChanges, movedLine, type Drift } from './threeWay';
import { losesMost, trimmed, wholeFileChanges } from './wholeFile';

/** Decoded, without byte order mark. */
export interface EditedTexts {
  /** The present text; undefined if there is no such file. */
  readonly now: string | undefined;
  /** The full text that the model saw, if known. */
  readonly sent?: string | undefined;
}

/**
 * Places all edits of one file, in the order of the reply. Replacements are of lines of the present text;
 * those of placed hunks don't overlap. Whatever has no one sure place asks.
 */
export function placeEdits(edits: readonly ReplyEdit[], { now, sent }: EditedTexts): readonly PlacedHunk[] {
  if (now === undefined) return created(edits);
  const { lines } = splitLines(now);
  const versions =
    sent === undefined || sent === now ? undefined : { sent: splitLines(sent).lines, now: lines };
  const drafts = edits.some(({ kind }) => kind === 'change' || kind === 'write')
    ? contentDrafts(edits, { lines, drift: versions && driftBetween(versions), hasBase: sent !== undefined })
    : [];
  return withoutOverlaps([
    ...edits.flatMap((edit) => fileQuestions(edit, lines.length)),
    ...drafts.map((draft) => finished(draft, lines)),
  ]);
}

/** Places a hunk at a 1-based line that the user has chosen. It asks, without a replacement, if it doesn't fit there. */
export function placeHunkAt(hunk: Hunk, line: number, now: string): PlacedHunk {
  const { lines } = splitLines(now);
  const chosen = { hunk, edit: 0, isInOrder: false, chosen: line - 1 };
  const [outcome = NOWHERE] = placeHunks(
    [chosen],
    placingIn(lines, { effort: createEffort(), mayBeApplied: false }),
  );
  return finished({ hunk, outcome }, lines);
}

/** Does the file's text match every hunk of the edit exactly, each in one place? */
export function fitsExactly(edit: ReplyEdit, now: string): boolean {
  if (edit.kind !== 'change') return false;
  const { lines } = splitLines(now);
  const outcomes = placeHunks(
    placingOf([edit]),
    placingIn(lines, { effort: createEffort(), mayBeApplied: false }),
  );
  return (
    outcomes.length > 0 && outcomes.every((outcome) => outcome.kind === 'placed' && outcome.by === 'exact')
  );
}

/** Edits of a file that doesn't exist. */
function created(edits: readonly ReplyEdit[]): readonly PlacedHunk[] {
  const placed: PlacedHunk[] = [];
  let isCreated = false;
  for (const edit of edits) {
    if (edit.kind === 'delete') {
      placed.push({ state: { kind: 'applied', from: 1 } });
      continue;
    }
    const creation = isCreated ? undefined : createdText(edit);
    if (creation === undefined) {
      for (const hunk of edit.kind === 'change' ? edit.hunks : [undefined])
        placed.push({ ...(hunk && { hunk }), state: { kind: 'asks', reason: 'no-file', places: [] } });
      continue;
    }
    isCreated = true;
    const { hunk, lines } = creation;
    const outcome: Outcome = { kind: 'placed', by: 'exact', changes: [{ from: 1, count: 0, lines }] };
    placed.push(finished(hunk === undefined ? { outcome } : { hunk, outcome }, []));
  }
  return placed;
}

/** Undefined if the edit needs a file. */
function createdText(
  edit: ReplyEdit,
): { readonly hunk?: Hunk; readonly lines: readonly string[] } | undefined {
  if (edit.kind === 'write') return { lines: writtenLines(edit.text) };
  if (edit.kind !== 'change' || edit.hunks.length !== 1) return undefined;
  const [hunk] = edit.hunks;
  if (hunk === undefined || !hunk.lines.every(({ op }) => op === 'add')) return undefined;
  return { hunk, lines: hunk.lines.map(({ text }) => text) };
}

function writtenLines(text: string): readonly string[] {
  return splitLines(text.startsWith('\ufeff') ? text.slice(1) : text).lines;
}

/** The questions of edits that always ask. A file that has its new path already needs none. */
function fileQuestions(edit: ReplyEdit, lineCount: number): readonly PlacedHunk[] {
  if (edit.kind === 'delete') {
    const replacement = { from: 1, count: lineCount, lines: [] };
    return [{ state: { kind: 'asks', reason: 'delete', places: [1], replacement } }];
  }
  const newPath = edit.kind === 'write' ? undefined : edit.newPath;
  if (newPath === undefined) return [];
  if (newPath === edit.path) return [{ state: { kind: 'applied', from: 1 } }];
  return [{ state: { kind: 'asks', reason: 'rename', places: [] } }];
}

interface FileState {
  readonly lines: readonly string[];
  /** Undefined if the file is as it was sent, or if it wasn't sent. */
  readonly drift: Drift | undefined;
  readonly hasBase: boolean;
}

function contentDrafts(edits: readonly ReplyEdit[], file: FileState): readonly Draft[] {
  const effort = createEffort();
  return [
    ...hunkDrafts(placingOf(edits), file, effort),
    ...edits.flatMap((edit) => (edit.kind === 'write' ? writeDrafts(edit, file) : [])),
  ];
}

function placingOf(edits: readonly ReplyEdit[]): readonly PlacingHunk[] {
  return edits.flatMap((edit, index) =>
    edit.kind === 'change'
      ? edit.hunks.map((hunk) => ({ hunk, edit: index, isInOrder: edit.isInOrder }))
      : [],
  );
}

function hunkDrafts(placing: readonly PlacingHunk[], file: FileState, effort: Effort): readonly Draft[] {
  const { lines, drift, hasBase } = file;
  const base = drift?.sent ?? lines;
  const drafts = draftsIn(placing, base, { effort, mayBeApplied: !hasBase });
  if (!hasBase) return drafts;
  const inBase = drafts.map((draft) => ({ ...draft, outcome: fromBase(draft.outcome) }));
  const merged =
    drift === undefined ? inBase : withoutRepeats(mergedDrafts(inBase, drift), { drift, effort });
  return withFallback(merged, placing, { lines, effort });
}

interface Placing {
  readonly effort: Effort;
  readonly mayBeApplied: boolean;
}

function placingIn(lines: readonly string[], placing: Placing): Parameters<typeof placeHunks>[1] {
  return { indexed: indexLines(lines), shapes: createLineShapes(lines), ...placing };
}

function draftsIn(
  placing: readonly PlacingHunk[],
  lines: readonly string[],
  options: Placing,
): readonly Draft[] {
  const outcomes = placeHunks(placing, placingIn(lines, options));
  const drafts = placing.map((each, index) => ({
    placing: each,
    draft: { hunk: each.hunk, outcome: outcomes[index] ?? NOWHERE },
  }));
  return withLaterHunks(drafts, lines, options.effort);
}

const NOWHERE: Outcome = { kind: 'asks', reason: 'not-found', places: [] };

/** A place in the text that the model saw is sure, unless it is merely similar. */
function fromBase(outcome: Outcome): Outcome {
  return outcome.kind === 'placed' && outcome.by !== 'similar' ? { ...outcome, by: 'base' } : outcome;
}

/**
 * Hunks whose new side is in the present text but not in the sent one may have been applied, even if the merge found
 * another explanation for it.
 */
function withoutRepeats(
  drafts: readonly Draft[],
  { drift, effort }: { readonly drift: Drift; readonly effort: Effort },
): readonly Draft[] {
  const [sent, now] = [indexLines(drift.sent), indexLines(drift.now)];
  return drafts.map((draft) => {
    const { hunk, outcome } = draft;
    if (hunk === undefined || outcome.kind !== 'placed') return draft;
    const lines = newSide(hunk.lines);
    const isRepeat =
      candidatesOf(lines, now, effort) !== undefined && candidatesOf(lines, sent, effort) === undefined;
    return isRepeat ? { ...draft, outcome: asking('conflict', outcome.changes) } : draft;
  });
}

/** Hunks that the sent text lacks may have been written for the present one. */
function withFallback(
  drafts: readonly Draft[],
  placing: readonly PlacingHunk[],
  { lines, effort }: { readonly lines: readonly string[]; readonly effort: Effort },
): readonly Draft[] {
  const isLost = ({ outcome }: Draft): boolean => outcome.kind === 'asks' && outcome.reason === 'not-found';
  const lost = new Set(drafts.filter(isLost).map(({ hunk }) => hunk));
  const again = placing.filter(({ hunk }) => lost.has(hunk));
  if (again.length === 0) return drafts;
  const outcomes = placeHunks(again, placingIn(lines, { effort, mayBeApplied: true }));
  const outcomeByHunk = new Map(again.map(({ hunk }, index) => [hunk, outcomes[index] ?? NOWHERE]));
  return drafts.map((draft) => {
    const outcome = isLost(draft) && draft.hunk !== undefined ? outcomeByHunk.get(draft.hunk) : undefined;
    return outcome === undefined || outcome.kind === 'asks' ? draft : { ...draft, outcome };
  });
}

/** A whole file, part by part. */
function writeDrafts(
  edit: ReplyEdit & { readonly kind: 'write' },
  { lines, drift, hasBase }: FileState,
): readonly Draft[] {
  const base = drift?.sent ?? lines;
  const wanted = decodedFile(writtenLines(edit.text), base);
  const changes = wholeFileChanges(base, wanted, { isMerged: drift !== undefined });
  if (changes.length === 0) {
    if (!hasBase || drift !== undefined) return [{ outcome: { kind: 'applied', from: 1 } }];
    return [{ outcome: { kind: 'asks', reason: 'no-change', places: [] } }];
  }
  const isNew = edit.isNew === true;
  const isShort = losesMost(base, wanted, changes);
  // Taking some of these changes would leave neither file.
  if (isShort && drift === undefined && !isNew) {
    const reason = isExcerpt(wanted, base) ? 'excerpt' : 'whole-file';
    return [{ outcome: asking(reason, changes) }];
  }
  const parts = changes.map((change): Draft => ({
    outcome: { kind: 'placed', by: 'base', changes: [change] },
  }));
  const merged =
    drift === undefined ? parts : mergedDrafts(parts, drift).map((draft) => trimmedDraft(draft, lines));
  const isSafe = hasBase && !isNew && lines.length > 0 && !isShort && !isRespaced(wanted, base);
  if (isSafe) return merged;
  const reason = isNew ? 'exists' : 'whole-file';
  return merged.map((draft) =>
    draft.outcome.kind === 'placed' ? { outcome: asking(reason, draft.outcome.changes) } : draft,
  );
}

/** Whether a text quotes lines that follow each other in a file, as explanations do. */
function isExcerpt(text: readonly string[], lines: readonly string[]): boolean {
  const start = text.findIndex((line) => line.trim() !== '');
  const end = text.findLastIndex((line) => line.trim() !== '') + 1;
  const { starts } = findLines(
    indexLines(lines),
    text.slice(Math.max(start, 0), end),
    'collapsed',
    createEffort(),
  );
  return starts.length > 0;
}

function trimmedDraft(draft: Draft, lines: readonly string[]): Draft {
  const { outcome } = draft;
  if (outcome.kind === 'applied' || outcome.changes === undefined) return draft;
  return {
    ...draft,
    outcome: { ...outcome, changes: outcome.changes.map((change) => trimmed(change, lines)) },
  };
}

/** Drafts for the sent text become drafts for the present one. */
function mergedDrafts(drafts: readonly Draft[], drift: Drift): readonly Draft[] {
  // Several that change the same lines can't be merged at once.
  const hulls = drafts.map(({ outcome }) => hullOf(outcome, drift.sent));
  const overlapping = overlapsAmong(hulls);
  const apart = drafts.filter((_, index) => hulls[index] !== undefined && !overlapping.has(index));
  const together = mergeChanges(
    apart.map(({ outcome }) => changesIn(outcome)),
    drift,
  );
  const mergedByDraft = new Map(apart.map((draft, index) => [draft, together[index]]));
  return drafts.map((draft) => {
    const { outcome } = draft;
    if (outcome.kind === 'applied')
      return { ...draft, outcome: { ...outcome, from: movedLine(outcome.from, drift) } };
    const changes = changesIn(outcome);
    const places = outcome.kind === 'asks' ? outcome.places.map((place) => movedLine(place, drift)) : [];
    const merged =
      changes.length === 0 ? undefined : (mergedByDraft.get(draft) ?? mergeChanges([changes], drift)[0]);
    if (merged === undefined)
      return { ...draft, outcome: outcome.kind === 'asks' ? { ...outcome, places } : outcome };
    if (merged.kind === 'applied') return { ...draft, outcome: merged };
    if (outcome.kind === 'asks')
      return { ...draft, outcome: { ...outcome, places, changes: merged.changes } };
    if (merged.kind === 'conflict')
      return { ...draft, outcome: { ...asking('conflict', merged.changes), places: [merged.from] } };
    return { ...draft, outcome: { ...outcome, changes: merged.changes } };
  });
}

function changesIn(outcome: Outcome): readonly Replacement[] {
  return outcome.kind === 'applied' ? [] : (outcome.changes ?? []);
}

function hullOf(outcome: Outcome, lines: readonly string[]): Replacement | undefined {
  return outcome.kind === 'placed' ? joined(outcome.changes, lines) : undefined;
}

/** A draft with one replacement, and with the questions that no place answers. */
function finished({ hunk, outcome }: Draft, lines: readonly string[]): PlacedHunk {
  const part = hunk === undefined ? {} : { hunk };
  if (outcome.kind === 'applied') return { ...part, state: outcome };
  const replacement = joined(outcome.changes ?? [], lines);
  if (outcome.kind === 'asks') {
    const { places } = outcome;
    const isVain = replacement !== undefined && changesNothing(replacement, lines);
    const reason = isVain ? 'no-change' : outcome.reason;
    return { ...part, state: { kind: 'asks', reason, places, ...(replacement && { replacement }) } };
  }
  if (replacement === undefined || changesNothing(replacement, lines))
    return { ...part, state: { kind: 'asks', reason: 'no-change', places: [] } };
  if (outcome.changes.some(hasConflictMarkers)) {
    const places = [replacement.from];
    return { ...part, state: { kind: 'asks', reason: 'conflict-markers', places, replacement } };
  }
  return { ...part, state: { kind: 'placed', by: outcome.by, replacement } };
}

/** Lines that Git writes into a file for the user to decide. */
function hasConflictMarkers({ lines }: Replacement): boolean {
  return lines.some((line) => CONFLICT_MARKER.test(line));
}

const CONFLICT_MARKER = /^(?:<{7}|>{7}|\|{7})(?: |$)/;
