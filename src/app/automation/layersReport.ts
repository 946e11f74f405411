import type { Breakdown } from '../../core/tiers/breakdown';
import type { LayoutName } from '../../core/settings/settings';
import { STABILITY_TIERS, type Move, type StabilityTier } from '../../core/tiers/tier';
import { isTracked } from '../document/layering';
import type { Workspace } from '../workspace.svelte';

/** A report for scripts on how a turn arranged its document. Outside of `order` and `unchanged`, the key of a file is its path. */
export interface ReportedLayers {
  /** The number of the turn in its discussion, from 1. */
  readonly turn: number;
  readonly layout: LayoutName;
  /** The tokens that each cached tier must have. */
  readonly target: number;
  /** In the order of the layout by section. */
  readonly items: readonly { readonly key: string; readonly hash: string; readonly tokens: number }[];
  /** The links between files that the first turn of the classic tiers used. */
  readonly references?: readonly (readonly [user: string, used: string])[];
  /** Items with the turns for which they have been unchanged, in printed order. */
  readonly tiers: Readonly<Record<StabilityTier, readonly (readonly [key: string, n: number])[]>>;
  readonly tokens: Readonly<Record<StabilityTier, number>>;
  readonly promotions: readonly ReportedMove[];
  readonly demotions: readonly ReportedMove[];
  readonly dropped: readonly string[];
  /** The keys of all blocks in printed order. */
  readonly order: readonly string[];
  /** The beginning that is printed as in the last turn, and the key of the block after it; null at the end of the document. */
  readonly unchanged: { readonly tokens: number; readonly blocks: number; readonly first: string | null };
  readonly breakdown: Breakdown;
}

type ReportedMove = readonly [key: string, tier: StabilityTier];

/** The report on a turn with the present document. Undefined if the document is the last turn's, because that is not a new turn. */
export function layersOf({ document, stability, tokens }: Workspace): ReportedLayers | undefined {
  const { arrangement, arranging, blocks } = document;
  if (arrangement.isAgain && arrangement.step === undefined) return undefined;
  const { layers, moves } = stability.stateAfter;
  const items = arrangement.items.filter(isTracked);
  const { tokens: seenTokens, blocks: seenBlocks, first } = stability.seen;
  return {
    ...{ turn: layers.turn, layout: arranging.name, target: arranging.options.target },
    items: items.map(({ key, hash, tokens: size }) => ({ key: trackedKey(key), hash, tokens: size })),
    ...referencesOf(arranging),
    ...tiersOf({ items, blocks, stability }),
    promotions: moves.promotions.map(reportedMove),
    demotions: moves.demotions.map(reportedMove),
    dropped: moves.dropped.map(trackedKey),
    order: blocks.map(({ key }) => key),
    unchanged: { tokens: seenTokens, blocks: seenBlocks, first: first?.key ?? null },
    breakdown: stability.breakdown(tokens.model),
  };
}

function referencesOf({
  layers,
  options: { references },
}: Workspace['document']['arranging']): Pick<ReportedLayers, 'references'> {
  return references !== undefined && layers.tracker.items.length === 0 ? { references } : {};
}

interface Printed extends Pick<Workspace['document'], 'blocks'>, Pick<Workspace, 'stability'> {
  readonly items: Workspace['document']['arrangement']['items'];
}

function tiersOf({ items, blocks, stability }: Printed): Pick<ReportedLayers, 'tiers' | 'tokens'> {
  const tokensOf = new Map(items.map((item) => [item.key, item.tokens]));
  const printed = blocks
    .flatMap(({ key, parts = [] }) => [key, ...parts.map((part) => part.key)])
    .filter((key) => tokensOf.has(key));
  const inTier = (tier: StabilityTier) => printed.filter((key) => stability.of(key)?.tier === tier);
  return {
    tiers: byTier((tier) => inTier(tier).map((key) => [trackedKey(key), stability.of(key)?.n ?? 0] as const)),
    tokens: byTier((tier) => inTier(tier).reduce((sum, key) => sum + (tokensOf.get(key) ?? 0), 0)),
  };
}

function byTier<T>(make: (tier: StabilityTier) => T): Readonly<Record<StabilityTier, T>> {
  // `fromEntries` forgets the names of the keys.
  return Object.fromEntries(STABILITY_TIERS.map((tier) => [tier, make(tier)])) as Record<StabilityTier, T>;
}

function reportedMove({ key, to }: Move): ReportedMove {
  return [trackedKey(key), to];
}

function trackedKey(key: string): string {
  return key.replace(/^file:/, '');
}
