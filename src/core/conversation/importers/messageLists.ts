import { isObject, objectsIn } from '../foreignMessage';
import { discussionOf, type ConversationImporter, type ForeignDiscussion } from './importer';
import { isMessage, readMessage } from './readMessage';

/** The keys of lists of messages, as Strata, the vendors' APIs, and many apps write them. */
const LIST_KEYS = [
  ...(['messages', 'entries', 'history', 'contents', 'chunks', 'turns', 'conversation'] as const),
  ...(['conversations', 'chat_history', 'items', 'input'] as const),
] as const;

const TITLE_KEYS = ['title', 'name', 'chatTitle', 'topic', 'subject'] as const;

/** Levels of objects and lists around the messages. */
const MOST_LEVELS = 6;

/** Lists of texts or of objects with a role and a content, alone or in objects with a title, at any place. */
export const messageLists: ConversationImporter = {
  name: 'List of messages',
  read({ data }) {
    const alone = discussionIn(data, () => true);
    if (alone !== undefined && alone.messages.length > 0) return [alone];
    const found = discussionsIn(data);
    return found.some(({ messages }) => messages.length > 0) ? found : undefined;
  },
};

/** Every discussion, level by level. A list within a discussion is part of it. */
function discussionsIn(data: unknown): readonly ForeignDiscussion[] {
  const found: ForeignDiscussion[] = [];
  let level: readonly unknown[] = [data];
  for (let depth = 0; depth < MOST_LEVELS && level.length > 0; depth += 1) {
    const next: unknown[] = [];
    for (const each of level) {
      const discussion = discussionIn(each, (list) => list.some(isMessage) || (depth < 3 && isTexts(list)));
      if (discussion !== undefined) found.push(discussion);
      else
        for (const inner of Array.isArray(each) ? each : isObject(each) ? Object.values(each) : [])
          next.push(inner);
    }
    level = next;
  }
  return found;
}

/** Texts that say who speaks. */
function isTexts(list: readonly unknown[]): boolean {
  return list.some((each) => typeof each === 'string' && readsRole(each));
}

function readsRole(text: string): boolean {
  const item = readMessage(text);
  return typeof item !== 'string' && item.role !== 'Unknown';
}

/** The first list that has messages is read. */
function discussionIn(
  data: unknown,
  isList: (list: readonly unknown[]) => boolean,
): ForeignDiscussion | undefined {
  const title = isObject(data)
    ? TITLE_KEYS.map((key) => data[key]).find((each) => typeof each === 'string')
    : '';
  const lists = isObject(data) ? LIST_KEYS.map((key) => data[key]) : [data];
  let empty: ForeignDiscussion | undefined;
  for (const list of lists) {
    if (!Array.isArray(list) || list.length === 0 || !isList(list)) continue;
    const discussion = discussionOf(title, list.map(readMessage));
    if (discussion.messages.length > 0) return discussion;
    if (objectsIn(list).some(isMessage)) empty ??= discussion;
  }
  return empty;
}
