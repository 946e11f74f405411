import { fenceFor } from './fence';

/** A section that is a heading and one fenced block; empty if the text is. */
export function fencedSection(heading: string, language: string, text: string): string {
  if (text === '') return '';
  const fence = fenceFor(text);
  return `${heading}\n\n${fence}${language}\n${text}${text.endsWith('\n') ? '' : '\n'}${fence}`;
}
