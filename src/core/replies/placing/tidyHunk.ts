import { diffLines } from '../../slices/diffLines';
import type { Hunk, HunkLine } from '../replyEdit';
import { lineIds } from './lineIds';

/**
 * The hunk with lines that it removes and adds again as kept ones: search-and-replace blocks repeat their context on both
 * sides, and context keeps the file's own text.
 */
export function tidyHunk(hunk: Hunk): Hunk {
  const lines: HunkLine[] = [];
  let run: HunkLine[] = [];
  const flush = (): void => {
    for (const line of tidyRun(run)) lines.push(line);
    run = [];
  };
  for (const line of hunk.lines) {
    if (line.op === 'remove' || line.op === 'add') run.push(line);
    else {
      flush();
      lines.push(line);
    }
  }
  flush();
  return { ...hunk, lines };
}

function tidyRun(run: readonly HunkLine[]): readonly HunkLine[] {
  const removed = run.filter(({ op }) => op === 'remove').map(({ text }) => text);
  const added = run.filter(({ op }) => op === 'add').map(({ text }) => text);
  if (removed.length === 0 || added.length === 0) return run;
  const tidied: HunkLine[] = [];
  let next = 0;
  const addUntil = (end: number): void => {
    for (; next < end; next += 1) tidied.push({ op: 'add', text: added[next] ?? '' });
  };
  for (const [index, to] of diffLines(...lineIds(removed, added)).entries()) {
    const text = removed[index] ?? '';
    if (to < 0) tidied.push({ op: 'remove', text });
    else {
      addUntil(to);
      tidied.push({ op: 'keep', text });
      next = to + 1;
    }
  }
  addUntil(added.length);
  return tidied;
}
