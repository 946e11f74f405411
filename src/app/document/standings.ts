import { breakpointsAt } from '../../core/tiers/breakpoints';
import type { BreakdownInput, BreakdownItem } from '../../core/tiers/breakdown';
import { INSTRUCTIONS_KEY, isUrlKey, LEGEND_KEY, sectionKey, TASK_KEY } from '../../core/document/block';
import {
  movesBetween,
  NO_MOVES,
  turnsUnchanged,
  type LayerMoves,
  type Layers,
} from '../../core/tiers/layers';
import { STABILITY_TIERS, tierOfTurns, type StabilityTier, type TierItem } from '../../core/tiers/tier';
import { smallestCacheable, type Model } from '../../core/tokens/models';
import type { Baseline } from '../conversation/baselines.svelte';
import type { DocumentBlock } from './documentBlock';
import { isTracked, type Arrangement } from './layering';

/** An arranged document, and the last step of its discussion. */
export interface ArrangedDocument {
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
  /** Turns unchanged; in the classic tiers, the tracker's count, which only a step of its tier raises. */
  readonly n: number;
  readonly isClassic?: true;
}

/** By key, of blocks and of the files in a symbol map that is one text. */
export function standingsOf({ arrangement, layers }: ArrangedDocument): ReadonlyMap<string, Standing> {
  const { items, isAgain, tracker } = arrangement;
  const tracked = new Map(tracker?.items.map((item) => [item.key, item]));
  return new Map(
    items.map((item): readonly [string, Standing] => {
      const { tier, n } = tracked.get(item.key) ?? {};
      if (tier !== undefined && n !== undefined) return [item.key, { tier, n, isClassic: true }];
      const turns = turnsUnchanged(layers, item, isAgain);
      return [item.key, { tier: isUrlKey(item.key) ? 'active' : tierOfTurns(turns), n: turns }];
    }),
  );
}

/** The part of the document that the chat has seen already. */
export interface SeenPart {
  readonly tokens: number;
  readonly blocks: number;
  /** The first block that differs; undefined if all are the same. */
  readonly first: DocumentBlock | undefined;
  /** Whether the last turn's document had more blocks after these. */
  readonly isShorter: boolean;
}

/** The blocks at the beginning of the document that are printed as in the last turn. */
export function seenPart({ blocks, base }: ArrangedDocument): SeenPart {
  let tokens = 0;
  for (const [at, block] of blocks.entries()) {
    const before = base?.blocks[at];
    const isSeen =
      before !== undefined &&
      before.key === block.key &&
      before.lead === block.lead &&
      base?.layers.seen.get(block.key)?.hash === block.hash &&
      block.lacksEarlierForm !== true &&
      (block.isOlder === true || block.printed === undefined);
    if (!isSeen) return { tokens, blocks: at, first: block, isShorter: false };
    tokens += block.leadTokens + block.tokens;
  }
  const isShorter = base !== undefined && base.blocks.length > blocks.length;
  return { tokens, blocks: blocks.length, first: undefined, isShorter };
}

/** Of a block that the chat has seen, and of each part of it: the tokens before it in the document. */
export function tokensBefore(blocks: readonly DocumentBlock[], seen: SeenPart): ReadonlyMap<string, number> {
  const before = new Map<string, number>();
  let tokens = 0;
  for (const block of blocks.slice(0, seen.blocks)) {
    before.set(block.key, tokens);
    for (const { key } of block.parts ?? []) before.set(key, tokens);
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
  const all = { L0: 0, L1: 0, L2: 0, L3: 0, active: 0 };
  const known = { ...all };
  const add = (key: string, tokens: number, isSeen: boolean): void => {
    const tier = fixedTier(key) ?? standings.get(key)?.tier ?? 'active';
    all[tier] += tokens;
    if (isSeen) known[tier] += tokens;
  };
  for (const [at, { key, tokens, parts = [] }] of blocks.entries()) {
    const isSeen = at < seen.blocks;
    add(key, Math.max(0, tokens - tokensIn(parts)), isSeen);
    for (const part of parts) add(part.key, part.tokens, isSeen);
  }
  return new Map(STABILITY_TIERS.flatMap((tier) => (all[tier] > 0 ? [[tier, known[tier] / all[tier]]] : [])));
}

/** The tier of a part that is always counted in the same tier. */
function fixedTier(key: string): StabilityTier | undefined {
  if (key === INSTRUCTIONS_KEY || key === LEGEND_KEY) return 'L0';
  return key === TREE || key === TASK_KEY || isUrlKey(key) ? 'active' : undefined;
}

/** The moves that handing over the document will cause. */
export function nextMoves({ arrangement, layers }: ArrangedDocument, after: Layers): LayerMoves {
  const { step, isAgain, tracker, items } = arrangement;
  if (isAgain || (tracker !== undefined && step === undefined)) return NO_MOVES;
  if (step !== undefined) return step;
  const keys = [...layers.seen.keys(), ...items.map(({ key }) => key)].filter(isTrackedKey);
  return movesBetween(layers, after, new Set(keys));
}

export function isTrackedKey(key: string): boolean {
  return /^(?:file|symbol|history):/.test(key);
}

const TREE = sectionKey('fileTree');

interface BrokenDown extends Pick<BreakdownInput, 'model' | 'earlier'> {
  /** Tokens of the document. */
  readonly total: number;
  readonly standings: ReadonlyMap<string, Standing>;
  readonly seen: SeenPart;
}

/** The input of a breakdown. */
export function breakdownInput(
  { blocks, arrangement }: ArrangedDocument,
  { model, total, earlier, standings, seen }: BrokenDown,
): BreakdownInput {
  const tokensOf = (key: string): number => blocks.find((block) => block.key === key)?.tokens ?? 0;
  const items = arrangement.items.filter(isTracked).map(({ key, kind, tokens }): BreakdownItem => {
    const { tier = 'active', n = 0 } = standings.get(key) ?? {};
    return { key, kind, tokens, tier, n };
  });
  const parts = blocks.find(({ key }) => key === LEGEND_KEY)?.parts ?? [];
  const apart = {
    systemTokens: tokensOf(INSTRUCTIONS_KEY),
    legendTokens: Math.max(0, tokensOf(LEGEND_KEY) - tokensIn(parts)),
    treeTokens: tokensOf(TREE),
    urlTokens: tokensIn(blocks.filter(({ key }) => isUrlKey(key))),
    taskTokens: tokensOf(TASK_KEY),
  };
  const counted = Object.values(apart).reduce((sum, tokens) => sum + tokens, tokensIn(items));
  return {
    ...{ model, items, ...apart, earlier, keptTokens: seen.tokens },
    overheadTokens: total - counted,
    ...(arrangement.tracker === undefined && {
      cachedTokens: cachedTokens(blocks, { model, total, kept: seen.blocks }),
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
