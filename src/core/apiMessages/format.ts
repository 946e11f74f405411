/** `text`: the messages with their roles, for people. */
export const MESSAGES_FORMATS = ['anthropic', 'openai', 'text'] as const;
export type MessagesFormat = (typeof MESSAGES_FORMATS)[number];
