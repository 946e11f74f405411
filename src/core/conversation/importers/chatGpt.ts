import { contentOf, isObject, roleName, timeOf, type ForeignMessage } from '../foreignMessage';
import type { ConversationImporter } from './importer';

/** `conversations.json` of ChatGPT's data export. Of each tree of messages, the branch that was shown last is read. */
export const chatGpt: ConversationImporter = {
  name: 'ChatGPT export',
  read({ data }) {
    const found = (Array.isArray(data) ? data : [data]).flatMap((conversation: unknown) => {
      if (!isObject(conversation) || !isObject(conversation['mapping'])) return [];
      const { title, mapping, current_node: current } = conversation;
      const messages = branchTo(current, mapping).flatMap((node) => messageOf(node['message']) ?? []);
      return [{ title: typeof title === 'string' ? title.toWellFormed() : '', messages }];
    });
    return found.length === 0 ? undefined : found.filter(({ messages }) => messages.length > 0);
  },
};

type Fields = Readonly<Record<string, unknown>>;

/** The nodes from the root to a node. Without a valid node, to the end of the newest branch. */
function branchTo(current: unknown, mapping: Fields): readonly Fields[] {
  const nodeAt = (id: unknown) =>
    typeof id === 'string' && Object.hasOwn(mapping, id) && isObject(mapping[id]) ? mapping[id] : undefined;
  const seen = new Set<unknown>();
  const branch: Fields[] = [];
  let id = nodeAt(current) === undefined ? newestLeaf(mapping) : current;
  for (let node = nodeAt(id); node !== undefined && !seen.has(id); node = nodeAt(id)) {
    seen.add(id);
    branch.push(node);
    id = node['parent'];
  }
  return branch.reverse();
}

function newestLeaf(mapping: Fields): string | undefined {
  let newest: { readonly id: string; readonly time: number } | undefined;
  for (const [id, node] of Object.entries(mapping)) {
    if (!isObject(node) || (Array.isArray(node['children']) && node['children'].length > 0)) continue;
    const time = (isObject(node['message']) && timeOf(node['message']['create_time'])) || 0;
    if (newest === undefined || time >= newest.time) newest = { id, time };
  }
  return newest?.id;
}

/** Undefined for messages that ChatGPT does not show, or that have no text. */
function messageOf(message: unknown): ForeignMessage | undefined {
  if (!isObject(message)) return undefined;
  const { author, metadata } = message;
  if (isObject(metadata) && metadata['is_visually_hidden_from_conversation'] === true) return undefined;
  const content = contentOf(message['content'])?.trim() ?? '';
  const time = timeOf(message['create_time']);
  if (content === '') return undefined;
  return {
    role: roleName(isObject(author) ? author['role'] : undefined),
    content,
    ...(time !== undefined && { time }),
  };
}
