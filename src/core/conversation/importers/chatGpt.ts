import { isObject, objectsIn, roleName, timeOf, type Fields } from '../foreignMessage';
import { branchDiscussion, hasText, nodesById, type TreeNode } from './branches';
import { chatGptContent, type FileById } from './chatGptContent';
import { conversationsIn, type ConversationImporter, type Item } from './importer';

/** `conversations.json` of ChatGPT's data export. Reads the branch of each tree of messages that was shown last. */
export const chatGpt: ConversationImporter = {
  name: 'ChatGPT export',
  read: ({ data, fileById }) =>
    conversationsIn(data, (conversation) => {
      if (!isObject(conversation) || !isObject(conversation['mapping'])) return undefined;
      const { title, mapping, current_node: current } = conversation;
      const nodes = nodesOf(mapping, fileById);
      const leaves = nodes.filter(({ isLeaf }) => isLeaf);
      return branchDiscussion(title, nodes, [
        nodesById(nodes).get(current),
        newest(leaves),
        newest(nodes.filter(hasText)),
      ]);
    }),
};

interface Node extends TreeNode {
  readonly isLeaf: boolean;
  /** Milliseconds since the epoch; 0 if unknown. */
  readonly time: number;
}

function nodesOf(mapping: Fields, fileById: FileById | undefined): readonly Node[] {
  const ids = new Set<unknown>(Object.keys(mapping));
  return Object.entries(mapping).map(([id, node]) => {
    const { parent, children, message }: Fields = isObject(node) ? node : { message: node };
    return {
      ...{ id, parent },
      isLeaf: !(Array.isArray(children) && children.some((child) => ids.has(child))),
      time: (isObject(message) && timeOf(message['create_time'])) || 0,
      item: itemOf(message, fileById),
    };
  });
}

function newest(nodes: readonly Node[]): Node | undefined {
  let found: Node | undefined;
  for (const node of nodes) if (found === undefined || node.time >= found.time) found = node;
  return found;
}

function itemOf(message: unknown, fileById: FileById | undefined): Item | undefined {
  if (message === undefined || message === null) return undefined;
  if (!isObject(message)) return 'unreadable';
  const author = isObject(message['author']) ? message['author'] : {};
  const metadata = isObject(message['metadata']) ? message['metadata'] : {};
  const role = roleName(author['role']);
  const type = isObject(message['content']) ? message['content']['content_type'] : undefined;
  if (type === 'thoughts' || type === 'reasoning_recap') return 'reasoning';
  const isHidden =
    metadata['is_visually_hidden_from_conversation'] === true || isInternal(message, author, role);
  if (isHidden || CONTEXT_TYPES.has(type)) return 'hidden';
  const time = timeOf(message['create_time']);
  return {
    role,
    ...chatGptContent(message, { attachments: objectsIn(metadata['attachments']), metadata, fileById }),
    ...(time !== undefined && { time }),
  };
}

/** Messages between the model and its tools about the chat: saved memories, confirmations. */
function isInternal(message: Fields, author: Fields, role: string): boolean {
  return (
    message['recipient'] === 'bio' || author['name'] === 'bio' || (role === 'Tool' && message['weight'] === 0)
  );
}

/** The settings that ChatGPT puts before every conversation. */
const CONTEXT_TYPES = new Set<unknown>(['model_editable_context', 'user_editable_context']);
