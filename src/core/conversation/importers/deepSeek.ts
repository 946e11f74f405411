import { isObject, objectsIn, textOf, timeOf, type Fields } from '../foreignMessage';
import { branchDiscussion, type TreeNode } from './branches';
import { conversationsIn, type ConversationImporter, type ForeignDiscussion, type Item } from './importer';
import { paragraphs, quoted } from './quoted';

/** The data export of DeepSeek: trees like those of ChatGPT, with messages in fragments. The newest branch is read. */
export const deepSeek: ConversationImporter = {
  name: 'DeepSeek export',
  read({ data }) {
    const all: readonly unknown[] = Array.isArray(data) ? data : [data];
    const isDeepSeek = all.some((each) => nodesIn(each)?.some(([, { message }]) => isFragmented(message)));
    return isDeepSeek ? conversationsIn(data, discussionIn) : undefined;
  },
};

function discussionIn(conversation: unknown): ForeignDiscussion | undefined {
  const nodes = nodesIn(conversation)?.map(([id, node]) => nodeOf(id, node)) ?? [];
  if (!isObject(conversation) || !isObject(conversation['mapping'])) return undefined;
  // Ids count up, and an answer that was generated again has a higher one.
  const newest = nodes.toSorted((one, other) => Number(one.id) - Number(other.id)).at(-1);
  return branchDiscussion(conversation['title'], nodes, [newest]);
}

function nodesIn(conversation: unknown): readonly (readonly [string, Fields])[] | undefined {
  if (!isObject(conversation) || !isObject(conversation['mapping'])) return undefined;
  return Object.entries(conversation['mapping']).map(
    ([id, node]) => [id, isObject(node) ? node : { message: node }] as const,
  );
}

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
