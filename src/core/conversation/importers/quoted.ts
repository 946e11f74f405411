/** Parts of a message that are not its text, as Markdown. */
import { oneLine } from '../../compose/escapePath';
import { fenceFor } from '../../compose/fence';

/** Code or data as a fenced block; empty for a blank text. */
export function fenced(text: string, language = ''): string {
  if (text.trim() === '') return '';
  const fence = fenceFor(text);
  return `${fence}${/^[\w+#.-]*$/.test(language) ? language : ''}\n${text.replace(/(?<!\n)\n+$/, '')}\n${fence}`;
}

/** Stands for a file, with its text if that is known. */
export function quotedFile(kind: string, name: unknown, text = ''): string {
  const written = typeof name === 'string' ? oneLine(name).trim() : '';
  const label = written === '' ? `[${kind}]` : `[${kind}: ${written}]`;
  return [label, fenced(text)].filter((part) => part !== '').join('\n\n');
}

/** Puts the parts of a message one below the other, without empty ones. */
export function paragraphs(parts: readonly (string | undefined)[]): string {
  return parts
    .map((part) => part?.trim() ?? '')
    .filter((part) => part !== '')
    .join('\n\n');
}
