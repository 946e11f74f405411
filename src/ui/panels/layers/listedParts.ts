import type { ItemBreakdown } from '../../../core/tiers/breakdown';
import type { LayerMoves } from '../../../core/tiers/layers';
import { STABILITY_TIERS, type StabilityTier } from '../../../core/tiers/tier';
import { escapeLine } from '../../../core/compose/escapePath';
import { pathInSymbolKey } from '../../../core/document/block';
import { TEXT } from './text';

/** A row of a list of parts of the document. */
export interface ListedPart {
  readonly key: string;
  /** Undefined once it is gone. */
  readonly tier: StabilityTier | undefined;
  readonly note: string;
  /** How far it is on its way to the next tier, from 0 to 1. */
  readonly progress?: number;
}

/** The parts that have moved to another tier or out of the document. */
export function movedParts({ promotions, demotions, dropped }: LayerMoves): readonly ListedPart[] {
  return [
    ...[...promotions, ...demotions].map(({ key, from, to }) => ({
      key,
      tier: to,
      note: TEXT.moves.fromTo(from, to),
    })),
    ...dropped.map((key) => ({ key, tier: undefined, note: TEXT.moves.gone })),
  ];
}

/** Most stable tier first. */
export function progressingParts(items: readonly ItemBreakdown[]): readonly ListedPart[] {
  return STABILITY_TIERS.flatMap((tier) => items.filter((item) => item.tier === tier)).map((item) => ({
    key: item.key,
    tier: item.tier,
    note: progressNote(item),
    progress: item.progress,
  }));
}

function progressNote({ next_tier: next, threshold, n }: ItemBreakdown): string {
  if (next === null || threshold === null) return TEXT.progress.top;
  return n < threshold ? TEXT.progress.toNext(threshold - n, next) : TEXT.progress.ready(next);
}

/** The name of a part; `title` is that of its block, if the document has one. */
export function partName(key: string, title: string | undefined): string {
  const mapped = pathInSymbolKey(key);
  if (mapped !== undefined) return TEXT.mapOf(escapeLine(mapped));
  if (key.startsWith('file:')) return escapeLine(key.slice('file:'.length));
  return escapeLine(title ?? TEXT.message);
}
