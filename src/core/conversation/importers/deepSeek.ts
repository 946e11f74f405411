import { isObject, objectsIn, textOf, timeOf, type Fields } from '../foreignMessage';
import { branchDiscussion, type TreeNode } from './branches';
import { conversationsIn, type ConversationImporter, type Item } from './importer';
import { paragraphs, quoted } from './quoted';

/** The data export of DeepSeek: trees like those of ChatGPT, with messages in fragments. The newest branch is read. */
export const deepSeek: ConversationImporter = {
  name: 'DeepSeek export',
  read: ({ data }) =>
    conversationsIn(data, (conversation) => {
      if (!isObject(conversation) || !isObject(conversation['mapping'])) return undefined;
      const mapped = Object.entries(conversation['mapping']);
      if (!mapped.some(([, node]) => isObject(node) && isFragmented(node['message']))) return undefined;
      const nodes = mapped.map(([id, node]) => nodeOf(id, isObject(node) ? node : {}));
      // Ids count up, and an answer that was generated again has a higher one.
      const newest = nodes.reduce((one, other) => (Number(other.id) >= Number(one.id) ? other : one));
      return branchDiscussion(conversation['title'], nodes, [newest]);
    }),
};

function isFragmented(message: unknown): message is Fields {
  return isObject(message) && Array.isArray(message['fragments']);
}

function nodeOf(id: string, { parent, message }: Fields) {
  const item = isFragmented(message) ? itemOf(message) : 'unreadable';
  return {
    id,
    parent,
    item: message === null || message === undefined ? undefined : item,
  } satisfies TreeNode;
}

function itemOf({ fragments, files, inserted_at: time }: Fields): Item {
  const parts = objectsIn(fragments);
  const typeOf = (part: Fields) => textOf(part['type']).toUpperCase();
  const isAsked = parts.some((part) => typeOf(part) === 'REQUEST');
  const written = timeOf(time);
  return {
    role: isAsked ? 'User' : 'AI',
    content: paragraphs([
      ...parts.map((part) => (SHOWN.has(typeOf(part)) ? textOf(part['content']) : searched(part))),
      ...objectsIn(files).map((file) => quoted('file', file['file_name'], textOf(file['content']))),
    ]),
    hasReasoning: parts.some((part) => typeOf(part) === 'THINK'),
    ...(written !== undefined && { time: written }),
  };

  function searched(part: Fields): string {
    if (typeOf(part) === 'THINK') return '';
    const pages = objectsIn(part['results']).map(({ title, url }) =>
      `${textOf(title)} ${textOf(url)}`.trim(),
    );
    return quoted(
      typeOf(part).toLowerCase() || 'part',
      undefined,
      textOf(part['content']) || pages.join('\n'),
    );
  }
}

const SHOWN = new Set(['REQUEST', 'RESPONSE']);
