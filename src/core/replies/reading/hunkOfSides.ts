import type { HunkLine } from '../replyEdit';
import { isDots } from './elision';

/** The hunk that removes the old lines and adds the new ones. Lines of dots in both are gaps, if both have as many. */
export function hunkOfSides(old: readonly string[], present: readonly string[]): readonly HunkLine[] {
  const [oldParts, newParts] = [partsBetweenDots(old), partsBetweenDots(present)];
  if (oldParts.length !== newParts.length) return sides(old, present);
  return oldParts.flatMap((part, index): readonly HunkLine[] => [
    ...(index > 0 ? [{ op: 'gap', text: '...' } as const] : []),
    ...sides(part, newParts[index] ?? []),
  ]);
}

function sides(old: readonly string[], present: readonly string[]): readonly HunkLine[] {
  return [
    ...old.map((text) => ({ op: 'remove', text }) as const),
    ...present.map((text) => ({ op: 'add', text }) as const),
  ];
}

function partsBetweenDots(lines: readonly string[]): readonly (readonly string[])[] {
  const parts: string[][] = [[]];
  for (const line of lines) {
    if (isDots(line)) parts.push([]);
    else parts.at(-1)?.push(line);
  }
  return parts;
}
