/** Opens, changes, and closes the exchange of a discussion, one at a time. */
import { insertion, type Discussion, type DiscussionChange } from './discussion';
import { messagesOf, type Exchange, type SeenMessage } from './exchange';
import { loadDiscussion } from './loadedDiscussion';

export type ExchangeStep =
  | { readonly kind: 'change'; readonly change: DiscussionChange }
  | { readonly kind: 'refused'; readonly reason: Refusal };

export type Refusal = 'another exchange is open' | 'the exchange is not open';

/** Opens an exchange. Refused while another one is open. */
export function opening({ exchange }: Discussion, opened: Exchange): ExchangeStep {
  return exchange === undefined
    ? { kind: 'change', change: { exchange: opened } }
    : { kind: 'refused', reason: 'another exchange is open' };
}

/** Changes parts of the open exchange. Refused if it is no longer open. */
export function updating(
  { exchange }: Discussion,
  id: string,
  parts: Partial<Omit<Exchange, 'id'>>,
): ExchangeStep {
  return exchange?.id === id ? { kind: 'change', change: { exchange: { ...exchange, ...parts } } } : NOT_OPEN;
}

/** Appends the prompts and the answer to the messages and closes the exchange. Refused if it is no longer open. */
export function committing(discussion: Discussion, id: string, time: number): ExchangeStep {
  const { exchange, messages } = discussion;
  if (exchange?.id !== id) return NOT_OPEN;
  const added = messagesOf(exchange).map((message) => ({ ...message, time, collapsed: false }));
  return {
    kind: 'change',
    change: { ...insertion(discussion, messages.length, added), exchange: undefined },
  };
}

/** Closes the exchange and leaves everything else as it was. Refused if it is no longer open. */
export function rollingBack({ exchange }: Discussion, id: string): ExchangeStep {
  return exchange?.id === id ? { kind: 'change', change: { exchange: undefined } } : NOT_OPEN;
}

/** The messages in the order in which the model sees them: the workspace message follows the last user message. */
export function exchangeMessages(discussion: Discussion, system = ''): readonly SeenMessage[] {
  const { exchange, workspaceMessage } = discussion;
  const { messages } = loadDiscussion(discussion);
  const open =
    exchange === undefined ? [] : messagesOf(exchange).map(({ role, content }) => ({ role, content }));
  return [
    ...said('System', system),
    ...messages.map(({ role, content }) => ({ role, content })),
    ...open.filter(({ role }) => role === 'User'),
    ...said('User', workspaceMessage),
    ...open.filter(({ role }) => role !== 'User'),
  ];
}

function said(role: string, content: string): readonly SeenMessage[] {
  return content.trim() === '' ? [] : [{ role, content }];
}

const NOT_OPEN: ExchangeStep = { kind: 'refused', reason: 'the exchange is not open' };
