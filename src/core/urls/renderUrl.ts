import { fileHeading } from '../compose/fileBlock';
import { insetMarkdown } from '../compose/insetMarkdown';
import type { ReadUrl } from './pageText';

/** A block that begins with a heading for the address. Nothing in the text can be taken for a heading of the document. */
export function renderUrl({ url, text, isCut }: ReadUrl): string {
  const parts = [fileHeading(url), insetMarkdown(text), ...(isCut ? ['[truncated...]'] : [])];
  return parts.join('\n\n');
}
