/** Limits the total length of a view. Parts may be chosen repeatedly, so a short list could exceed memory. */

/** UTF-16 units beyond the length of the text, so that every part fits once. */
const MAX_REPEATED = 32_000_000;

/** Returns a function that takes the length of the next part (UTF-16 units) and says whether it still fits. */
export function createAllowance(text: string): (length: number) => boolean {
  let remaining = text.length + MAX_REPEATED;
  return (length) => {
    if (length > remaining) return false;
    remaining -= length;
    return true;
  };
}
