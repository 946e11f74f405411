import type { TextMatch, TextMatcher } from './textQuery';

/** A line with matches. */
export interface FoundLine {
  /** 1-based. */
  readonly line: number;
  /** The part of the line to show: without its indentation, and cut at both ends if it is long. */
  readonly text: string;
  /** Whether something other than indentation is missing before the text. */
  readonly isCut: boolean;
  /** The matches within the text, in UTF-16 units, as start, end, start, end. Ascending, without overlaps. */
  readonly marks: readonly number[];
}

export interface FoundInText {
  readonly lines: readonly FoundLine[];
  /** Matches in all lines; those that span lines count for their first line. */
  readonly matches: number;
  /** True if there may be more matches than `limit`. */
  readonly more: boolean;
  /** The query also matches nothing at all; such matches are left out. */
  readonly matchesEmpty: boolean;
}

/** UTF-16 units of a line that are shown. */
const SHOWN_UNITS = 250;
/** Units shown before the first match if it is farther right than `FAR`. Few, because a narrow list cuts off the end. */
const BEFORE = 12;
const FAR = 18;

/** The first `limit` matches in a text with LF line ends, grouped by line. */
export function findLines(text: string, matcher: TextMatcher, limit: number): FoundInText {
  const lines: { readonly line: number; readonly start: number; readonly matches: TextMatch[] }[] = [];
  let matches = 0;
  let more = false;
  for (const { line, start, match } of matcher.byLine ? linewise(text, matcher) : throughout(text, matcher)) {
    more = matches === limit;
    if (more) break;
    matches += 1;
    const last = lines.at(-1);
    if (last?.line === line) last.matches.push(match);
    else lines.push({ line, start, matches: [match] });
  }
  return {
    lines: lines.map(({ line, start, matches: ofLine }) => shownLine(text, line, start, ofLine)),
    ...{ matches, more, matchesEmpty: matcher.matchesEmpty },
  };
}

/** A match in its 1-based line, which begins at `start`. The match is relative to that. */
interface MatchOnLine {
  readonly line: number;
  readonly start: number;
  readonly match: TextMatch;
}

function* linewise(text: string, matcher: TextMatcher): Generator<MatchOnLine> {
  let line = 1;
  for (let start = 0; start <= text.length; line += 1) {
    const end = endOfLine(text, start);
    const own = text.slice(start, end);
    for (const match of matchesIn(own, matcher)) yield { line, start, match };
    start = end + 1;
  }
}

function* throughout(text: string, matcher: TextMatcher): Generator<MatchOnLine> {
  let [line, start, end] = [1, 0, endOfLine(text, 0)];
  for (const { from, to } of matchesIn(text, matcher)) {
    for (; end < from; line += 1) {
      start = end + 1;
      end = endOfLine(text, start);
    }
    yield { line, start, match: { from: from - start, to: to - start } };
  }
}

function* matchesIn(text: string, matcher: TextMatcher): Generator<TextMatch> {
  for (let match = matcher.next(text, 0); match !== undefined; match = matcher.next(text, match.to))
    yield match;
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end === -1 ? text.length : end;
}

function shownLine(text: string, line: number, start: number, matches: readonly TextMatch[]): FoundLine {
  const end = endOfLine(text, start);
  const first = start + (matches[0]?.from ?? 0);
  const indented = Math.min(first, start + indentation(text, start, end));
  const from = first - indented > FAR ? withoutHalf(text, first - BEFORE) : indented;
  const to = withoutHalf(text, Math.min(end, from + SHOWN_UNITS));
  const marks: number[] = [];
  for (const match of matches) {
    const at = start + match.from - from;
    if (at >= to - from) break;
    marks.push(at, Math.min(to - from, start + match.to - from));
  }
  return { line, text: text.slice(from, to), isCut: from > indented, marks };
}

function indentation(text: string, start: number, end: number): number {
  let at = start;
  while (at < end && (text[at] === ' ' || text[at] === '\t')) at += 1;
  return at - start;
}

/** The place, or the one before it if it is within a surrogate pair. */
function withoutHalf(text: string, at: number): number {
  const isWithin = (text.charCodeAt(at - 1) & 0xfc00) === 0xd800 && (text.charCodeAt(at) & 0xfc00) === 0xdc00;
  return isWithin ? at - 1 : at;
}
