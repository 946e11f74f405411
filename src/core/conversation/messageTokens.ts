/**
 * Tokens of messages as OpenAI counts them for its chat models
 * (https://developers.openai.com/cookbook/examples/how_to_count_tokens_with_tiktoken).
 */
import { ROLES, UNKNOWN_ROLE } from './roles';

/** The roles of chat interfaces. */
export type ChatRole = 'user' | 'assistant' | 'system' | 'tool';

export interface ChatMessage {
  readonly role: ChatRole;
  /** Tells several users apart; absent if the role is enough. */
  readonly name?: string;
  readonly content: string;
}

/** Tokens that each message, a name, and the start of the reply add. */
export const MESSAGE_OVERHEAD = 3;
export const NAME_OVERHEAD = 1;
export const REPLY_TOKENS = 3;

const CHAT_ROLES: Readonly<Record<(typeof ROLES)[number], ChatRole>> = {
  ...{ User: 'user', AI: 'assistant', System: 'system', Tool: 'tool' },
};

/** A message for a chat interface. Someone who is none of the four roles is a user with a name. */
export function chatMessage({
  role,
  content,
}: {
  readonly role: string;
  readonly content: string;
}): ChatMessage {
  const known = ROLES.find((each) => each === role);
  if (known !== undefined) return { role: CHAT_ROLES[known], content };
  return { role: 'user', ...(role !== UNKNOWN_ROLE && { name: role }), content };
}

/** Tokens of one message, without the start of the reply. `count` counts the tokens of a text. */
export function messageTokens(message: ChatMessage, count: (text: string) => number): number {
  const name = message.name === undefined ? 0 : count(message.name) + NAME_OVERHEAD;
  return MESSAGE_OVERHEAD + count(message.role) + name + count(message.content);
}

/** Tokens of a conversation, with the start of the reply. */
export function chatTokens(messages: readonly ChatMessage[], count: (text: string) => number): number {
  return messages.reduce((sum, message) => sum + messageTokens(message, count), REPLY_TOKENS);
}
