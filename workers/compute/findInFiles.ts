/** Searches whole texts of files, which need no counting, hashing, or parsing. */
import { findLines, type FoundInText } from '../../src/core/search/findLines';
import { compileTextQuery, type TextQuery } from '../../src/core/search/textQuery';
import type { FileBytes } from './contract';
import { decodeFile } from './openFile';
import type { Progress } from './progress';

/** Throws with the reason if the query is invalid. */
export function findInFiles(
  files: readonly FileBytes[],
  query: TextQuery,
  limit: number,
  progress: Progress,
): readonly (FoundInText | undefined)[] {
  const matcher = compileTextQuery(query);
  if (matcher.kind === 'invalid') throw new Error(matcher.reason);
  let left = limit;
  return files.map((file) => {
    progress(`find in ${file.path}`);
    const decoded = decodeFile(file);
    if (decoded.kind !== 'text') return undefined;
    const found = findLines(decoded.text, matcher, left);
    left -= found.matches;
    return found;
  });
}
