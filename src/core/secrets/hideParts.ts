import type { Span } from '../facts/fileFacts';

export const HIDDEN_VALUE = '•••';

export interface HiddenPart extends Span {
  /** Replaces the part; by default the sign of a hidden value. */
  readonly text?: string;
}

/** Replaces parts of a text. They must ascend and not overlap. */
export function hideParts(text: string, parts: Iterable<HiddenPart>): string {
  const shown: string[] = [];
  let done = 0;
  for (const { start, end, text: part = HIDDEN_VALUE } of parts) {
    shown.push(text.slice(done, start), part);
    done = end;
  }
  return shown.join('') + text.slice(done);
}
