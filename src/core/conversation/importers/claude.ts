import { foreignMessage, isObject, textOf, type ForeignMessage } from '../foreignMessage';
import { UNKNOWN_ROLE } from '../roles';
import { withTexts, type ConversationImporter } from './importer';
import { fenced, paragraphs, quotedFile } from './quoted';

/** The data export of claude.ai: conversations with `chat_messages`. Of several branches, the one shown last is read. */
export const claude: ConversationImporter = {
  name: 'Claude export',
  read({ data }) {
    const found = (Array.isArray(data) ? data : [data]).flatMap((conversation: unknown) => {
      if (!isObject(conversation) || !Array.isArray(conversation['chat_messages'])) return [];
      const { name, chat_messages: written, current_leaf_message_uuid: leaf } = conversation;
      const branch = branchTo(leaf, written.filter(isObject));
      const discussion = withTexts(name, branch.map(messageOf), written.length - branch.length);
      return discussion.messages.length === 0 ? [] : [discussion];
    });
    return found.length === 0 ? undefined : found;
  },
};

type Fields = Readonly<Record<string, unknown>>;

/** The messages from the first one to `leaf`, or to the last one. All of them if they do not name their parents. */
function branchTo(leaf: unknown, messages: readonly Fields[]): readonly Fields[] {
  if (!messages.some((each) => typeof each['parent_message_uuid'] === 'string')) return messages;
  const byId = new Map(messages.map((message) => [message['uuid'], message]));
  const branch = new Set<Fields>();
  let message = byId.get(leaf) ?? messages.at(-1);
  while (message !== undefined && !branch.has(message)) {
    const parent = message['parent_message_uuid'];
    branch.add(message);
    message = typeof parent === 'string' ? byId.get(parent) : undefined;
  }
  return [...branch].reverse();
}

/** A message with the texts of its attachments, which hold long pasted texts, and of the files that Claude has written. */
function messageOf(message: Fields): ForeignMessage {
  const made = listOf(message['content']).map((part) => (part['type'] === 'tool_use' ? madeBy(part) : ''));
  const attached = listOf(message['attachments']).map(({ file_name: name, extracted_content: text }) =>
    quotedFile('attachment', name, textOf(text)),
  );
  const files = listOf(message['files']).flatMap(({ file_name: name }) =>
    typeof name === 'string' && name !== '' ? quotedFile('file', name) : [],
  );
  const read = foreignMessage(message) ?? { role: UNKNOWN_ROLE, content: '' };
  return { ...read, content: paragraphs([read.content, ...made, ...attached, ...files]) };
}

/** The text of an artifact or a file that a tool call makes; empty for other calls. */
function madeBy({ input }: Fields): string {
  if (!isObject(input)) return '';
  const text = textOf(input['content'] ?? input['file_text']);
  if (text === '') return '';
  const name = input['title'] ?? input['path'] ?? input['id'];
  const language = input['language'];
  return paragraphs([quotedFile('file', name), fenced(text, typeof language === 'string' ? language : '')]);
}

function listOf(data: unknown): readonly Fields[] {
  return Array.isArray(data) ? data.filter(isObject) : [];
}
