import { isObject, type Fields } from '../foreignMessage';
import { branchDiscussion, nodesById, type TreeNode } from './branches';
import { conversationsIn, discussionOf, type ConversationImporter } from './importer';
import { readMessage } from './readMessage';

/** The data export of claude.ai: conversations with `chat_messages`. Reads the branch that was shown last. */
export const claude: ConversationImporter = {
  name: 'Claude export',
  read: ({ data }) =>
    conversationsIn(data, (conversation) => {
      if (!isObject(conversation) || !Array.isArray(conversation['chat_messages'])) return undefined;
      const { name, chat_messages: written, current_leaf_message_uuid: leaf } = conversation;
      const nodes = written.map(nodeOf);
      if (!nodes.some(({ parent }) => typeof parent === 'string'))
        return discussionOf(
          name,
          nodes.map(({ item }) => item),
        );
      return branchDiscussion(name, nodes, [nodesById(nodes).get(leaf), nodes.at(-1)]);
    }),
};

function nodeOf(message: unknown) {
  const { uuid: id, parent_message_uuid: parent }: Fields = isObject(message) ? message : {};
  return { id: id ?? message, parent, item: readMessage(message) } satisfies TreeNode;
}
