/** Recomputes the layers in reports from the inputs in the same reports. */
import { compareUtf8 } from '../../../src/core/compareUtf8';
import type { ReportedLayers } from '../../../src/app/automation/layersReport';
import { afterTurn, NO_LAYERS } from '../../../src/core/tiers/layers';
import { arrangeBlocks } from '../../../src/core/tiers/stableOrder';
import { STABILITY_TIERS, tierOfTurns, type Move, type TierItem } from '../../../src/core/tiers/tier';
import { NEW_TRACKER, stepTracker } from '../../../src/core/tiers/tracker';

type Moved = Pick<ReportedLayers, 'tiers' | 'promotions' | 'demotions' | 'dropped'>;

/** The classic tiers of each turn. All files must be shown in full. */
export function classicTiers(turns: readonly ReportedLayers[]): readonly Moved[] {
  let tracker = NEW_TRACKER;
  return turns.map(({ items, target, references }) => {
    const tracked = items.map(itemOf);
    const others = tracked.filter(({ kind }) => kind !== 'history');
    const step = stepTracker(
      tracker,
      [
        ...others.sort((one, other) => compareUtf8(one.key, other.key)),
        ...tracked.filter(({ kind }) => kind === 'history'),
      ],
      {
        ...{ target, references: references ?? [] },
        inFull: new Set(tracked.filter(({ kind }) => kind === 'file').map(({ key }) => key)),
      },
    );
    ({ tracker } = step);
    return {
      tiers: byTier((tier) =>
        tracker.items.filter((item) => item.tier === tier).map(({ key, n }) => [named(key), n]),
      ),
      promotions: step.promotions.map(movedTo),
      demotions: step.demotions.map(movedTo),
      dropped: step.dropped.map(named),
    };
  });
}

/** The keys of tracked blocks in each tier of the other layouts, with the turns for which they have been unchanged, sorted by key. */
export function tiersByAge(turns: readonly ReportedLayers[]): readonly ReportedLayers['tiers'][] {
  let since = new Map<string, { readonly hash: string; readonly turn: number }>();
  return turns.map(({ items, turn }) => {
    since = new Map(
      items.map(({ key, hash }) => {
        const before = since.get(key);
        return [key, before?.hash === hash ? before : { hash, turn }];
      }),
    );
    const aged = Array.from(since, ([key, { turn: first }]) => [key, turn - first] as const);
    return byTier((tier) => aged.filter(([, n]) => tierOfTurns(n) === tier).sort(byKey));
  });
}

/** Entries of a tier sorted by key. */
export function byKey([one]: readonly [string, number], [other]: readonly [string, number]): number {
  return compareUtf8(one, other);
}

/** The order of the blocks between instructions and task, most stable first. `legends` are the texts of the symbol map's legend. */
export function stableOrders(
  turns: readonly ReportedLayers[],
  legends: readonly string[],
): readonly (readonly string[])[] {
  let layers = NO_LAYERS;
  return turns.map(({ items: tracked, breakdown }, at) => {
    const legend: TierItem = {
      ...{ key: 'section:symbolMap', kind: 'legend' },
      ...{ hash: legends[at] ?? '', tokens: breakdown.legend_tokens },
    };
    const items = [legend, ...tracked.map(itemOf)];
    const printed = arrangeBlocks(layers, items).items.map(({ key }) => key);
    layers = afterTurn(layers, items, { printed });
    return printed;
  });
}

function itemOf({ key, hash, tokens }: ReportedLayers['items'][number]): TierItem {
  if (key.startsWith('symbol:')) return { key, hash, tokens, kind: 'symbol' };
  if (key.startsWith('history:')) return { key, hash, tokens, kind: 'history' };
  return { key: `file:${key}`, hash, tokens, kind: 'file' };
}

function named(key: string): string {
  return key.replace(/^file:/, '');
}

function movedTo({ key, to }: Move): ReportedLayers['promotions'][number] {
  return [named(key), to];
}

function byTier(
  entriesOf: (tier: (typeof STABILITY_TIERS)[number]) => readonly (readonly [string, number])[],
): ReportedLayers['tiers'] {
  const tiers = STABILITY_TIERS.map((tier) => [tier, entriesOf(tier)] as const);
  return Object.fromEntries(tiers) as ReportedLayers['tiers']; // has each tier
}
