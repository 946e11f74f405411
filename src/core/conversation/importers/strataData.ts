import { asRole } from '../roles';
import { isObject, textOf, timeOf, validTime, type ForeignMessage } from '../foreignMessage';
import { hashOfMessages } from '../messageHash';
import { readCheckpoints } from '../storedDiscussion';
import type { Besides, ConversationImporter } from './importer';

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
    const leftOut = { unreadable: list.length - messages.length };
    const title = typeof data['title'] === 'string' ? data['title'].toWellFormed() : '';
    return messages.length === 0 ? [] : [{ title, messages, leftOut, besides: besidesOf(data, messages) }];
  },
};

function besidesOf(data: Readonly<Record<string, unknown>>, messages: readonly ForeignMessage[]): Besides {
  const { checkpoints, workspace_message: workspaceMessage } = data;
  const known = messages.flatMap(({ id, ...rest }) => (id === undefined ? [] : [{ ...rest, id }]));
  return {
    workspaceMessage: typeof workspaceMessage === 'string' ? workspaceMessage.toWellFormed() : '',
    checkpoints: readCheckpoints(Array.isArray(checkpoints) ? checkpoints : []).map((each) => ({
      ...each,
      hash: each.hash === hashOfMessages(known, each.covers) ? each.hash : '',
    })),
  };
}

function messageOf(data: unknown): ForeignMessage | undefined {
  if (!isObject(data) || typeof data['content'] !== 'string') return undefined;
  const time = typeof data['time'] === 'number' ? validTime(data['time']) : timeOf(data['time']);
  return {
    ...(typeof data['id'] === 'string' && { id: data['id'] }),
    role: asRole(textOf(data['role'])),
    content: data['content'].toWellFormed(),
    ...(time !== undefined && { time }),
    ...(data['collapsed'] === true && { collapsed: true }),
  };
}
