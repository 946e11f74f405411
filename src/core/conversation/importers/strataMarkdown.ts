import { normalizeLineEnds } from '../../files/normalize';
import { readMarkdown } from '../discussionMarkdown';
import type { ConversationImporter } from './importer';

/** A discussion that was downloaded as Markdown. */
export const strataMarkdown: ConversationImporter = {
  name: 'Strata Markdown',
  read({ text }) {
    const discussion = readMarkdown(normalizeLineEnds(text.toWellFormed()));
    return discussion && (discussion.messages.length === 0 ? [] : [discussion]);
  },
};
