import { isObject } from '../foreignMessage';
import { conversationsIn, discussionOf, type ConversationImporter, type Item } from './importer';
import { quoted, paragraphs } from './quoted';
import { readMessage } from './readMessage';

/** The data export of Grok, `prod-grok-backend.json`. */
export const grok: ConversationImporter = {
  name: 'Grok export',
  read({ data, fileById }) {
    if (!isObject(data) || !Array.isArray(data['conversations'])) return undefined;
    return conversationsIn(data['conversations'], (each) => {
      if (!isObject(each) || !Array.isArray(each['responses'])) return undefined;
      const conversation = isObject(each['conversation']) ? each['conversation'] : each;
      const items = each['responses'].map((one: unknown) => itemOf(one, fileById));
      return discussionOf(conversation['title'], items);
    });
  },
};

function itemOf(data: unknown, fileById: ((id: string) => string | undefined) | undefined): Item {
  const response = isObject(data) && isObject(data['response']) ? data['response'] : data;
  const item = readMessage(response);
  if (typeof item === 'string' || !isObject(response)) return item;
  const ids = Array.isArray(response['file_attachments']) ? response['file_attachments'] : [];
  const files = ids.filter((id) => typeof id === 'string').map((id) => ({ id, path: fileById?.(id) }));
  const missing = files.flatMap(({ id, path }) => (path === undefined ? quoted('file', id) : []));
  return {
    ...item,
    content: paragraphs([item.content, ...missing]),
    files: files.flatMap(({ id: name, path }) => (path === undefined ? [] : { kind: 'file', name, path })),
  };
}
