/** Decides between several places of a hunk. */
import type { Hunk } from '../replyEdit';
import { foldLine, indentOf } from './foldLine';
import type { Ground } from './ground';
import { oldTexts, type Candidates } from './ladder';
import { standsAt } from './findLines';

/** Where a hunk of a diff must lie, 0-based lines; `before` excluded. */
export interface Bounds {
  readonly after: number;
  readonly before: number;
}

/**
 * The 0-based start that the line number, the end of the file, the order of hunks, or the anchor gives. Undefined if
 * they leave several.
 */
export function decidedStart(
  hunk: Hunk,
  candidates: Candidates,
  { ground, bounds }: { readonly ground: Ground; readonly bounds: Bounds | undefined },
): number | undefined {
  const { starts, size, isCut } = candidates;
  const named = namedStart(hunk, candidates, ground);
  if (named !== undefined) return named;
  // Some of the places are unknown, so that excluding others decides nothing.
  if (isCut) return undefined;
  if (hunk.isAtEnd === true) {
    const atEnd = starts.filter((start) => isBlankFrom(ground, start + size));
    if (atEnd.length === 1) return atEnd[0];
  }
  const between =
    bounds === undefined
      ? starts
      : starts.filter((start) => start >= bounds.after && start + size <= bounds.before);
  if (between.length === 1) return between[0];
  const anchored = hunk.anchor === undefined ? [] : belowAnchor(between, hunk.anchor, ground);
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

/** The places between a line that reads like the anchor and the next line that isn't indented deeper. */
function belowAnchor(starts: readonly number[], anchor: string, ground: Ground): readonly number[] {
  const wanted = foldLine(anchor).trim();
  if (wanted === '') return [];
  const scopes: Bounds[] = [];
  for (const [at, line] of ground.lines.entries()) {
    const text = foldLine(line).trim();
    // Git cuts the anchor of a diff.
    if (text !== wanted && !(wanted.length >= MIN_CUT_ANCHOR && text.startsWith(wanted))) continue;
    if (scopes.length === MAX_ANCHORS) return [];
    scopes.push({ after: at + 1, before: scopeEnd(ground, at) });
  }
  return starts.filter((start) => scopes.some(({ after, before }) => start >= after && start < before));
}

const MIN_CUT_ANCHOR = 10;
const MAX_ANCHORS = 20;

function scopeEnd(ground: Ground, anchor: number): number {
  const depth = indentOf(ground.lines[anchor] ?? '').length;
  for (let at = anchor + 1; at < ground.lines.length; at += 1) {
    const line = ground.lines[at] ?? '';
    const text = line.trim();
    if (text !== '' && indentOf(line).length <= depth && /^[\p{L}\p{N}_@#$]/u.test(text)) return at;
  }
  return ground.lines.length;
}
