import { isObject } from '../foreignMessage';
import { readTranscript } from '../transcript';
import { isPage } from './htmlText';
import { discussionOf, type ConversationImporter } from './importer';

/** Any text that names its speakers, or else is one message. Takes what no other format recognizes. */
export const plainTranscript: ConversationImporter = {
  name: 'Text',
  read({ text, data }) {
    if (text.includes('\0') || isPage(text) || (LIKE_JSON.test(text) && data !== undefined)) return undefined;
    const { title, messages } = readTranscript(text);
    const discussion = discussionOf(title, messages);
    const least = LIKE_JSON.test(text) || isTable(data) ? 2 : 1;
    return discussion.messages.length < least ? undefined : [discussion];
  },
};

function isTable(data: unknown): boolean {
  return isObject(data) && Object.keys(data).length > 0;
}

const LIKE_JSON = /^\s*(?:\{\s*["}]|\[\s*["[{\]])/;
