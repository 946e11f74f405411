/** Writes a document as messages for an API, from the bodies that were kept of it. */
import { anthropicRequest } from '../../../src/core/apiMessages/anthropic';
import { messagesText } from '../../../src/core/apiMessages/apiMessage';
import type { MessageBlock } from '../../../src/core/apiMessages/block';
import { classicMessagesOf } from '../../../src/core/apiMessages/classicMessages';
import { flatMessagesOf } from '../../../src/core/apiMessages/flatMessages';
import type { MessagesFormat } from '../../../src/core/apiMessages/format';
import type { ApiMessage } from '../../../src/core/apiMessages/messageTypes';
import { openAiMessages } from '../../../src/core/apiMessages/openAi';
import type { BlockStore } from '../../caches/blockStore';
import type { BlockInMessages, MessagesMade, MessagesWanted } from '../documentContract';

/** Rejects if the body of one of the blocks is gone. */
export async function makeMessages(
  wanted: MessagesWanted,
  blockStore: Pick<BlockStore, 'get'>,
): Promise<MessagesMade> {
  const hashes = [...wanted.blocks, wanted.legend].flatMap((block) => hashOf(block) ?? []);
  const bodies = await blockStore.get(hashes);
  const utf8 = new TextDecoder();
  const bodyOf = (block: BlockInMessages | undefined): string => {
    const hash = hashOf(block);
    if (hash === undefined) return '';
    const body = bodies.get(hash);
    if (body === undefined) throw new Error("its text couldn't be kept (too large, or no storage left)");
    return utf8.decode(body);
  };
  const blocks = wanted.blocks.map((block) => {
    const { key, lead, tier, tokens, problem } = block;
    return { ...messageBlock(block, bodyOf(block)), key, lead, tier, tokens, ...(problem && { problem }) };
  });
  const { order, format } = wanted;
  const made =
    order === 'classic'
      ? classicMessagesOf({ ...wanted, blocks, legend: bodyOf(wanted.legend) })
      : flatMessagesOf({ ...wanted, blocks });
  if (made.kind === 'refused') return made;
  return { kind: 'messages', blob: new Blob([written(made.messages, format)]), count: made.messages.length };
}

function hashOf(block: BlockInMessages | undefined): string | undefined {
  return block === undefined || block.kind === 'history' ? undefined : block.hash;
}

function messageBlock(block: BlockInMessages, body: string): MessageBlock {
  switch (block.kind) {
    case 'history': {
      const { key, role, content, images } = block;
      return { kind: 'history', key, role, content, images };
    }
    case 'tree':
      return { kind: 'tree', key: block.key, body, files: filesIn(body) };
    default:
      return { kind: block.kind, key: block.key, body };
  }
}

/** The names in a file tree that are no folders. */
function filesIn(tree: string): number {
  const inFence = tree.split('\n').slice(3, -1);
  return inFence.filter((line) => !line.endsWith('/')).length;
}

function written(messages: readonly ApiMessage[], format: MessagesFormat): string {
  switch (format) {
    case 'anthropic':
      return JSON.stringify(anthropicRequest(messages), null, 2);
    case 'openai':
      return JSON.stringify(openAiMessages(messages), null, 2);
    case 'text':
      return messagesText(messages);
  }
}
