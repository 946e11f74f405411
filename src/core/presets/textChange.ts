export interface TextChange {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** Applies changes that do not overlap. At the same place, insertions come before removals. */
export function applied(text: string, changes: readonly TextChange[]): string {
  const pieces: string[] = [];
  let done = 0;
  for (const { start, end, text: put } of changes.toSorted((a, b) => a.start - b.start || a.end - b.end)) {
    pieces.push(text.slice(done, start), put);
    done = end;
  }
  return pieces.join('') + text.slice(done);
}
