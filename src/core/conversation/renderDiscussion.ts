import { closedText } from '../compose/textSection';
import { normalizeText } from '../files/normalize';
import type { Message } from './discussion';
import { printedMessage } from './printedMessage';

/** A message as the document shows it. */
export interface Excerpt {
  /** Id of the message. */
  readonly id: string;
  readonly title: string;
  /** Begins with a heading, which has the title. */
  readonly body: string;
}

/**
 * One excerpt for each message that is not blank, with its role in front. Texts are kept as written, but trimmed, and open fences and
 * HTML blocks are closed.
 */
export function renderDiscussion(
  messages: readonly Pick<Message, 'id' | 'role' | 'content'>[],
): readonly Excerpt[] {
  return messages
    .filter(({ content }) => content.trim() !== '')
    .map(({ id, role, content }, at) => {
      const title = `Discussion Excerpt ${at + 1}`;
      const printed = printedMessage(role, normalizeText(content).text);
      return { id, title, body: `### ${title}\n\n${closedText(printed)}` };
    });
}
