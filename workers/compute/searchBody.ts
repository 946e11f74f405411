/** Literal, case-insensitive search in a block's body. */
import type { LineMatch } from './contract';
import { placeOf, type BodyLines } from './bodyLines';

/** A query is a few words; a longer one could make the search of a repetitive text slow. */
export const LONGEST_QUERY = 1_000;

/** The first `limit` matches, in order, none overlapping another. */
export function searchBody(lines: BodyLines, query: string, limit: number): readonly LineMatch[] {
  if (query === '' || query.length > LONGEST_QUERY) return [];
  // A regular expression of literal characters alone folds case by simple folding, which keeps every offset.
  const pattern = new RegExp(query.replaceAll(/[\^$\\.*+?()[\]{}|/]/g, '\\$&'), 'giu');
  const matches: LineMatch[] = [];
  for (const match of lines.body.matchAll(pattern)) {
    if (matches.length >= limit) break;
    matches.push({ ...placeOf(lines, match.index), length: match[0].length });
  }
  return matches;
}
