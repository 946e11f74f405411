/** Decides between several places of a hunk. */
import type { Hunk, HunkLine } from '../replyEdit';
import type { Effort } from './effort';
import { collapseLine, indentOf } from './foldLine';
import type { Ground } from './ground';
import { oldTexts, type Candidates } from './ladder';
import { standsAt } from './findLines';

/** Where the changed lines of a hunk must lie, 0-based; `before` excluded. */
export interface Bounds {
  readonly after: number;
  readonly before: number;
}

export interface Deciding {
  readonly ground: Ground;
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
  { scopesOf, ground, bounds }: Deciding,
): number | undefined {
  const { starts, lines, size, isCut } = candidates;
  const named = namedStart(hunk, candidates, ground);
  if (named !== undefined) return named;
  // Some of the places are unknown, so that excluding others decides nothing.
  if (isCut) return undefined;
  if (hunk.isAtEnd === true) {
    const atEnd = starts.filter((start) => isBlankFrom(ground, start + size));
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
  ground: Ground,
): number | undefined {
  if (hunk.line === undefined) return undefined;
  const [first] = lines;
  const skipped = first === undefined ? 0 : hunk.lines.indexOf(first);
  const start = hunk.line - 1 + skipped;
  if (starts.includes(start)) return start;
  return isCut && by === 'exact' && standsAt(ground, oldTexts(lines), 'exact', start) ? start : undefined;
}

function isBlankFrom(ground: Ground, start: number): boolean {
  for (let at = start; at < ground.lines.length; at += 1) if (ground.lines[at]?.trim() !== '') return false;
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
export function createScopes(ground: Ground, effort: Effort): ScopesOf {
  const known = new Map<string, readonly Bounds[]>();
  return (anchor) => {
    const scopes = known.get(anchor) ?? scopesBelow(anchor, ground, effort);
    known.set(anchor, scopes);
    return scopes;
  };
}

function scopesBelow(anchor: string, ground: Ground, effort: Effort): readonly Bounds[] {
  const wanted = collapseLine(anchor);
  if (wanted === '') return [];
  const { idOf, places } = ground.at('collapsed');
  const lines = places[idOf(wanted) ?? -1] ?? linesStartingWith(wanted, ground, effort);
  if (lines.length > MAX_ANCHORS || !effort.spend(lines.length * ground.lines.length)) return [];
  return lines.map((at) => ({ after: at + 1, before: scopeEnd(ground, at) }));
}

/** Git cuts the anchors of its diffs. */
function linesStartingWith(wanted: string, ground: Ground, effort: Effort): readonly number[] {
  if (wanted.length < MIN_CUT_ANCHOR || !effort.spend(ground.lines.length * STEPS_PER_LINE)) return [];
  return [...ground.lines.keys()].filter((at) => collapseLine(ground.lines[at] ?? '').startsWith(wanted));
}

const MIN_CUT_ANCHOR = 10;
const MAX_ANCHORS = 20;
const STEPS_PER_LINE = 10;

function scopeEnd(ground: Ground, anchor: number): number {
  const depth = indentOf(ground.lines[anchor] ?? '').length;
  for (let at = anchor + 1; at < ground.lines.length; at += 1) {
    const line = ground.lines[at] ?? '';
    const text = line.trim();
    if (text !== '' && indentOf(line).length <= depth && /^[\p{L}\p{N}_@#$]/u.test(text)) return at;
  }
  return ground.lines.length;
}
