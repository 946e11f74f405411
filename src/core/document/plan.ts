/** A document as a value: an ordered list of blocks with their leads, from which it is measured and rendered. */
import { SEPARATOR } from '../compose/separator';
import type { BlockMeasure } from '../tokens/blockMeasure';
import type { Block } from './block';
import type { Layout } from './layout';

/** `static` is everything that stays the same between turns and can be copied alone; `rest` follows it. */
export type DocumentPart = 'whole' | 'static' | 'rest';

/** Ends a document in place of the last block's separator. */
const DOCUMENT_END = '\n';

/**
 * Arranges blocks by the layout and sets their leads: a heading is printed before the first of consecutive blocks that share
 * it. Blocks whose lead does not change stay the same objects.
 */
export function planDocument<B extends Block>(blocks: readonly B[], layout: Layout): readonly B[] {
  const { arrange, headingOf, groupOf = headingOf } = layout;
  let above = '';
  return arrange(blocks).map((block) => {
    const group = groupOf(block);
    const lead = group === above ? '' : headingOf(block);
    above = group;
    return block.lead === lead ? block : { ...block, lead };
  });
}

/**
 * The blocks of one part of a plan in a layout. The static part without its final LF is a prefix of the whole, but for the texts of
 * addresses, which belong to the rest wherever they are.
 */
export function partOf<B extends Block>(
  plan: readonly B[],
  part: DocumentPart,
  { isStatic }: Pick<Layout, 'isStatic'>,
): readonly B[] {
  if (part === 'whole') return plan;
  return plan.filter((block) => (isStatic?.(block) ?? false) === (part === 'static'));
}

/** The printed form of a lead: the heading and a blank line; empty for no lead. */
export function leadText(lead: string): string {
  return lead === '' ? '' : `${lead}\n\n`;
}

/** The text after the body of a block: a separator, or the end of the document. */
export function endingOf(plan: readonly unknown[], index: number): string {
  return index < plan.length - 1 ? SEPARATOR : DOCUMENT_END;
}

/** Tokens of a body with a separator after it, and with the end of the document instead. */
export type BodyTokens = Pick<BlockMeasure, 'tokens' | 'tokensAsLast'>;

/** A block with the tokens of its body. */
export type MeasuredBlock = Block & BodyTokens;

/** Measures consecutive bodies as one. */
export function joinedBodies(bodies: readonly BodyTokens[]): BodyTokens {
  const tokens = bodies.reduce((sum, body) => sum + body.tokens, 0);
  const last = bodies.at(-1);
  return { tokens, tokensAsLast: last === undefined ? 0 : tokens - last.tokens + last.tokensAsLast };
}

export interface PlanMeasures<B> {
  body(block: B, index: number): BodyTokens;
  /** Tokens of `leadText(lead)`; never asked for an empty lead. */
  lead(lead: string): number;
}

export interface PlanTotals {
  readonly tokens: number;
  /** By index: tokens of each block with its lead and the separator or end after it. */
  readonly blocks: readonly number[];
}

/**
 * Adds up the tokens of a plan. The sum equals the count of the rendered text: leads and bodies begin with a character
 * that is neither blank nor `/` and end with LF, where the pretokenizer always splits.
 */
export function measurePlan<B extends Pick<Block, 'lead'>>(
  plan: readonly B[],
  measures: PlanMeasures<B>,
): PlanTotals {
  let sum = 0;
  const blocks = plan.map((block, index) => {
    const lead = block.lead === '' ? 0 : measures.lead(block.lead);
    const printed = printedTokens(measures.body(block, index), lead, index === plan.length - 1);
    sum += printed;
    return printed;
  });
  return { tokens: sum, blocks };
}

/** The tokens of a block with its lead and the separator or end after it. */
export function printedTokens(body: BodyTokens, lead: number, isLast: boolean): number {
  return lead + (isLast ? body.tokensAsLast : body.tokens);
}

/** The distinct leads of a plan. */
export function leadsOf(plan: readonly Pick<Block, 'lead'>[]): ReadonlySet<string> {
  const leads = new Set<string>();
  for (const { lead } of plan) if (lead !== '') leads.add(lead);
  return leads;
}
