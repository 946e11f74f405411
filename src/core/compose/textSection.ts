import { normalizeText } from '../files/normalize';
import { closingLines } from './openMarkdown';

/**
 * A section of the user's own Markdown, kept as written. Open fences and HTML blocks are closed, because they would swallow
 * the text after them. Texts are separated by a blank line. Empty if all texts are blank; without heading if that is empty.
 */
export function renderTextSection(heading: string, texts: readonly string[]): string {
  // Close each text, so that none swallows the next, then all together, because a list can extend into the next text.
  const written = texts.map(closedText).filter((text) => text !== '');
  const closed = closedText(written.join('\n\n'));
  return heading === '' || closed === '' ? closed : `${heading}\n\n${closed}`;
}

/** A text with LF ends and without trailing white space whose open fences and HTML blocks are closed. */
export function closedText(text: string): string {
  const written = normalizeText(text).text.trimEnd();
  return written === '' ? '' : [written, ...closingLines(written)].join('\n');
}
