import { contentOf, isObject, roleName, textOf, timeOf, type ForeignMessage } from '../foreignMessage';
import { withTexts, type ConversationImporter } from './importer';
import { fenced, paragraphs, quotedFile } from './quoted';

/** `conversations.json` of ChatGPT's data export. Of each tree of messages, the branch that was shown last is read. */
export const chatGpt: ConversationImporter = {
  name: 'ChatGPT export',
  read({ data }) {
    const found = (Array.isArray(data) ? data : [data]).flatMap((conversation: unknown) => {
      if (!isObject(conversation) || !isObject(conversation['mapping'])) return [];
      const { title, mapping, current_node: current } = conversation;
      const nodes = nodesOf(mapping);
      const branch = shownBranch(nodes, current);
      const readable = [...nodes.values()].filter(({ message }) => message !== undefined).length;
      const discussion = withTexts(title, branch, readable - branch.length);
      return discussion.messages.length === 0 ? [] : [discussion];
    });
    return found.length === 0 ? undefined : found;
  },
};

type Fields = Readonly<Record<string, unknown>>;

interface Node {
  readonly parent: unknown;
  readonly isLeaf: boolean;
  /** Milliseconds since the epoch; 0 if unknown. */
  readonly time: number;
  readonly message: ForeignMessage | undefined;
}

type Nodes = ReadonlyMap<unknown, Node>;

function nodesOf(mapping: Fields): Nodes {
  const entries = Object.entries(mapping).flatMap(([id, node]) =>
    isObject(node) ? [[id, node] as const] : [],
  );
  const ids = new Set<unknown>(entries.map(([id]) => id));
  return new Map(
    entries.map(([id, { parent, children, message }]) => [
      id,
      {
        parent,
        isLeaf: !(Array.isArray(children) && children.some((child) => ids.has(child))),
        time: (isObject(message) && timeOf(message['create_time'])) || 0,
        message: messageOf(message),
      },
    ]),
  );
}

/** The messages up to the current node or, if it is missing, up to the newest leaf or the newest text. */
function shownBranch(nodes: Nodes, current: unknown): readonly ForeignMessage[] {
  const all = [...nodes.values()];
  const ends = [nodes.get(current), newest(all.filter(({ isLeaf }) => isLeaf)), newest(all.filter(hasText))];
  for (const end of ends) {
    const branch = branchTo(end, nodes);
    if (branch.some(hasText)) return branch.flatMap(({ message }) => message ?? []);
  }
  return [];
}

/** The path from the root to a node. */
function branchTo(end: Node | undefined, nodes: Nodes): readonly Node[] {
  const branch = new Set<Node>();
  for (let node = end; node !== undefined && !branch.has(node); node = nodes.get(node.parent))
    branch.add(node);
  return [...branch].reverse();
}

function newest(nodes: readonly Node[]): Node | undefined {
  let found: Node | undefined;
  for (const node of nodes) if (found === undefined || node.time >= found.time) found = node;
  return found;
}

function hasText({ message }: Node): boolean {
  return message !== undefined && message.content !== '';
}

/** Undefined for messages that ChatGPT does not show. */
function messageOf(message: unknown): ForeignMessage | undefined {
  if (!isObject(message)) return undefined;
  const author = isObject(message['author']) ? message['author'] : {};
  const metadata = isObject(message['metadata']) ? message['metadata'] : {};
  const role = roleName(author['role']);
  if (metadata['is_visually_hidden_from_conversation'] === true || isInternal(message, author, role))
    return undefined;
  const files = listOf(metadata['attachments']).map((file) => quotedFile('file', file['name']));
  const body = bodyOf(message['content'], message['recipient']);
  const content = paragraphs([withoutMarks(body, listOf(metadata['content_references'])), ...files]);
  const time = timeOf(message['create_time']);
  // The root of a tree is often a system message without a text.
  return content === '' && role === 'System'
    ? undefined
    : { role, content, ...(time !== undefined && { time }) };
}

/** Messages between the model and its tools about the chat: reasoning, saved memories, confirmations. */
function isInternal(message: Fields, author: Fields, role: string): boolean {
  return (
    message['recipient'] === 'bio' ||
    author['name'] === 'bio' ||
    (role === 'Tool' && message['weight'] === 0) ||
    (isObject(message['content']) && INTERNAL_TYPES.has(message['content']['content_type']))
  );
}

const INTERNAL_TYPES = new Set<unknown>(['thoughts', 'reasoning_recap', 'model_editable_context']);

function bodyOf(content: unknown, recipient: unknown): string {
  if (!isObject(content)) return '';
  const text = contentOf(content) ?? '';
  switch (content['content_type']) {
    case 'code':
      return fenced(text, languageOf(content['language'], recipient));
    case 'execution_output':
    case 'system_error':
      return fenced(text);
    case 'tether_quote':
      return quotedFile('file', content['title'] ?? content['domain'], text);
    case 'tether_browsing_display':
      return contentOf(content['result']) ?? '';
    case 'multimodal_text':
      return paragraphs(listOf(content['parts'], true).map((part) => contentOf(part) ?? mediaOf(part)));
    case undefined:
    case 'text':
      return textOf(recipient).startsWith('canmore.') ? canvasOf(text) : text;
    default:
      return text;
  }
}

function languageOf(language: unknown, recipient: unknown): string {
  if (recipient === 'python') return 'python';
  return typeof language === 'string' && language !== 'unknown' ? language : '';
}

/** A part without a text: an image, or a recording whose text is another part. */
function mediaOf(part: unknown): string {
  const type = isObject(part) ? textOf(part['content_type']) : '';
  return type.startsWith('image') ? quotedFile('image', undefined) : '';
}

/** A document on the canvas, which is created and changed by JSON. */
function canvasOf(text: string): string {
  const { name, type, content, updates } = parsed(text);
  const texts = listOf(updates).map(({ pattern, replacement }) =>
    pattern === '.*' ? textOf(replacement) : '',
  );
  if (texts.length > 0 && texts.every((each) => each !== ''))
    return paragraphs(texts.map((each) => fenced(each)));
  if (typeof content !== 'string') return fenced(text, 'json');
  const language = /^code\/(.*)$/.exec(textOf(type))?.[1];
  return paragraphs([
    typeof name === 'string' ? `**${name}**` : '',
    language === undefined ? content : fenced(content, language),
  ]);
}

function parsed(text: string): Fields {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

/** Citations and the like are marks in private characters, for which the export has texts to show. */
function withoutMarks(text: string, references: readonly Fields[]): string {
  if (!text.includes(MARK)) return text;
  const shown = new Map(references.map((each) => [each['matched_text'], each['alt']]));
  return text.replaceAll(/(?<![ \t])[ \t]*(\ue200[^\ue200\ue201]*\ue201)/g, (_, mark: string) => {
    const alt = shown.get(mark);
    return typeof alt === 'string' && alt !== '' ? ` ${alt.toWellFormed()}` : '';
  });
}

const MARK = '\ue200';

/** The objects in a list; with `texts`, everything in it. */
function listOf(data: unknown): readonly Fields[];
function listOf(data: unknown, texts: true): readonly unknown[];
function listOf(data: unknown, texts = false): readonly unknown[] {
  return Array.isArray(data) ? data.filter((each) => texts || isObject(each)) : [];
}
