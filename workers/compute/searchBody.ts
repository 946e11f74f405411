/** Literal, case-insensitive search in a block's body. */
import type { LineMatch } from './contract';
import { placeOf, type BodyLines } from './bodyLines';

/** A query is a few words. With a longer one, searching a repetitive text could be slow. */
export const LONGEST_QUERY = 1_000;

/** The first `limit` matches, in order, without overlaps. */
export function searchBody(lines: BodyLines, query: string, limit: number): readonly LineMatch[] {
  if (query === '' || query.length > LONGEST_QUERY) return [];
  // A regular expression of literal characters folds case by simple folding, which preserves every offset.
  const pattern = new RegExp(query.replaceAll(/[\^$\\.*+?()[\]{}|/]/g, '\\$&'), 'giu');
  const matches: LineMatch[] = [];
  for (const match of lines.body.matchAll(pattern)) {
    if (matches.length >= limit) break;
    matches.push({ ...placeOf(lines, match.index), length: match[0].length });
  }
  return matches;
}
