import { closedText } from '../compose/textSection';
import { SEPARATOR } from '../compose/separator';
import { normalizeText } from '../files/normalize';
import type { Message } from './discussion';
import { printedMessage } from './printedMessage';

/**
 * The section of a discussion: one excerpt per message, with its role in front. Texts are kept as written, but trimmed, and open
 * fences and HTML blocks are closed. Empty if all messages are blank.
 */
export function renderDiscussion(
  heading: string,
  messages: readonly Pick<Message, 'role' | 'content'>[],
): string {
  const excerpts = messages
    .filter(({ content }) => content.trim() !== '')
    .map(({ role, content }, at) => {
      const printed = printedMessage(role, normalizeText(content).text);
      return `### Discussion Excerpt ${at + 1}\n\n${closedText(printed)}`;
    });
  return excerpts.length === 0 ? '' : `${heading}\n\n${excerpts.join(SEPARATOR)}`;
}
