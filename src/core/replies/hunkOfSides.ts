import { diffArrays } from 'diff';
import { isElision } from './elisions';
import type { HunkLine } from './replyEdit';

/** Finding longer edit scripts takes seconds; then all lines between the common ends give way. */
const MOST_EDITS = 400;

/**
 * The lines of a hunk whose old and new text a format writes separately. Lines of both are kept, and a line of both
 * that stands for others is a gap. Myers' algorithm, by jsdiff.
 */
export function hunkOfSides(before: readonly string[], after: readonly string[]): readonly HunkLine[] {
  const start = commonStart(before, after);
  const end = commonEnd(before.slice(start), after.slice(start));
  const old = before.slice(start, before.length - end);
  const present = after.slice(start, after.length - end);
  return [
    ...kept(before, 0, start),
    ...((old.length === 0 || present.length === 0 ? undefined : diffed(old, present)) ?? [
      ...old.map((text): HunkLine => ({ op: 'remove', text })),
      ...present.map((text): HunkLine => ({ op: 'add', text })),
    ]),
    ...kept(before, before.length - end, before.length),
  ];
}

function diffed(old: readonly string[], present: readonly string[]): readonly HunkLine[] | undefined {
  const parts = diffArrays([...old], [...present], { maxEditLength: MOST_EDITS });
  return parts?.flatMap(({ value, added, removed }): readonly HunkLine[] =>
    added || removed
      ? value.map((text) => ({ op: added ? 'add' : 'remove', text }))
      : kept(value, 0, value.length),
  );
}

function kept(lines: readonly string[], from: number, to: number): readonly HunkLine[] {
  return lines
    .slice(from, to)
    .map((text, index) => ({ op: isElision(text, lines[from + index - 1]) ? 'gap' : 'keep', text }));
}

function commonStart(before: readonly string[], after: readonly string[]): number {
  let count = 0;
  while (count < before.length && count < after.length && before[count] === after[count]) count += 1;
  return count;
}

function commonEnd(before: readonly string[], after: readonly string[]): number {
  let count = 0;
  while (count < before.length && count < after.length && before.at(-1 - count) === after.at(-1 - count)) {
    count += 1;
  }
  return count;
}
