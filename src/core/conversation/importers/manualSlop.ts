import { isObject } from '../foreignMessage';
import { messageLists } from './messageLists';
import { discussionOf, type ConversationImporter } from './importer';

/** The discussions in a project file of Manual Slop, or in the file beside it that has only them. */
export const manualSlop: ConversationImporter = {
  name: 'Manual Slop project',
  read({ text, data }) {
    const section = isObject(data) && isObject(data['discussion']) ? data['discussion'] : data;
    if (!isObject(section) || !isObject(section['discussions'])) return undefined;
    const found = Object.entries(section['discussions']).flatMap(([name, value]) => {
      const read = messageLists.read({ text, data: value }) ?? [discussionOf('', [])];
      return read.map((discussion) => ({ ...discussion, title: name }));
    });
    return found.some(({ messages }) => messages.length > 0) ? found : undefined;
  },
};
