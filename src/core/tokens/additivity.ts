/**
 * Finds the places where token counts add up.
 *
 * Theorem: if `a` ends with CR or LF, and `b` begins with a character that is neither white space nor `/`, then count(a
 * + b) = count(a) + count(b), in o200k_base and cl100k_base.
 *
 * Proof: after a line end, a piece of either pretokenizer continues only with white space or, in o200k_base, `/`. So a
 * piece ends at the cut in `a + b`. That piece is the one that ends `a` alone: the lookaheads of the patterns (for the
 * end of the text, or for a character that is not white space) apply to white space without a line end, or take white
 * space up to the end of the text, which here is its last line end. The text after the cut is matched without looking
 * back. And no token crosses the end of a piece.
 */
const LINE_END = /[\r\n]/;
const WHITE_OR_SLASH = /[\s/]/;

/** Whether counts add up if `text` is cut before the UTF-16 index `index`. */
export function isSafeCut(text: string, index: number): boolean {
  if (index <= 0 || index >= text.length) return false;
  return LINE_END.test(text.charAt(index - 1)) && !WHITE_OR_SLASH.test(text.charAt(index));
}

/** The first safe cut at or after `from`; the text's length if there is none. */
export function nextSafeCut(text: string, from: number): number {
  const cut = /[\r\n](?![\s/])/g;
  for (;;) {
    cut.lastIndex = Math.max(0, from - 1);
    const match = cut.exec(text);
    return match === null ? text.length : Math.min(match.index + 1, text.length);
  }
}

/** The last safe cut of the text; 0 if there is none. */
export function lastSafeCut(text: string): number {
  for (let index = text.length - 1; index > 0; index--) {
    if (isSafeCut(text, index)) return index;
  }
  return 0;
}
