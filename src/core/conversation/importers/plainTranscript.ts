import { readTranscript } from '../transcript';
import type { ConversationImporter } from './importer';

/** Any text that names its speakers, or else is one message. Takes what no other format recognizes. */
export const plainTranscript: ConversationImporter = {
  name: 'Text',
  read({ text, data }) {
    if (text.includes('\0') || (LIKE_JSON.test(text) && data !== undefined)) return undefined;
    const messages = readTranscript(text);
    const isNamed = messages.length > 1;
    return messages.length === 0 || (LIKE_JSON.test(text) && !isNamed)
      ? undefined
      : [{ title: '', messages }];
  },
};

const LIKE_JSON = /^\s*(?:\{\s*["}]|\[\s*["[{\]])/;
