/** Decides between several places of a hunk. */
import type { Hunk, HunkLine } from '../replyEdit';
import type { Effort } from './effort';
import { collapseLine, indentOf } from './foldLine';
import type { IndexedLines } from './indexedLines';
import { oldTexts, type Candidates } from './candidates';
import { standsAt } from './findLines';

/** The range in which the changed lines of a hunk must be, 0-based; `before` excluded. */
export interface Bounds {
  readonly after: number;
  readonly before: number;
}

export interface Deciding {
  readonly indexed: IndexedLines;
  readonly scopesOf: ScopesOf;
  readonly bounds: Bounds | undefined;
}

/**
 * The 0-based start that the line number, the end of the file, the order of hunks, or the anchor gives. Undefined if
 * they leave several.
 */
export function decidedStart(
  hunk: Hunk,
  candidates: Candidates,
  { scopesOf, indexed, bounds }: Deciding,
): number | undefined {
  const { starts, lines, size, isCut } = candidates;
  const named = namedStart(hunk, candidates, indexed);
  if (named !== undefined) return named;
  // Some of the places are unknown, so that excluding others decides nothing.
  if (isCut) return undefined;
  if (hunk.isAtEnd === true) {
    const atEnd = starts.filter((start) => isBlankFrom(indexed, start + size));
    if (atEnd.length === 1) return atEnd[0];
  }
  const { from, until } = changedPart(lines);
  const { after, before } = bounds ?? { after: 0, before: Infinity };
  const between = starts.filter((start) => start + from >= after && start + until <= before);
  if (between.length === 1) return between[0];
  const scopes = hunk.anchor === undefined ? [] : scopesOf(hunk.anchor);
  const anchored = between.filter((start) =>
    scopes.some(({ after, before }) => start >= after && start < before),
  );
  return anchored.length === 1 ? anchored[0] : undefined;
}

function namedStart(
  hunk: Hunk,
  { starts, lines, by, isCut }: Candidates,
  indexed: IndexedLines,
): number | undefined {
  if (hunk.line === undefined) return undefined;
  const [first] = lines;
  const skipped = first === undefined ? 0 : hunk.lines.indexOf(first);
  const start = hunk.line - 1 + skipped;
  if (starts.includes(start)) return start;
  return isCut && by === 'exact' && standsAt(indexed, oldTexts(lines), 'exact', start) ? start : undefined;
}

function isBlankFrom(indexed: IndexedLines, start: number): boolean {
  for (let at = start; at < indexed.lines.length; at += 1) if (indexed.lines[at]?.trim() !== '') return false;
  return true;
}

/** The old lines, counted from 0, from the first that a hunk changes to the last. */
export function changedPart(lines: readonly HunkLine[]): { readonly from: number; readonly until: number } {
  let old = 0;
  let from: number | undefined;
  let until = 0;
  for (const { op } of lines) {
    if (op === 'add' || op === 'remove') from ??= old;
    if (op === 'keep' || op === 'remove') old += 1;
    if (op === 'add' || op === 'remove') until = old;
  }
  return { from: from ?? 0, until };
}

/** The lines from one that reads like an anchor to the next that isn't indented deeper. */
export type ScopesOf = (anchor: string) => readonly Bounds[];

/** Looks each anchor up once. */
export function createScopes(indexed: IndexedLines, effort: Effort): ScopesOf {
  const known = new Map<string, readonly Bounds[]>();
  return (anchor) => {
    const scopes = known.get(anchor) ?? scopesBelow(anchor, indexed, effort);
    known.set(anchor, scopes);
    return scopes;
  };
}

function scopesBelow(anchor: string, indexed: IndexedLines, effort: Effort): readonly Bounds[] {
  const wanted = collapseLine(anchor);
  if (wanted === '') return [];
  const { idOf, places } = indexed.at('collapsed');
  const lines = places[idOf(wanted) ?? -1] ?? linesStartingWith(wanted, indexed, effort);
  if (lines.length > MAX_ANCHORS || !effort.spend(lines.length * indexed.lines.length)) return [];
  return lines.map((at) => ({ after: at + 1, before: scopeEnd(indexed, at) }));
}

/** Git cuts the anchors of its diffs. */
function linesStartingWith(wanted: string, indexed: IndexedLines, effort: Effort): readonly number[] {
  if (wanted.length < MIN_CUT_ANCHOR || !effort.spend(indexed.lines.length * STEPS_PER_LINE)) return [];
  return [...indexed.lines.keys()].filter((at) => collapseLine(indexed.lines[at] ?? '').startsWith(wanted));
}

const MIN_CUT_ANCHOR = 10;
const MAX_ANCHORS = 20;
const STEPS_PER_LINE = 10;

function scopeEnd(indexed: IndexedLines, anchor: number): number {
  const depth = indentOf(indexed.lines[anchor] ?? '').length;
  for (let at = anchor + 1; at < indexed.lines.length; at += 1) {
    const line = indexed.lines[at] ?? '';
    const text = line.trim();
    if (text !== '' && indentOf(line).length <= depth && /^[\p{L}\p{N}_@#$]/u.test(text)) return at;
  }
  return indexed.lines.length;
}
