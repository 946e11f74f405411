import { readTranscript } from '../transcript';
import type { ConversationImporter } from './importer';

/** Any text. Takes what no other format recognizes. */
export const plainTranscript: ConversationImporter = {
  name: 'Text',
  read({ text }) {
    const messages = readTranscript(text);
    return messages.length === 0 ? undefined : [{ title: '', messages }];
  },
};
