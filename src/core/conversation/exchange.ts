/** A question and its answer, which become part of a discussion together or not at all. */

export interface Exchange {
  /** Never changes. */
  readonly id: string;
  /** The new user messages. */
  readonly prompts: readonly string[];
  /** The answer as far as the user has pasted it. */
  readonly answer: string;
  /** Milliseconds since the epoch. */
  readonly time: number;
  /** Id of the last turn that carried the prompts; empty if none is recorded. */
  readonly turn: string;
}

/** A message as the model sees it. */
export interface SeenMessage {
  readonly role: string;
  readonly content: string;
}

/**
 * The messages that a commit appends. Their ids follow from that of the exchange, so that an exchange that two tabs commit
 * is in the discussion once.
 */
export function messagesOf({ id, prompts, answer }: Exchange): readonly (SeenMessage & { id: string })[] {
  const user = prompts.map((content, at) => ({ id: at === 0 ? id : `${id}-${at}`, role: 'User', content }));
  return answer.trim() === '' ? user : [...user, { id: answerId(id), role: 'AI', content: answer }];
}

/** The id of the answer once the exchange is committed. */
export function answerId(id: string): string {
  return `${id}-answer`;
}

/** Whether the discussion holds the messages of this exchange. */
export function isCommitted(messages: readonly { readonly id: string }[], id: string): boolean {
  return messages.some((message) => message.id === id || message.id === answerId(id));
}
