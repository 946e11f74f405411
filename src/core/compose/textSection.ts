import { normalizeText } from '../files/normalize';
import { closingLines } from './openMarkdown';
import { SECTION_HEADING, type SectionId } from './sections';

/**
 * A section of the user's own text, which stays Markdown as written; only a fence or an HTML block left open is closed, or it
 * would swallow what follows. Undefined for a blank text: an empty section leaves no trace.
 */
export function renderTextSection(section: SectionId, text: string): string | undefined {
  const closed = closedText(text);
  return closed === '' ? undefined : `${SECTION_HEADING[section]}\n\n${closed}`;
}

/** Texts of one section, a blank line between them. What one leaves open does not swallow the next. */
export function joinTexts(texts: readonly string[]): string {
  return texts
    .map(closedText)
    .filter((text) => text !== '')
    .join('\n\n');
}

function closedText(text: string): string {
  const written = normalizeText(text).text.trimEnd();
  return written === '' ? '' : [written, ...closingLines(written)].join('\n');
}
