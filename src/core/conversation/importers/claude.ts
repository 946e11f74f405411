import { foreignMessage, isObject } from '../foreignMessage';
import type { ConversationImporter } from './importer';

/** The data export of claude.ai: conversations with `chat_messages`. */
export const claude: ConversationImporter = {
  name: 'Claude export',
  read({ data }) {
    const found = (Array.isArray(data) ? data : [data]).flatMap((conversation: unknown) => {
      if (!isObject(conversation) || !Array.isArray(conversation['chat_messages'])) return [];
      const { name, chat_messages: written } = conversation;
      const messages = written.flatMap((message: unknown) => foreignMessage(message) ?? []);
      return [{ title: typeof name === 'string' ? name.toWellFormed() : '', messages }];
    });
    return found.length === 0 ? undefined : found.filter(({ messages }) => messages.length > 0);
  },
};
