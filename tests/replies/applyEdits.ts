/** What edits make of files whose present text is exactly the text they were written for. */
import type { Hunk, ReplyEdit } from '../../src/core/replies/replyEdit';
import { newLines, oldLines } from '../../src/core/replies/placedEdit';

/**
 * Text by path after the edits; undefined if a file is deleted. Throws if old lines are not in the file exactly once.
 * Prefixes of diffs are dropped.
 */
export function applyEdits(
  files: ReadonlyMap<string, string>,
  edits: readonly ReplyEdit[],
): ReadonlyMap<string, string | undefined> {
  const result = new Map<string, string | undefined>(files);
  for (const edit of edits) {
    const path = /^[ab]\//.test(edit.path) && !files.has(edit.path) ? edit.path.slice(2) : edit.path;
    switch (edit.kind) {
      case 'write':
        result.set(path, edit.text);
        break;
      case 'delete':
        result.set(path, undefined);
        break;
      case 'rename':
        throw new Error('Renames are not applied.');
      case 'change': {
        const text = result.get(path);
        if (text === undefined) throw new Error(`${path} does not exist.`);
        const lines = edit.hunks.reduce(applied, text === '' ? [] : text.replace(/\n$/, '').split('\n'));
        result.set(path, lines.map((line) => `${line}\n`).join(''));
      }
    }
  }
  return result;
}

function applied(lines: readonly string[], hunk: Hunk): readonly string[] {
  const old = oldLines(hunk.lines);
  const places = lines.flatMap((_, at) =>
    old.every((line, index) => line === lines[at + index]) ? [at] : [],
  );
  // Diffs may fit in several places; their line decides.
  const place =
    places.length === 1 ? places[0] : places.toSorted((a, b) => distance(a, hunk) - distance(b, hunk))[0];
  if (place === undefined || (places.length > 1 && hunk.line === undefined)) {
    throw new Error(`The old lines are in ${places.length} places: ${JSON.stringify(old)}`);
  }
  return lines.toSpliced(place, old.length, ...newLines(hunk.lines));
}

function distance(place: number, { line = 0 }: Hunk): number {
  return Math.abs(place + 1 - line);
}
