import type { ConversationsApi } from '../../../workers/conversations/contract';

export type { FoundConversations, TakenData, TextPieces } from '../../../workers/conversations/contract';

/** Reads conversations, one file at a time, and takes large data out of texts. Calls reject once it is disposed of. */
export interface ConversationReader extends ConversationsApi {
  dispose(): void;
}
