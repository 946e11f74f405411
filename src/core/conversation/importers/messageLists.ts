import { foreignMessage, isObject } from '../foreignMessage';
import { withTexts, type ConversationImporter, type ForeignDiscussion } from './importer';

/** The keys of lists of messages, as Strata, OpenAI's API, and others write them. */
const LIST_KEYS = ['messages', 'entries', 'history'] as const;

/** Lists of texts or of objects with a role and a content, alone or in an object with a title. */
export const messageLists: ConversationImporter = {
  name: 'List of messages',
  read({ data }) {
    const discussion = discussionOf(data);
    if (discussion !== undefined) return [discussion];
    const lists = (isObject(data) ? Object.values(data) : [data]).filter(Array.isArray);
    const found = lists.flat().flatMap((each: unknown) => discussionOf(each) ?? []);
    return found.length === 0 ? undefined : found;
  },
};

/** The first list that has messages is read. */
function discussionOf(data: unknown): ForeignDiscussion | undefined {
  const title = isObject(data) ? (data['title'] ?? data['name']) : '';
  const lists = (isObject(data) ? LIST_KEYS.map((key) => data[key]) : [data]).filter(Array.isArray);
  for (const list of lists) {
    const discussion = withTexts(
      title,
      list.flatMap((each: unknown) => foreignMessage(each) ?? []),
    );
    if (discussion.messages.length > 0) return discussion;
  }
  return undefined;
}
