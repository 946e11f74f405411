/** Turns a hunk whose old lines are found in a file into changes of the file. */
import type { HunkLine } from '../replyEdit';
import type { Replacement } from '../placedEdit';
import { decoded } from '../decodings';
import { collapseLine } from './foldLine';
import type { IndexedLines } from './indexedLines';
import type { LinePair } from './indentMap';

/** A hunk in a file. */
export interface Aligned {
  readonly lines: readonly HunkLine[];
  /** By old line of the hunk: the file's line, 0-based and ascending, or -1 if the file lacks it. */
  readonly at: readonly number[];
}

/** The old lines, aligned with consecutive lines of the file. */
export function alignedAt(lines: readonly HunkLine[], start: number): Aligned {
  const old = lines.filter(({ op }) => op === 'keep' || op === 'remove');
  return { lines, at: old.map((_, index) => start + index) };
}

/** The old lines with the file's own. */
export function pairsOf({ lines, at }: Aligned, indexed: IndexedLines): readonly LinePair[] {
  const old = lines.filter(({ op }) => op === 'keep' || op === 'remove');
  return old.flatMap(({ text }, index) => {
    const present = indexed.lines[at[index] ?? -1];
    return present === undefined ? [] : [{ written: text, present }];
  });
}

/** Those pairs that differ only in ways that copying explains. */
export function equalPairsOf(aligned: Aligned, indexed: IndexedLines): readonly LinePair[] {
  return pairsOf(aligned, indexed).filter(({ written, present }) => {
    const wanted = collapseLine(present);
    return collapseLine(written) === wanted || collapseLine(decoded(written, 'entities')) === wanted;
  });
}

/**
 * The changes of the file, ascending, each one run of removed and added lines. Lines of the file that the hunk doesn't
 * list stay. Undefined if `toFile` doesn't know how an added line is written there.
 */
export function changesOf(
  { lines, at }: Aligned,
  toFile: (text: string) => string | undefined,
): readonly Replacement[] | undefined {
  const changes: { from: number; count: number; lines: string[] }[] = [];
  let next = at.find((place) => place >= 0) ?? 0;
  let index = 0;
  const changeHere = (): { from: number; count: number; lines: string[] } => {
    const last = changes.at(-1);
    if (last !== undefined && last.from + last.count === next + 1) return last;
    const fresh = { from: next + 1, count: 0, lines: [] };
    changes.push(fresh);
    return fresh;
  };
  for (const { op, text } of lines) {
    if (op === 'gap') continue;
    if (op === 'add') {
      const written = toFile(text);
      if (written === undefined) return undefined;
      changeHere().lines.push(written);
      continue;
    }
    const place = at[index++] ?? -1;
    if (place < 0) continue;
    next = place;
    if (op === 'remove') changeHere().count += 1;
    next += 1;
  }
  return changes;
}

/** One replacement that makes all changes, with the file's own lines between them. Undefined without changes. */
export function joined(
  changes: readonly Replacement[],
  fileLines: readonly string[],
): Replacement | undefined {
  const [first, second] = changes;
  if (first === undefined || second === undefined) return first;
  const lines: string[] = [];
  let next = first.from;
  for (const change of changes) {
    for (; next < change.from; next += 1) lines.push(fileLines[next - 1] ?? '');
    for (const line of change.lines) lines.push(line);
    next = change.from + change.count;
  }
  return { from: first.from, count: next - first.from, lines };
}

/** Whether a replacement gives the lines that are there. */
export function changesNothing({ from, count, lines }: Replacement, fileLines: readonly string[]): boolean {
  return count === lines.length && lines.every((line, index) => fileLines[from - 1 + index] === line);
}

/** An insertion comes before what replaces the line at its place. */
export function compareChanges(one: Replacement, other: Replacement): number {
  return one.from - other.from || Math.min(one.count, 1) - Math.min(other.count, 1);
}
