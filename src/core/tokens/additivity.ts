/**
 * Where token counts add up.
 *
 * Theorem: if `a` ends with CR or LF, and `b` begins with a character that is neither white space nor `/`, then
 * count(a + b) = count(a) + count(b), in o200k_base and cl100k_base.
 *
 * Why: no piece of either pretokenizer goes on after a line end but with white space or, in o200k_base, `/`. So a piece
 * ends at the cut in `a + b`. It is the piece that ends `a` alone: what a pattern looks at behind its match (the
 * end of the text, a character that is not white space) asks about white space without a line end, or takes white
 * space up to the end of the text, which is up to its last line end here. What follows the cut is matched without
 * looking back. And no token crosses the end of a piece.
 */
const LINE_END = /[\r\n]/;
const WHITE_OR_SLASH = /[\s/]/;

/** Whether counts add up when `text` is cut before the UTF-16 index `index`. */
export function isSafeCut(text: string, index: number): boolean {
  if (index <= 0 || index >= text.length) return false;
  return LINE_END.test(text.charAt(index - 1)) && !WHITE_OR_SLASH.test(text.charAt(index));
}

/** The first safe cut at or after `from`; the text's length where there is none. */
export function nextSafeCut(text: string, from: number): number {
  const cut = /[\r\n](?![\s/])/g;
  for (;;) {
    cut.lastIndex = Math.max(0, from - 1);
    const match = cut.exec(text);
    return match === null ? text.length : Math.min(match.index + 1, text.length);
  }
}

/** The last safe cut of the text; 0 where there is none. */
export function lastSafeCut(text: string): number {
  for (let index = text.length - 1; index > 0; index--) {
    if (isSafeCut(text, index)) return index;
  }
  return 0;
}
