import { foreignMessage, isObject } from '../foreignMessage';
import type { ConversationImporter, ForeignDiscussion } from './importer';

/** The keys of lists of messages, as Strata, OpenAI's API, and others write them. */
const LIST_KEYS = ['messages', 'entries', 'history'] as const;

/** Lists of texts or of objects with a role and a content, alone or in an object with a title. */
export const messageLists: ConversationImporter = {
  name: 'List of messages',
  read({ data }) {
    const discussion = discussionOf(data);
    if (discussion !== undefined) return [discussion];
    const several = isObject(data) ? Object.values(data).find(Array.isArray) : data;
    if (!Array.isArray(several)) return undefined;
    const found = several.flatMap((each) => discussionOf(each) ?? []);
    return found.length === 0 ? undefined : found;
  },
};

function discussionOf(data: unknown): ForeignDiscussion | undefined {
  const list = Array.isArray(data)
    ? data
    : isObject(data)
      ? LIST_KEYS.map((key) => data[key]).find(Array.isArray)
      : undefined;
  if (!Array.isArray(list)) return undefined;
  const messages = list.flatMap((each: unknown) => foreignMessage(each) ?? []);
  if (messages.length === 0) return undefined;
  const title = isObject(data) ? (data['title'] ?? data['name']) : '';
  return { title: typeof title === 'string' ? title.toWellFormed() : '', messages };
}
