import { chatGpt } from './chatGpt';
import { claude } from './claude';
import { messageLists } from './messageLists';
import type { ConversationImporter } from './importer';
import { manualSlop } from './manualSlop';
import { plainTranscript } from './plainTranscript';
import { strataData } from './strataData';
import { strataDocument } from './strataDocument';
import { strataMarkdown } from './strataMarkdown';

/** The first importer that recognizes a text reads it. */
export const CONVERSATION_IMPORTERS: readonly ConversationImporter[] = [
  strataData,
  chatGpt,
  claude,
  manualSlop,
  messageLists,
  strataDocument,
  strataMarkdown,
  plainTranscript,
];
