import { agentLogs } from './agentLogs';
import { aiderHistory } from './aiderHistory';
import { chatGpt } from './chatGpt';
import { claude } from './claude';
import { copilotChat } from './copilotChat';
import { deepSeek } from './deepSeek';
import { geminiTakeout } from './geminiTakeout';
import { grok } from './grok';
import type { ConversationImporter } from './importer';
import { libreChat } from './libreChat';
import { manualSlop } from './manualSlop';
import { messageLists } from './messageLists';
import { openWebUi } from './openWebUi';
import { perplexity } from './perplexity';
import { plainTranscript } from './plainTranscript';
import { sillyTavern } from './sillyTavern';
import { strataData } from './strataData';
import { strataDocument } from './strataDocument';
import { strataMarkdown } from './strataMarkdown';

/** The first importer that recognizes a text reads it. */
export const CONVERSATION_IMPORTERS: readonly ConversationImporter[] = [
  strataData,
  deepSeek,
  chatGpt,
  claude,
  grok,
  copilotChat,
  geminiTakeout,
  libreChat,
  openWebUi,
  agentLogs,
  sillyTavern,
  manualSlop,
  messageLists,
  strataDocument,
  strataMarkdown,
  aiderHistory,
  perplexity,
  plainTranscript,
];
