/** Writes a document as messages for an API, from the bodies that were kept of it. */
import { anthropicRequest } from '../../../src/core/apiMessages/anthropic';
import { messagesText } from '../../../src/core/apiMessages/apiMessage';
import type { MessageBlock } from '../../../src/core/apiMessages/block';
import { classicMessagesOf } from '../../../src/core/apiMessages/classicMessages';
import { flatMessagesOf } from '../../../src/core/apiMessages/flatMessages';
import type { MessagesFormat } from '../../../src/core/apiMessages/format';
import { IMAGE_TYPES, type ApiMessage } from '../../../src/core/apiMessages/messageTypes';
import { openAiMessages } from '../../../src/core/apiMessages/openAi';
import { writtenData } from '../../../src/core/attachments/writtenData';
import type { ImageToShow } from '../../../src/core/document/bodyRequest';
import { imageTypeName, type ImageHeader } from '../../../src/core/images/imageHeader';
import type { BlockStore } from '../../caches/blockStore';
import type { BlockInMessages, MessagesMade, MessagesWanted } from '../documentContract';

/** The source of an image, whatever its description is. */
export type ImageSource = Pick<ImageToShow, 'source' | 'attached'>;

export type LoadedImage =
  | { readonly kind: 'image'; readonly header: ImageHeader; readonly data: Blob }
  | { readonly kind: 'refused'; readonly reason: string };

export type LoadImage = (image: ImageSource) => Promise<LoadedImage>;

interface Sources {
  readonly blockStore: Pick<BlockStore, 'get'>;
  readonly loadImage: LoadImage;
}

/** Rejects if the body of one of the blocks is gone. */
export async function makeMessages(
  wanted: MessagesWanted,
  { blockStore, loadImage }: Sources,
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
  const blocks = await Promise.all(
    wanted.blocks.map(async (block) => {
      const { key, lead, tier, tokens, problem } = block;
      const made = await withImage(messageBlock(block, bodyOf(block)), block, loadImage);
      return { ...made, key, lead, tier, tokens, ...(problem && { problem }) };
    }),
  );
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

/** An image that can't be read stays the line that says so, and one of another type than APIs take stays a link. */
async function withImage(
  made: MessageBlock,
  block: BlockInMessages,
  loadImage: LoadImage,
): Promise<MessageBlock> {
  if (block.kind !== 'other' || block.image === undefined || made.kind !== 'other') return made;
  const loaded = await loadImage(block.image);
  if (loaded.kind === 'refused') return made;
  const { data, header } = loaded;
  const body = block.image.link;
  const type = IMAGE_TYPES.find((known) => known === header.type);
  if (type === undefined)
    return { ...made, body: `${body}\n\n(${imageTypeName(header.type)} image, which APIs do not take)` };
  return { ...made, body, image: { type, base64: await writtenData({ head: '', data }) } };
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
