import { normalizeText } from '../files/normalize';
import { closingLines } from './openMarkdown';

/**
 * A section of the user's own text, which stays Markdown as written; only a fence or an HTML block left open is closed, or it
 * would swallow what follows. Texts are separated by a blank line. Empty if all texts are blank: an empty section leaves
 * no trace.
 */
export function renderTextSection(heading: string, texts: readonly string[]): string {
  // Closed one by one, so that none swallows the next; then as a whole, because a list can reach into the next text.
  const written = texts.map(closedText).filter((text) => text !== '');
  const closed = closedText(written.join('\n\n'));
  return closed === '' ? '' : `${heading}\n\n${closed}`;
}

function closedText(text: string): string {
  const written = normalizeText(text).text.trimEnd();
  return written === '' ? '' : [written, ...closingLines(written)].join('\n');
}
