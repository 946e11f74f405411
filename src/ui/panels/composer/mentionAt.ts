/** A word in the task that begins with `@`, as far as it is typed. Offsets are UTF-16 units. */
export interface Mention {
  /** The place of the `@`. */
  readonly start: number;
  /** The word behind it, up to the caret. */
  readonly query: string;
}

/** UTF-16 units. A longer word is no reference. */
const LONGEST = 200;

/** Not a letter, so that e-mail addresses and `pkg@1.0` are no mentions. */
const BEFORE_WORD = /[\s([{"'`]/;

/** Finds the mention that ends at the caret. In fenced code there is none, because an `@` begins a decorator there. */
export function mentionAt(text: string, caret: number): Mention | undefined {
  const start = caret === 0 ? -1 : text.lastIndexOf('@', caret - 1);
  if (start < 0 || caret - start > LONGEST) return undefined;
  const query = text.slice(start + 1, caret);
  const isWord = start === 0 || BEFORE_WORD.test(text.charAt(start - 1));
  return !isWord || /\s/.test(query) || isInFence(text.slice(0, start)) ? undefined : { start, query };
}

function isInFence(before: string): boolean {
  return (before.match(/^ {0,3}(?:```|~~~)/gm)?.length ?? 0) % 2 === 1;
}
