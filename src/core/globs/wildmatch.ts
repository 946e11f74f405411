import { readCharacterSet } from './characterSet';
import {
  compileSegment,
  matchesSegment,
  segmentOrName,
  type SegmentPattern,
  type SegmentToken,
} from './segment';

/** In UTF-16 units; longer patterns are refused. */
export const MAX_PATTERN_LENGTH = 4096;

/** Limit on `*`, `?`, brackets and `**` in a pattern: more than anyone writes by hand. */
export const MAX_PATTERN_WILDCARDS = 128;

/**
 * A compiled pattern: blocks of segments with a `**` between every two. The `**` after block i stands for at least
 * `gaps[i]` segments. A pattern without gaps matches only paths with as many segments as it has.
 */
export interface Wildmatch {
  readonly blocks: readonly (readonly SegmentPattern[])[];
  readonly gaps: readonly number[];
  readonly wildcards: number;
}

export type CompiledWildmatch = { readonly kind: 'compiled'; readonly pattern: Wildmatch } | Refused;

interface WildmatchOptions {
  /** Matches paths in lower case. As in git, an escaped or bracketed capital then matches nothing. */
  readonly ignoreCase?: boolean;
  /** Brackets may also be part of a name, such as `[id]`. */
  readonly bracketNames?: boolean;
}

/**
 * Compiles a pattern with the semantics of git's wildmatch for path names: `*`, `?` and brackets stay within a segment.
 * A `**` that fills a segment matches any number of segments (at least one at the end of the pattern); any other
 * `**` is a `*`. Patterns that git compiles to "never matches" (an open bracket, a trailing backslash) are refused with
 * the reason.
 */
export function compileWildmatch(
  text: string,
  { ignoreCase = false, bracketNames = false }: WildmatchOptions = {},
): CompiledWildmatch {
  if (text.length > MAX_PATTERN_LENGTH)
    return refused(`the pattern is longer than ${MAX_PATTERN_LENGTH} characters`);
  const blocks: SegmentPattern[][] = [[]];
  const gaps: number[] = [];
  const tokens: SegmentToken[] = [];
  const segmentOf = bracketNames ? segmentOrName : compileSegment;
  let wildcards = 0;
  let endsWithStars = false;

  for (let at = 0; at < text.length;) {
    const read = readAt(text, at, ignoreCase);
    if (read.kind === 'refused') return read;
    at = read.next;
    endsWithStars = read.kind === 'gap' && text[at - 1] === '*';
    if (read.kind === 'token') tokens.push(read.token);
    else if (read.kind === 'gap') addGap(blocks, gaps, read.gap);
    else blocks.at(-1)?.push(segmentOf(tokens.splice(0)));
    if (read.kind === 'gap' || (read.kind === 'token' && read.token.kind !== 'char')) wildcards++;
  }
  // No segment follows a trailing `**`. An empty one follows a trailing slash, and nothing matches it.
  if (!endsWithStars) blocks.at(-1)?.push(segmentOf(tokens));
  if (wildcards > MAX_PATTERN_WILDCARDS)
    return refused(`the pattern has more than ${MAX_PATTERN_WILDCARDS} wildcards`);
  return { kind: 'compiled', pattern: { blocks, gaps, wildcards } };
}

/**
 * Whether the segments from `from` on match, in time O(pattern × path). As in a segment, the outer blocks are tied to
 * the ends, and each block between takes the leftmost free place.
 */
export function matchesSegments(pattern: Wildmatch, segments: readonly string[], from: number): boolean {
  const { blocks, gaps } = pattern;
  const first = blocks[0] ?? [];
  if (gaps.length === 0) return segments.length - from === first.length && fitsAt(first, segments, from);

  const last = blocks[gaps.length] ?? [];
  const end = segments.length - last.length;
  let at = from + first.length;
  if (at > end || !fitsAt(last, segments, end) || !fitsAt(first, segments, from)) return false;
  for (let i = 1; i < gaps.length; i++) {
    const block = blocks[i] ?? [];
    at = leftmostPlace(block, segments, at + (gaps[i - 1] ?? 0), end);
    if (at < 0) return false;
    at += block.length;
  }
  return at + (gaps.at(-1) ?? 0) <= end;
}

interface Refused {
  readonly kind: 'refused';
  readonly reason: string;
}

type Read =
  | { readonly kind: 'token'; readonly token: SegmentToken; readonly next: number }
  | { readonly kind: 'slash'; readonly next: number }
  | { readonly kind: 'gap'; readonly gap: number; readonly next: number }
  | Refused;

function readAt(text: string, at: number, ignoreCase: boolean): Read {
  switch (text[at]) {
    case '/':
      return { kind: 'slash', next: at + 1 };
    case '*':
      return readStars(text, at);
    case '?':
      return { kind: 'token', token: { kind: 'any' }, next: at + 1 };
    case '[': {
      const read = readCharacterSet(text, at, ignoreCase);
      if (read === undefined) return refused('a bracket is not closed or names an unknown class');
      const written = text.slice(at, read.next);
      return { kind: 'token', token: { kind: 'set', set: read.set, written }, next: read.next };
    }
    case '\\':
      if (at + 1 === text.length) return refused('the pattern ends with a backslash');
      // An escaped slash separates segments like any other.
      if (text[at + 1] === '/') return { kind: 'slash', next: at + 2 };
      return { kind: 'token', token: { kind: 'char', code: text.charCodeAt(at + 1) }, next: at + 2 };
    default:
      return readLetter(text, at, ignoreCase);
  }
}

function readLetter(text: string, at: number, ignoreCase: boolean): Read {
  const code = text.charCodeAt(at);
  const isFolded = ignoreCase && code >= 0x41 && code <= 0x5a;
  return { kind: 'token', token: { kind: 'char', code: isFolded ? code + 0x20 : code }, next: at + 1 };
}

/**
 * Reads the run of stars at `at`. One that fills its segment is a gap and includes the slash after it, so that both
 * together may match nothing. At the end of the pattern or before an escaped slash, it matches at least one segment.
 */
function readStars(text: string, at: number): Read {
  let next = at;
  while (text[next] === '*') next++;
  if (next - at >= 2 && (at === 0 || text[at - 1] === '/')) {
    if (next === text.length) return { kind: 'gap', gap: 1, next };
    if (text[next] === '/') return { kind: 'gap', gap: 0, next: next + 1 };
    if (text.startsWith('\\/', next)) return { kind: 'gap', gap: 1, next: next + 2 };
  }
  return { kind: 'token', token: { kind: 'star' }, next };
}

function addGap(blocks: SegmentPattern[][], gaps: number[], gap: number): void {
  if (gaps.length > 0 && blocks.at(-1)?.length === 0) {
    gaps[gaps.length - 1] = (gaps.at(-1) ?? 0) + gap;
    return;
  }
  gaps.push(gap);
  blocks.push([]);
}

function refused(reason: string): Refused {
  return { kind: 'refused', reason };
}

function leftmostPlace(
  block: readonly SegmentPattern[],
  segments: readonly string[],
  from: number,
  end: number,
): number {
  for (let at = from; at + block.length <= end; at++) if (fitsAt(block, segments, at)) return at;
  return -1;
}

function fitsAt(block: readonly SegmentPattern[], segments: readonly string[], at: number): boolean {
  let index = at;
  for (const pattern of block) {
    const segment = segments[index++];
    if (segment === undefined || !matchesSegment(pattern, segment)) return false;
  }
  return true;
}
