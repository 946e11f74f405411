/** Rewrites for grammars keep the length and the lines of a text. */

/** Replaces all but line feeds with spaces. */
export function blank(text: string): string {
  return text.replaceAll(/[^\n]/g, ' ');
}

/** Also keeps the backslashes that continue a directive. */
export function blankCode(text: string): string {
  return text.replaceAll(/[^\n\\]/g, ' ');
}
