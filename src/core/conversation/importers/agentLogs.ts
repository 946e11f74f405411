import { isObject, textOf, timeOf, type Fields } from '../foreignMessage';
import { discussionOf, reasonAgainst, type ConversationImporter, type Item } from './importer';
import { readContent } from './parts';
import { readMessage } from './readMessage';

/** The session logs of Claude Code and Codex: JSON Lines, of which some are messages. */
export const agentLogs: ConversationImporter = {
  name: 'Agent session',
  read({ data }) {
    if (!Array.isArray(data)) return undefined;
    const lines: readonly unknown[] = data;
    const isClaude = lines.some((line) => isObject(line) && isObject(line['message']) && 'sessionId' in line);
    const isCodex = lines.some((line) => isObject(line) && line['type'] === 'session_meta');
    if (!isClaude && !isCodex) return undefined;
    const title = lines.find((line) => isObject(line) && typeof line['summary'] === 'string');
    const items = lines.map((line) =>
      isObject(line) ? (isClaude ? ofClaude(line) : ofCodex(line)) : 'unreadable',
    );
    return [
      discussionOf(
        isObject(title) ? title['summary'] : '',
        items.flatMap((item) => item ?? []),
      ),
    ];
  },
};

/** Undefined for a line that is no message. A subagent's messages are not part of the conversation. */
function ofClaude(line: Fields): Item | undefined {
  const { type, message } = line;
  if (!isObject(message) || (type !== 'user' && type !== 'assistant')) return undefined;
  const item = readMessage(line);
  const isShown = line['isMeta'] !== true && line['isSidechain'] !== true;
  return isShown ? item : (reasonAgainst(item) ?? 'hidden');
}

/** Undefined for a line that is no message. Events repeat messages for the screen. */
function ofCodex({ type, payload, timestamp }: Fields): Item | undefined {
  if (type !== 'response_item' || !isObject(payload)) return undefined;
  const time = timeOf(timestamp);
  const shared = time !== undefined && { time };
  if (payload['type'] !== 'message') {
    const content = readContent(payload) ?? { text: '', hasReasoning: false };
    const role = textOf(payload['type']).endsWith('_output') ? 'Tool' : 'AI';
    return { role, content: content.text, hasReasoning: content.hasReasoning, ...shared };
  }
  const item = readMessage(payload);
  if (typeof item === 'string') return item;
  // The program puts these before what the user writes.
  return /^<(?:environment_context|user_instructions|permissions instructions)>/.test(item.content)
    ? 'hidden'
    : { ...item, ...shared };
}
