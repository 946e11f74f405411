import { expose } from 'comlink';
import type { ConversationsApi } from './contract';
import { createConversationsApi } from './conversationsApi';

expose(createConversationsApi() satisfies ConversationsApi);
