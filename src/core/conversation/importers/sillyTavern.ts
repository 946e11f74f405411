import { isObject } from '../foreignMessage';
import { discussionOf, type ConversationImporter } from './importer';
import { readMessage } from './readMessage';

/** A chat of SillyTavern: JSON Lines, of which the first describes the chat. Characters keep their names. */
export const sillyTavern: ConversationImporter = {
  name: 'SillyTavern chat',
  read({ data }) {
    if (!Array.isArray(data)) return undefined;
    const [head, ...lines] = data as readonly unknown[];
    if (!isObject(head) || !('user_name' in head && 'character_name' in head)) return undefined;
    return [discussionOf(head['character_name'], lines.map(readMessage))];
  },
};
