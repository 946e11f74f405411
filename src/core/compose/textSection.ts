import { normaliseText } from '../files/normalise';
import { closingLines } from './openMarkdown';
import { SECTION_HEADING, type SectionId } from './sections';

/**
 * A section of the user's own text, which stays Markdown as written; only a fence or an HTML block left open is closed, or it
 * would swallow what follows. Undefined for a blank text: an empty section leaves no trace.
 */
export function renderTextSection(section: SectionId, text: string): string | undefined {
  const written = normaliseText(text).text.trimEnd();
  if (written === '') return undefined;
  return [`${SECTION_HEADING[section]}\n\n${written}`, ...closingLines(written)].join('\n');
}
