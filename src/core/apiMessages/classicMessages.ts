/** Messages in the order of the classic tiers, each tier a prefix that a provider's cache can keep. */
import { counted } from '../counted';
import type { StabilityTier } from '../tiers/tier';
import { spokenMessage, textMessage, userMessage, withBreakpoint, withUserFirst } from './apiMessage';
import { refusalOf, type RefusedBlocks, type TreeBlock } from './block';
import { emptyTiers, WRAPPED_TIERS } from '../tiers/emptyTiers';
import { FILES_HEADINGS, MORE_STRUCTURE_HEADING, STRUCTURE_HEADING, TREE_HEADING } from '../tiers/headings';
import type { ClassicInput, TieredBlock } from './inputs';
import type { ApiMessage, MessagePart } from './messageTypes';

export interface ClassicMessages {
  readonly kind: 'messages';
  readonly messages: readonly ApiMessage[];
  readonly emptyTiers: number;
}

/**
 * Arranges a document as messages. The system message has the instructions, the map's legend, and the blocks of L0. The blocks of each
 * other tier are one message of the user with an answer, then the tier's part of the discussion. A cache breakpoint is at the end of
 * each tier but the active one, so there are at most four.
 */
export function classicMessagesOf(input: ClassicInput): ClassicMessages | RefusedBlocks {
  const { blocks, workspaceMessage, task, taskImages } = input;
  const refusal = refusalOf(blocks);
  if (refusal !== undefined) return refusal;
  const messages = [
    ...endingInBreakpoint([...systemMessage(input), ...spokenIn(blocks, 'L0')]),
    ...WRAPPED_TIERS.flatMap((tier) => endingInBreakpoint(tierMessages(blocks, tier))),
    ...activeMessages(blocks),
    ...userMessage(workspaceMessage, []),
    ...userMessage(task, taskImages),
  ];
  return { kind: 'messages', messages: withUserFirst(messages), emptyTiers: emptyTiers(blocks) };
}

const ANSWER = 'Ok.';

function systemMessage({ system, legend, blocks }: ClassicInput): readonly ApiMessage[] {
  const map = [legend.trim(), ...bodiesOf(blocks, 'L0', 'symbol')];
  return textMessage(
    'system',
    joined([
      ...[system.trim(), ...under(STRUCTURE_HEADING, map)],
      ...under(FILES_HEADINGS.L0, bodiesOf(blocks, 'L0', 'file')),
      ...bodiesOf(blocks, 'L0', 'other'),
    ]),
  );
}

function tierMessages(
  blocks: readonly TieredBlock[],
  tier: Exclude<StabilityTier, 'active'>,
): readonly ApiMessage[] {
  const texts = [
    ...under(MORE_STRUCTURE_HEADING, bodiesOf(blocks, tier, 'symbol')),
    ...under(FILES_HEADINGS[tier], bodiesOf(blocks, tier, 'file')),
    ...bodiesOf(blocks, tier, 'other'),
  ];
  return [...answered(texts, imagesIn(blocks, tier)), ...spokenIn(blocks, tier)];
}

function activeMessages(blocks: readonly TieredBlock[]): readonly ApiMessage[] {
  return [
    ...answered(under(MORE_STRUCTURE_HEADING, bodiesOf(blocks, 'active', 'symbol'))),
    ...blocks.flatMap((block) => (block.kind === 'tree' ? answered(treeTexts(block)) : [])),
    ...answered(bodiesOf(blocks, 'active', 'other'), imagesIn(blocks, 'active')),
    ...answered(under(FILES_HEADINGS.active, bodiesOf(blocks, 'active', 'file'))),
    ...spokenIn(blocks, 'active'),
  ];
}

/** A heading with the number of files stands for the tree's own. */
function treeTexts({ body, files }: TreeBlock): readonly string[] {
  return [TREE_HEADING, `# File Tree (${counted(files, 'file')})`, body.slice(body.indexOf('\n')).trim()];
}

function bodiesOf(
  blocks: readonly TieredBlock[],
  tier: StabilityTier,
  kind: 'symbol' | 'file' | 'other',
): readonly string[] {
  return blocks.flatMap((block) => (block.kind === kind && block.tier === tier ? block.body : []));
}

function imagesIn(blocks: readonly TieredBlock[], tier: StabilityTier): readonly MessagePart[] {
  return blocks.flatMap((block): readonly MessagePart[] =>
    block.kind === 'other' && block.tier === tier && block.image ? [{ kind: 'image', ...block.image }] : [],
  );
}

function spokenIn(blocks: readonly TieredBlock[], tier: StabilityTier): readonly ApiMessage[] {
  return blocks.flatMap((block) =>
    block.kind === 'history' && block.tier === tier ? spokenMessage(block) : [],
  );
}

function under(heading: string, bodies: readonly string[]): readonly string[] {
  return bodies.some((body) => body !== '') ? [heading, ...bodies] : [];
}

/** A message of the user with an answer. None without texts. */
function answered(texts: readonly string[], images: readonly MessagePart[] = []): readonly ApiMessage[] {
  if (texts.length === 0) return [];
  const asked = textMessage('user', joined(texts)).map(({ role, parts }) => ({
    ...{ role, parts: [...parts, ...images] },
  }));
  return [...asked, ...textMessage('assistant', ANSWER)];
}

function joined(texts: readonly string[]): string {
  return texts.filter((text) => text !== '').join('\n\n');
}

function endingInBreakpoint(messages: readonly ApiMessage[]): readonly ApiMessage[] {
  return [...messages.slice(0, -1), ...messages.slice(-1).map(withBreakpoint)];
}
