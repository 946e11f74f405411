import { breakpointsAt } from '../../core/messages/breakpoints';
import type { BreakdownInput, BreakdownItem } from '../../core/messages/breakdown';
import { sectionKey } from '../../core/document/block';
import {
  movesBetween,
  NO_MOVES,
  turnsUnchanged,
  type LayerMoves,
  type Layers,
} from '../../core/tiers/layers';
import { tierOfTurns, type StabilityTier, type TierItem } from '../../core/tiers/tier';
import { smallestCacheable, type Model } from '../../core/tokens/models';
import type { Baseline } from '../conversation/baseline.svelte';
import type { DocumentBlock } from './documentBlock';
import { isTracked, type Arrangement } from './layering';

/** A document as it is arranged, and what its discussion was shown last. */
export interface Stacked {
  readonly blocks: readonly DocumentBlock[];
  readonly arrangement: Arrangement;
  /** The layers that it builds on. */
  readonly layers: Layers;
  /** The last turn; undefined if the document is for a new chat. */
  readonly base: Baseline | undefined;
}

/** How stable a part of the document is, once it is handed over. */
export interface Standing {
  readonly tier: StabilityTier;
  /** Turns unchanged, as its tier counts them. */
  readonly n: number;
}

/** By key, of blocks and of the files in a symbol map that is one text. */
export function standingsOf({ arrangement, layers }: Stacked): ReadonlyMap<string, Standing> {
  const { items, isAgain, tracker } = arrangement;
  const tracked = new Map(tracker?.items.map((item) => [item.key, item]));
  return new Map(
    items.map((item): readonly [string, Standing] => {
      const { tier, n } = tracked.get(item.key) ?? {};
      if (tier !== undefined && n !== undefined) return [item.key, { tier, n }];
      const turns = turnsUnchanged(layers, item, isAgain);
      return [item.key, { tier: tierOfTurns(turns), n: turns }];
    }),
  );
}

/** The part of the document that the chat has seen already. */
export interface SeenPart {
  readonly tokens: number;
  readonly blocks: number;
  /** The first block that differs; undefined if all are the same. */
  readonly first: DocumentBlock | undefined;
}

/** The blocks at the beginning of the document that are printed as in the last turn. */
export function seenPart({ blocks, base }: Stacked): SeenPart {
  let tokens = 0;
  for (const [at, block] of blocks.entries()) {
    const before = base?.blocks[at];
    const isSeen =
      before !== undefined &&
      before.key === block.key &&
      before.lead === block.lead &&
      base?.layers.seen.get(block.key)?.hash === block.hash &&
      (block.isOlder === true || block.printed === undefined);
    if (!isSeen) return { tokens, blocks: at, first: block };
    tokens += block.leadTokens + block.tokens;
  }
  return { tokens, blocks: blocks.length, first: undefined };
}

/** Of a block that the chat has seen, and of each part of it: the tokens before it in the document. */
export function tokensBefore(blocks: readonly DocumentBlock[], seen: SeenPart): ReadonlyMap<string, number> {
  const before = new Map<string, number>();
  let tokens = 0;
  for (const block of blocks.slice(0, seen.blocks)) {
    for (const { key } of [block, ...(block.parts ?? [])]) before.set(key, tokens);
    tokens += block.leadTokens + block.tokens;
  }
  return before;
}

/** How much of each tier, from 0 to 1, is in the part that the chat has seen. Tiers without tokens are missing. */
export function seenShares(
  blocks: readonly DocumentBlock[],
  seen: SeenPart,
  standings: ReadonlyMap<string, Standing>,
): ReadonlyMap<StabilityTier, number> {
  const sums = new Map<StabilityTier, { readonly all: number; readonly seen: number }>();
  for (const [at, block] of blocks.entries()) {
    for (const { key, tokens } of piecesOf(block)) {
      const tier = fixedTier(key) ?? standings.get(key)?.tier ?? 'active';
      const sum = sums.get(tier) ?? { all: 0, seen: 0 };
      sums.set(tier, { all: sum.all + tokens, seen: sum.seen + (at < seen.blocks ? tokens : 0) });
    }
  }
  return new Map(
    [...sums].flatMap(([tier, sum]) => (sum.all > 0 ? [[tier, sum.seen / sum.all] as const] : [])),
  );
}

/** A symbol map that is one text is its legend and the blocks of files. */
function piecesOf({ key, tokens, parts = [] }: DocumentBlock): readonly Pick<TierItem, 'key' | 'tokens'>[] {
  return [{ key, tokens: Math.max(0, tokens - tokensIn(parts)) }, ...parts];
}

/** The tier in which a part is counted that no tier follows. */
function fixedTier(key: string): StabilityTier | undefined {
  if (key === INSTRUCTIONS || key === LEGEND) return 'L0';
  return key === TREE || key === TASK ? 'active' : undefined;
}

/** What handing the document over will move. */
export function nextMoves({ arrangement, layers }: Stacked, after: Layers): LayerMoves {
  const { step, isAgain, tracker, items } = arrangement;
  if (isAgain || (tracker !== undefined && step === undefined)) return NO_MOVES;
  if (step !== undefined) return step;
  const keys = [...layers.seen.keys(), ...items.map(({ key }) => key)].filter(isTrackedKey);
  return movesBetween(layers, after, new Set(keys));
}

export function isTrackedKey(key: string): boolean {
  return /^(?:file|symbol|history):/.test(key);
}

const INSTRUCTIONS = sectionKey('instructions');
const LEGEND = sectionKey('symbolMap');
const TREE = sectionKey('fileTree');
const TASK = sectionKey('task');

/** What a breakdown is made from. `total` are the tokens of the document. */
export function breakdownInput(
  stacked: Stacked,
  { model, total, earlier }: Pick<BreakdownInput, 'model' | 'earlier'> & { readonly total: number },
): BreakdownInput {
  const { blocks, arrangement } = stacked;
  const standings = standingsOf(stacked);
  const tokensOf = (key: string): number => blocks.find((block) => block.key === key)?.tokens ?? 0;
  const items = arrangement.items.filter(isTracked).map((item): BreakdownItem => {
    const { tier = 'active', n = 0 } = standings.get(item.key) ?? {};
    return { ...item, tier, n };
  });
  const parts = blocks.flatMap(({ parts: some = [] }) => some);
  const apart = {
    systemTokens: tokensOf(INSTRUCTIONS),
    legendTokens: Math.max(0, tokensOf(LEGEND) - tokensIn(parts)),
    treeTokens: tokensOf(TREE),
    taskTokens: tokensOf(TASK),
  };
  const counted = Object.values(apart).reduce((sum, tokens) => sum + tokens, tokensIn(items));
  const kept = seenPart(stacked);
  return {
    ...{ model, items, ...apart, earlier, keptTokens: kept.tokens },
    overheadTokens: total - counted,
    ...(arrangement.tracker === undefined && {
      cachedTokens: cachedTokens(blocks, { model, total, kept: kept.blocks }),
    }),
  };
}

/** The tokens up to the last place at which a provider's cache can end, if the document is sent as one text. */
function cachedTokens(
  blocks: readonly DocumentBlock[],
  { model, total, kept }: { readonly model: Model; readonly total: number; readonly kept: number },
): number {
  let end = 0;
  const ends = blocks.map(({ leadTokens, tokens }) => (end += leadTokens + tokens));
  const places = breakpointsAt({ ends, total, lastKept: kept - 1, minimum: smallestCacheable(model) ?? 0 });
  return Math.max(0, ...Array.from(places, (at) => ends[at] ?? 0));
}

function tokensIn(items: readonly Pick<TierItem, 'tokens'>[]): number {
  return items.reduce((sum, { tokens }) => sum + tokens, 0);
}
