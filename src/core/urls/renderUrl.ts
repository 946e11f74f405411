import { fileHeading } from '../compose/fileBlock';
import { insetMarkdown } from '../compose/insetMarkdown';
import type { PageText } from './pageText';

/** The text of a page, and the address under which the task names it. */
export interface ReadUrl extends PageText {
  readonly url: string;
}

/** A block that begins with a heading for the address. Nothing in the text can be taken for a heading of the document. */
export function renderUrl({ url, text, isCut }: ReadUrl): string {
  const parts = [fileHeading(url), insetMarkdown(text), ...(isCut ? ['[truncated...]'] : [])];
  return parts.join('\n\n');
}
