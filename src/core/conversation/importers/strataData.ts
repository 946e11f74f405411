import { asRole } from '../roles';
import { isObject, textOf, timeOf, validTime, type ForeignMessage } from '../foreignMessage';
import type { ConversationImporter } from './importer';

/** Marks a discussion that was downloaded as JSON or TOML. Its roles are names that the user chose. */
export const DISCUSSION_MARK = 'strata-discussion';

/** A discussion that was downloaded as JSON or TOML. */
export const strataData: ConversationImporter = {
  name: 'Strata discussion',
  read({ data }) {
    if (!isObject(data) || data['format'] !== DISCUSSION_MARK || !Array.isArray(data['messages']))
      return undefined;
    const list: readonly unknown[] = data['messages'];
    const messages = list.flatMap((each) => messageOf(each) ?? []);
    const leftOut = list.length - messages.length;
    const title = typeof data['title'] === 'string' ? data['title'].toWellFormed() : '';
    return messages.length === 0 ? [] : [{ title, messages, leftOut }];
  },
};

function messageOf(data: unknown): ForeignMessage | undefined {
  if (!isObject(data) || typeof data['content'] !== 'string') return undefined;
  const time = typeof data['time'] === 'number' ? validTime(data['time']) : timeOf(data['time']);
  return {
    role: asRole(textOf(data['role'])),
    content: data['content'].toWellFormed(),
    ...(time !== undefined && { time }),
    ...(data['collapsed'] === true && { collapsed: true }),
  };
}
