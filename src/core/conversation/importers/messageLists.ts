import { isObject } from '../foreignMessage';
import { discussionOf, type ConversationImporter, type ForeignDiscussion } from './importer';
import { isMessage, readMessage } from './readMessage';

/** The keys of lists of messages, as Strata, the vendors' APIs, and many apps write them. */
const LIST_KEYS = [
  ...(['messages', 'entries', 'history', 'contents', 'chunks', 'turns', 'conversation'] as const),
  ...(['conversations', 'chat_history', 'items', 'input'] as const),
] as const;

const TITLE_KEYS = ['title', 'name', 'chatTitle', 'topic', 'subject'] as const;

/** Levels of objects and lists, with the list of messages. */
const MOST_LEVELS = 7;

/** Lists of texts or of objects with a role and a content, alone or in objects with a title, at any place. */
export const messageLists: ConversationImporter = {
  name: 'List of messages',
  read({ data }) {
    const lists = isObject(data)
      ? LIST_KEYS.map((key) => data[key]).filter(isFilled)
      : [data].filter(isFilled);
    // The first of these may lack roles.
    const alone = lists.find((list) => discussionOf('', list.map(readMessage)).messages.length > 0);
    const found = discussionsIn(data, alone);
    return found.some(({ messages }) => messages.length > 0) ? found : undefined;
  },
};

/** Every discussion, level by level. A list within a discussion is part of it. `known` is one even if it has no roles. */
function discussionsIn(data: unknown, known: readonly unknown[] | undefined): readonly ForeignDiscussion[] {
  const found: ForeignDiscussion[] = [];
  let level: readonly Place[] = [{ title: '', value: data }];
  for (let depth = 0; depth < MOST_LEVELS && level.length > 0; depth += 1) {
    const next: Place[] = [];
    for (const { title, value } of level) {
      if (Array.isArray(value)) {
        const hasRoles = isDiscussion(value, depth);
        if (hasRoles || value === known) found.push(discussionOf(title, value.map(readMessage)));
        if (!hasRoles) for (const place of placesIn(value, '')) next.push(place);
      } else if (isObject(value)) {
        const own = TITLE_KEYS.map((key) => value[key]).find((each) => typeof each === 'string');
        for (const place of placesIn(Object.values(value), own)) next.push(place);
      }
    }
    level = next;
  }
  return found;
}

interface Place {
  /** The title of the enclosing object. */
  readonly title: unknown;
  readonly value: unknown;
}

function placesIn(values: readonly unknown[], title: unknown): readonly Place[] {
  return values.flatMap((value) => (typeof value === 'object' ? { title, value } : []));
}

function isFilled(data: unknown): data is readonly unknown[] {
  return Array.isArray(data) && data.length > 0;
}

/** Whether a list has messages or, not too deep, texts that say who speaks. */
function isDiscussion(list: readonly unknown[], depth: number): boolean {
  return (
    list.some(isMessage) || (depth < 4 && list.some((each) => typeof each === 'string' && readsRole(each)))
  );
}

function readsRole(text: string): boolean {
  const item = readMessage(text);
  return typeof item !== 'string' && item.role !== 'Unknown';
}
