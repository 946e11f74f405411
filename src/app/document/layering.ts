import { INSTRUCTIONS_KEY, isUrlKey, LEGEND_KEY, TASK_KEY, type Block } from '../../core/document/block';
import { bySection } from '../../core/document/layouts/bySection';
import { classic } from '../../core/document/layouts/classic';
import { stable } from '../../core/document/layouts/stable';
import type { Layout } from '../../core/document/layout';
import { compareUtf8 } from '../../core/compareUtf8';
import type { CompositionOptions } from '../../core/settings/compositionOptions';
import type { LayoutName } from '../../core/settings/settings';
import type { Model } from '../../core/tokens/models';
import { afterTurn, isSameTurnAgain, type Layers } from '../../core/tiers/layers';
import { arrangeBlocks } from '../../core/tiers/stableOrder';
import { STABILITY_TIERS, type StabilityTier, type TierItem } from '../../core/tiers/tier';
import { stepTracker, type StepOptions, type Tracker, type TrackerStep } from '../../core/tiers/tracker';

/** The properties by which blocks are arranged. */
export interface LayeredBlock extends Block {
  /** Differs whenever the shown content does. */
  readonly hash: string;
  readonly tokens: number;
  /** Parts that are followed on their own: the files in a symbol map that is one text. */
  readonly parts?: readonly Pick<TierItem, 'key' | 'hash' | 'tokens'>[];
}

export interface Arrangement {
  readonly layout: Layout;
  /** All blocks and parts, in the order of the sections. */
  readonly items: readonly TierItem[];
  /** Whether the document is the last turn's, so that handing it over is not a new turn. */
  readonly isAgain: boolean;
  /** The classic tiers as they would be after handing the document over; undefined in other layouts. */
  readonly tracker?: Tracker;
  /** The moves that this would cause; undefined if the document is the last turn's. */
  readonly step?: TrackerStep;
  /** Whether the text around the block with this key is the same as in the last turn's document. */
  readonly stays: (key: string) => boolean;
}

export interface Arranging {
  readonly name: LayoutName;
  readonly filesHeading: string;
  readonly layers: Layers;
  /** For the classic tiers. */
  readonly options: Pick<StepOptions, 'target' | 'references' | 'touched'>;
}

/** Arranges blocks for the next turn. They must be in the order of the sections. */
export function arrangementOf(blocks: readonly LayeredBlock[], arranging: Arranging): Arrangement {
  const { name, filesHeading, layers } = arranging;
  if (name === 'sections') return arrangedBySection(blocks, arranging);
  const items = itemsOf(blocks);
  const isAgain = isSameTurnAgain(layers, items);
  switch (name) {
    case 'stable': {
      const { keys, kept } = stableKeys(items, layers, isAgain);
      const stays = new Set(keys.slice(0, kept));
      return { layout: stable(filesHeading, placesOf(keys)), items, isAgain, stays: (key) => stays.has(key) };
    }
    case 'classic': {
      const tracked = trackedItems(items);
      // Turns in other layouts don't step the tracker.
      const isKnown = isAgain && isTrackedIn(layers.tracker, tracked);
      const options = { ...arranging.options, inFull: keysInFull(blocks) };
      const step = isKnown ? undefined : stepTracker(layers.tracker, tracked, options);
      const tracker = step?.tracker ?? layers.tracker;
      const tiers = tiersOf(tracker);
      const unbroken = unbrokenTiers(layers.tracker, tracker);
      return {
        ...{ layout: classic(placesOf(classicKeys(tracker, items)), tiers), items, isAgain, tracker },
        stays: (key) => unbroken.has(tiers.get(key) ?? 'active'),
        ...(step && { step }),
      };
    }
  }
}

/** The section order depends on no turn, so the items that turns compare are built lazily. */
function arrangedBySection(
  blocks: readonly LayeredBlock[],
  { filesHeading, layers }: Pick<Arranging, 'filesHeading' | 'layers'>,
): Arrangement {
  let items: readonly TierItem[] | undefined;
  let isAgain: boolean | undefined;
  return {
    layout: bySection(filesHeading),
    get items() {
      return (items ??= itemsOf(blocks));
    },
    get isAgain() {
      return (isAgain ??= isSameTurnAgain(layers, this.items));
    },
    stays: () => true,
  };
}

/** The layers after handing over a document. `keys` are those of its blocks in printed order. */
export function layersAfter(
  { name, layers }: Pick<Arranging, 'name' | 'layers'>,
  { items, isAgain, tracker = layers.tracker }: Arrangement,
  keys: readonly string[],
): Layers {
  // Other layouts print other headings, so they can't continue this order.
  const printed = name === 'classic' ? [] : keys.filter(isBetween);
  return isAgain ? { ...layers, printed, tracker } : afterTurn(layers, items, { printed, tracker });
}

function stableKeys(
  items: readonly TierItem[],
  layers: Layers,
  isAgain: boolean,
): { readonly keys: readonly string[]; readonly kept: number } {
  const { printed } = layers;
  if (isAgain && printed.length > 0) return { keys: printed, kept: printed.length };
  const arranged = arrangeBlocks(
    layers,
    items.filter(({ key }) => isBetween(key)),
  );
  return { keys: arranged.items.map(({ key }) => key), kept: arranged.kept };
}

/** Texts of addresses belong to the task, before which they are printed. */
function isBetween(key: string): boolean {
  return key !== INSTRUCTIONS_KEY && key !== TASK_KEY && !isUrlKey(key);
}

/** Those that the classic tiers follow: symbols and files by key, messages as spoken. */
function trackedItems(items: readonly TierItem[]): readonly TierItem[] {
  const tracked = items.filter(isTracked);
  const messages = tracked.filter(({ kind }) => kind === 'history');
  const others = tracked.filter(({ kind }) => kind !== 'history');
  return [...others.sort((one, other) => compareUtf8(one.key, other.key)), ...messages];
}

export function isTracked({ kind }: Pick<TierItem, 'kind'>): boolean {
  return kind === 'symbol' || kind === 'file' || kind === 'history';
}

function isTrackedIn({ items }: Tracker, tracked: readonly TierItem[]): boolean {
  const hashes = new Map(items.map(({ key, hash }) => [key, hash]));
  return items.length === tracked.length && tracked.every(({ key, hash }) => hashes.get(key) === hash);
}

/** The tiers whose text stays the same. */
function unbrokenTiers(before: Tracker, after: Tracker): ReadonlySet<StabilityTier> {
  const isSame = (tier: StabilityTier): boolean => {
    const itemsOf = ({ items }: Tracker) => items.filter((item) => item.tier === tier);
    const [earlier, items] = [itemsOf(before), itemsOf(after)];
    return (
      items.length === earlier.length &&
      items.every(({ key, hash }, at) => key === earlier[at]?.key && hash === earlier[at].hash)
    );
  };
  return new Set(STABILITY_TIERS.filter(isSame));
}

/** The tokens that each cached tier must have. */
export function cacheTargetOf(
  { cacheTarget }: Pick<CompositionOptions, 'cacheTarget'>,
  model: Model,
): number {
  return cacheTarget ?? TARGET_FACTOR * (model.cache?.minimum ?? USUAL_MINIMUM);
}

const TARGET_FACTOR = 1.5;
/** Tokens of the shortest prefix that services usually cache. */
const USUAL_MINIMUM = 1_024;

function keysInFull(blocks: readonly LayeredBlock[]): ReadonlySet<string> {
  const isFull = ({ source }: LayeredBlock): boolean => source.kind === 'file' && source.view.mode === 'full';
  return new Set(blocks.filter(isFull).map(({ key }) => key));
}

function itemsOf(blocks: readonly LayeredBlock[]): readonly TierItem[] {
  return blocks.flatMap((block) =>
    block.parts === undefined ? itemOf(block) : [itemOf(block), ...block.parts.map(partOf)],
  );
}

function itemOf({ key, section, hash, tokens, parts }: LayeredBlock): TierItem {
  return { key, hash, tokens, kind: kindOf(key, section, parts !== undefined) };
}

function partOf(part: Pick<TierItem, 'key' | 'hash' | 'tokens'>): TierItem {
  return { ...part, kind: 'symbol' };
}

function kindOf(key: string, section: Block['section'], isJoined: boolean): TierItem['kind'] {
  switch (section) {
    case 'files':
      return 'file';
    case 'discussion':
      return 'history';
    case 'symbolMap':
      return key !== LEGEND_KEY ? 'symbol' : isJoined ? 'other' : 'legend';
    default:
      return 'other';
  }
}

/** The legend, the tiers, and before the active files what is never cached. */
function classicKeys({ items }: Tracker, all: readonly TierItem[]): readonly string[] {
  const untracked = all.filter((item) => !isTracked(item) && item.key !== LEGEND_KEY);
  const firstActive = items.findIndex(({ tier, kind }) => tier === 'active' && kind !== 'symbol');
  const at = firstActive < 0 ? items.length : firstActive;
  return [LEGEND_KEY, ...[...items.slice(0, at), ...untracked, ...items.slice(at)].map(({ key }) => key)];
}

function tiersOf({ items }: Tracker): ReadonlyMap<string, StabilityTier> {
  return new Map([[LEGEND_KEY, 'L0'], ...items.map(({ key, tier }) => [key, tier] as const)]);
}

function placesOf(keys: readonly string[]): ReadonlyMap<string, number> {
  return new Map(keys.map((key, place) => [key, place]));
}
