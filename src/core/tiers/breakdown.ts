/** The tokens and costs of a document by tier, block, and part, with the keys that they have outside of the app. */
import { progressOf, STABILITY_TIERS, type StabilityTier, type TierItem } from './tier';
import { estimateTokens, type CacheRules, type Model } from '../tokens/models';
import { emptyTiers } from './emptyTiers';

export interface BreakdownInput {
  readonly model: Model;
  /** All blocks but the instructions, the map's legend, the file tree, addresses, and the task, in printed order. */
  readonly items: readonly BreakdownItem[];
  readonly systemTokens: number;
  readonly legendTokens: number;
  readonly treeTokens: number;
  /** Of the texts of addresses in the task. */
  readonly urlTokens: number;
  /** Of the task and the pinned message. */
  readonly taskTokens: number;
  /** Tokens of headings, and of everything else that messages add. */
  readonly overheadTokens: number;
  /** The tokens up to the last cache breakpoint; by default those of the cached tiers. */
  readonly cachedTokens?: number;
  /** Tokens of the unchanged beginning. */
  readonly keptTokens: number;
  /** The turns of the session before this one. */
  readonly earlier: { readonly tokens: number; readonly emptyTiers: number };
}

export interface BreakdownItem extends Pick<TierItem, 'key' | 'kind' | 'tokens'> {
  readonly tier: StabilityTier;
  /** Turns unchanged. */
  readonly n: number;
}

/** Tokens are counted in the model's encoding, but those in the window and the cost are the model's own, as estimated. */
export interface Breakdown {
  readonly model: string;
  readonly tokens: SessionSum;
  readonly empty_tiers: SessionSum;
  readonly window: { readonly tokens: number; readonly used: number; readonly share: number } | null;
  readonly cost: HandOverCost | null;
  readonly system_tokens: number;
  readonly legend_tokens: number;
  readonly map_tokens: number;
  readonly tree_tokens: number;
  readonly url_tokens: number;
  readonly task_tokens: number;
  readonly overhead_tokens: number;
  readonly tiers: readonly TierBreakdown[];
  readonly items: readonly ItemBreakdown[];
}

interface SessionSum {
  readonly turn: number;
  readonly session: number;
}

/** In units of one input token that is not cached. */
export interface HandOverCost {
  /** If the cache still has what was handed over last. */
  readonly warm: number;
  readonly cold: number;
}

export interface TierBreakdown {
  readonly tier: StabilityTier;
  readonly cached: boolean;
  readonly tokens: number;
  readonly counts: Readonly<Record<'symbols' | 'files' | 'history' | 'others', number>>;
  /** Whether the tier has these parts. */
  readonly flags: Readonly<Record<'system' | 'legend' | 'tree' | 'urls' | 'history', boolean>>;
}

export interface ItemBreakdown {
  readonly key: string;
  readonly kind: TierItem['kind'];
  readonly tier: StabilityTier;
  readonly tokens: number;
  readonly n: number;
  /** Null in the most stable tier, as is its threshold. */
  readonly next_tier: StabilityTier | null;
  readonly threshold: number | null;
  /** From 0 to 1. */
  readonly progress: number;
}

/** Breaks down what a turn hands over. All parts and tiers add up to the turn's tokens, together with the overhead. */
export function breakdownOf(input: BreakdownInput): Breakdown {
  const { model, items, earlier } = input;
  const tiers = STABILITY_TIERS.map((tier) => tierBreakdown(tier, input));
  const total = sum(tiers) + input.overheadTokens;
  const cached = input.cachedTokens ?? sum(tiers.filter((tier) => tier.cached));
  const empty = emptyTiers(items);
  return {
    model: model.name,
    tokens: { turn: total, session: earlier.tokens + total },
    empty_tiers: { turn: empty, session: earlier.emptyTiers + empty },
    window: windowUse(model, total),
    cost: handOverCost(model, { total, cached, kept: input.keptTokens }),
    system_tokens: input.systemTokens,
    legend_tokens: input.legendTokens,
    map_tokens: sum(items.filter(({ kind }) => kind === 'symbol')),
    tree_tokens: input.treeTokens,
    url_tokens: input.urlTokens,
    task_tokens: input.taskTokens,
    overhead_tokens: input.overheadTokens,
    tiers,
    items: items.map(itemBreakdown),
  };
}

function tierBreakdown(
  tier: StabilityTier,
  { items, systemTokens, legendTokens, treeTokens, urlTokens, taskTokens }: BreakdownInput,
): TierBreakdown {
  const inTier = items.filter((item) => item.tier === tier);
  const countOf = (kind: TierItem['kind']) => inTier.filter((item) => item.kind === kind).length;
  const isFirst = tier === 'L0';
  const isActive = tier === 'active';
  const apart = isFirst ? systemTokens + legendTokens : isActive ? treeTokens + urlTokens + taskTokens : 0;
  const history = countOf('history');
  return {
    tier,
    cached: !isActive,
    tokens: sum(inTier) + apart,
    counts: { symbols: countOf('symbol'), files: countOf('file'), history, others: countOf('other') },
    flags: {
      system: isFirst && systemTokens > 0,
      legend: isFirst && legendTokens > 0,
      tree: isActive && treeTokens > 0,
      urls: isActive && urlTokens > 0,
      history: history > 0,
    },
  };
}

function itemBreakdown({ key, kind, tier, tokens, n }: BreakdownItem): ItemBreakdown {
  const { next, threshold, progress } = progressOf({ tier, n });
  return {
    ...{ key, kind, tier, tokens, n, progress },
    next_tier: next ?? null,
    threshold: next === undefined ? null : threshold,
  };
}

function windowUse(model: Model, total: number): Breakdown['window'] {
  if (model.window === undefined) return null;
  const used = estimateTokens(model, total).tokens;
  return { tokens: model.window, used, share: used / model.window };
}

/** Tokens of a hand-over: those up to the last breakpoint, and those at the beginning that are as in the last turn. */
interface CachedPrefix {
  readonly total: number;
  readonly cached: number;
  readonly kept: number;
}

function handOverCost(model: Model, prefix: CachedPrefix): HandOverCost | null {
  const { cache } = model;
  if (cache === undefined) return null;
  const ownTokens = (tokens: number): number => estimateTokens(model, tokens).tokens;
  const total = ownTokens(prefix.total);
  const cached = cacheable(cache, cache.breakpoints === undefined ? total : ownTokens(prefix.cached));
  const kept = cacheable(cache, Math.min(cached, ownTokens(prefix.kept)));
  const cost = (read: number): number =>
    Math.round(read * cache.read + (cached - read) * cache.write + total - cached);
  return { warm: cost(kept), cold: cost(0) };
}

/** Services do not cache what is too short. */
function cacheable({ minimum }: CacheRules, tokens: number): number {
  return tokens < minimum ? 0 : tokens;
}

function sum(parts: readonly { readonly tokens: number }[]): number {
  return parts.reduce((total, { tokens }) => total + tokens, 0);
}
