import { isObject } from '../foreignMessage';
import { branchDiscussion, type TreeNode } from './branches';
import { conversationsIn, type ConversationImporter } from './importer';
import { readMessage } from './readMessage';

/** A conversation that LibreChat has exported, whose messages are a list or, if `recursive`, have their answers in `children`. */
export const libreChat: ConversationImporter = {
  name: 'LibreChat export',
  read: ({ data }) =>
    conversationsIn(data, (conversation) => {
      if (!isObject(conversation) || !Array.isArray(conversation['messages'])) return undefined;
      const { messages, title } = conversation;
      if (!messages.some((each) => isObject(each) && typeof each['messageId'] === 'string')) return undefined;
      const nodes = flat(messages);
      return branchDiscussion(title, nodes, [nodes.at(-1)]);
    }),
};

/** All messages, each before its answers. A loop, because children may be nested to any depth. */
function flat(messages: readonly unknown[]): readonly TreeNode[] {
  const nodes: TreeNode[] = [];
  const rest: [message: unknown, parent: unknown][] = messages.toReversed().map((each) => [each, undefined]);
  for (let next = rest.pop(); next !== undefined; next = rest.pop()) {
    const [message, parent] = next;
    const fields = isObject(message) ? message : {};
    const id = fields['messageId'] ?? message;
    nodes.push({ id, parent: fields['parentMessageId'] ?? parent, item: readMessage(message) });
    const { children } = fields;
    if (Array.isArray(children))
      for (const child of children.toReversed() as unknown[]) rest.push([child, id]);
  }
  return nodes;
}
