import { isObject, type Fields } from '../foreignMessage';
import { branchDiscussion, nodesById, type TreeNode } from './branches';
import { conversationsIn, type ConversationImporter } from './importer';
import { readMessage } from './readMessage';

/** Chats that Open WebUI has exported: trees of messages by id. The branch shown last is read. */
export const openWebUi: ConversationImporter = {
  name: 'Open WebUI export',
  read: ({ data }) =>
    conversationsIn(data, (each) => {
      const chat = isObject(each) && isObject(each['chat']) ? each['chat'] : each;
      if (!isObject(chat) || !isObject(chat['history']) || !isObject(chat['history']['messages']))
        return undefined;
      const { messages, currentId } = chat['history'];
      const nodes = Object.entries(messages as Fields).map(([id, message]): TreeNode => ({
        id,
        parent: isObject(message) ? message['parentId'] : undefined,
        item: readMessage(message),
      }));
      return branchDiscussion(chat['title'], nodes, [nodesById(nodes).get(currentId), nodes.at(-1)]);
    }),
};
