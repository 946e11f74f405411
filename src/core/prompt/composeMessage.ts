import { normalizeText } from '../files/normalize';

/** The system prompt as chat messages carry it: its texts as written, joined by one newline. Blank ones add nothing. */
export function composeMessage(texts: readonly string[]): string {
  return texts
    .map((text) => normalizeText(text).text.trimEnd())
    .filter((text) => text !== '')
    .join('\n');
}
