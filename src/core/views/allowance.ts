/** What a view of chosen parts may say in all. A part chosen again is shown again, and a short list can ask for more than memory holds. */

/** UTF-16 units, besides the text itself: every part of it may be shown once. */
const MAX_REPEATED = 32_000_000;

/** Tells of one part after the other, by its length in UTF-16 units, whether a view of `text` has room for it. */
export function createAllowance(text: string): (length: number) => boolean {
  let left = text.length + MAX_REPEATED;
  return (length) => {
    if (length > left) return false;
    left -= length;
    return true;
  };
}
