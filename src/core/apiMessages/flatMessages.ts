/** Messages in the order "most stable first". */
import {
  spokenMessage,
  textMessage,
  textPart,
  userMessage,
  withBreakpoint,
  withUserFirst,
} from './apiMessage';
import type { ApiMessage, MessagePart } from './messageTypes';
import { refusalOf, type RefusedBlocks } from './block';
import { breakpointsAt } from '../tiers/breakpoints';
import type { FlatInput, PlacedBlock } from './inputs';

export interface FlatMessages {
  readonly kind: 'messages';
  readonly messages: readonly ApiMessage[];
  /** The tokens up to the last cache breakpoint. */
  readonly cachedTokens: number;
}

/**
 * Arranges a document as messages: the instructions, the blocks with the messages of the discussion among them, and the task. Blocks in a
 * row are parts of one message. The beginning of the parts does not depend on the blocks after it, so a cache can keep it.
 */
export function flatMessagesOf(input: FlatInput): FlatMessages | RefusedBlocks {
  const { system, systemTokens, blocks, lastKept, workspaceMessage, task, taskImages, taskTokens } = input;
  const refusal = refusalOf(blocks);
  if (refusal !== undefined) return refusal;
  const ends = endsOf(systemTokens, blocks);
  const total = (ends.at(-1) ?? 0) + taskTokens;
  const breakpoints = breakpointsAt({ ends, total, lastKept, minimum: input.minimum });
  const messages = [
    ...textMessage('system', system.trim()).map((message) => marked(message, breakpoints.has(0))),
    ...blockMessages(blocks, (at) => breakpoints.has(at + 1)),
    ...userMessage(workspaceMessage, []),
    ...userMessage(task, taskImages),
  ];
  const cachedTokens = Math.max(0, ...[...breakpoints].map((at) => ends[at] ?? 0));
  return { kind: 'messages', messages: withUserFirst(messages), cachedTokens };
}

/** The tokens up to the end of the instructions, then up to the end of each block. */
function endsOf(systemTokens: number, blocks: readonly PlacedBlock[]): readonly number[] {
  let end = systemTokens;
  return [end, ...blocks.map(({ tokens }) => (end += tokens))];
}

function blockMessages(
  blocks: readonly PlacedBlock[],
  isBreakpoint: (at: number) => boolean,
): readonly ApiMessage[] {
  const messages: ApiMessage[] = [];
  let open: MessagePart[] = [];
  for (const [at, block] of blocks.entries()) {
    if (block.kind === 'history') {
      open = [];
      messages.push(...spokenMessage(block).map((message) => marked(message, isBreakpoint(at))));
    } else {
      // Before a part and not after it, because the next block may be another one in the next turn.
      const gap = open.length === 0 ? '' : '\n\n';
      if (open.length === 0) messages.push({ role: 'user', parts: open });
      const image = block.kind === 'tree' ? undefined : block.image;
      open.push(textPart(`${gap}${headed(block.lead, block.body)}`, isBreakpoint(at) && image === undefined));
      if (image !== undefined) open.push({ kind: 'image', ...image, isBreakpoint: isBreakpoint(at) });
    }
  }
  return messages;
}

function headed(lead: string, body: string): string {
  return lead === '' ? body : `${lead}\n\n${body}`;
}

function marked(message: ApiMessage, isBreakpoint: boolean): ApiMessage {
  return isBreakpoint ? withBreakpoint(message) : message;
}
