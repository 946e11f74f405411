/** Spreads the items of the first turn evenly over the tiers, and keeps files together that use each other. */
import { compareUtf8 } from '../compareUtf8';
import { TIER_TURNS, type StabilityTier, type TierItem } from './tier';

type Reference = readonly [user: string, used: string];

export interface FirstTurn {
  /** Tokens that each cached tier must have; 0 allows any, and keeps messages active. */
  readonly target: number;
  /** Pairs of paths of files of which the first uses the second; undefined if they are unknown. */
  readonly references?: readonly Reference[];
  /** Used if `references` is undefined: how many files refer to a file, by its path. */
  readonly referenceCounts?: ReadonlyMap<string, number>;
  /** Keys of files that are shown in full, which the first turn leaves active. */
  readonly inFull?: ReadonlySet<string>;
}

export interface FirstPlace {
  readonly item: TierItem;
  readonly tier: StabilityTier;
  readonly n: number;
}

type Cached = 'L1' | 'L2' | 'L3';

/** Items that belong to one file, or to several that use each other. */
interface Cluster {
  readonly items: readonly TierItem[];
  readonly tokens: number;
  /** The smallest of its items' keys, in which a file is its bare path. */
  readonly key: string;
}

/** Messages and files shown in full stay active. L0 stays empty. */
export function firstPlaces(
  items: readonly TierItem[],
  { target, references, referenceCounts, inFull }: FirstTurn,
): readonly FirstPlace[] {
  const free = items.filter(
    ({ key, kind }) => (kind === 'symbol' || kind === 'file') && inFull?.has(key) !== true,
  );
  const clusters = clustersOf(free, references ?? []);
  const tiers = references === undefined ? filled(clusters, target, referenceCounts) : spread(clusters);
  const active = target > 0 ? merged(tiers, target) : [];
  const tierOf = new Map(
    Object.entries(tiers).flatMap(([tier, some]) =>
      some.flatMap((cluster) => cluster.items.map(({ key }) => [key, tier as Cached] as const)),
    ),
  );
  const small = new Set(active.flatMap((cluster) => cluster.items.map(({ key }) => key)));
  return items.map((item): FirstPlace => {
    const tier = tierOf.get(item.key);
    if (tier !== undefined) return { item, tier, n: TIER_TURNS[tier].entry };
    return {
      item,
      tier: 'active',
      n: small.has(item.key) ? TIER_TURNS.active.leave : TIER_TURNS.active.entry,
    };
  });
}

/** The connected components of files that use each other, largest first. */
function clustersOf(items: readonly TierItem[], references: readonly Reference[]): readonly Cluster[] {
  const rootOf = rootsOfMutual(references);
  const byRoot = new Map<string, TierItem[]>();
  for (const item of items) {
    const root = rootOf(pathOf(item));
    const cluster = byRoot.get(root);
    if (cluster === undefined) byRoot.set(root, [item]);
    else cluster.push(item);
  }
  const clusters = Array.from(byRoot.values(), (some): Cluster => ({
    items: some,
    tokens: some.reduce((sum, { tokens }) => sum + tokens, 0),
    key: some.map(trackedKey).reduce((one, other) => (compareUtf8(one, other) <= 0 ? one : other)),
  }));
  return clusters.sort((one, other) => other.tokens - one.tokens || compareUtf8(one.key, other.key));
}

/** The key by which the classic tiers know an item. */
function trackedKey({ key }: TierItem): string {
  return key.replace(/^file:/, '');
}

function pathOf({ key }: TierItem): string {
  return key.slice(key.indexOf(':') + 1);
}

/** One file of each component, by each of its files. */
function rootsOfMutual(references: readonly Reference[]): (path: string) => string {
  const pairs = new Set(references.map(([user, used]) => `${user}\0${used}`));
  const parents = new Map<string, string>();
  const rootOf = (path: string): string => {
    let root = path;
    for (let up = parents.get(root); up !== undefined; up = parents.get(root)) root = up;
    for (let at = path; at !== root;) {
      const up = parents.get(at) ?? root;
      parents.set(at, root);
      at = up;
    }
    return root;
  };
  for (const [user, used] of references) {
    if (!pairs.has(`${used}\0${user}`)) continue;
    const [one, other] = [rootOf(user), rootOf(used)];
    if (one !== other) parents.set(one, other);
  }
  return rootOf;
}

type Tiers = Record<Cached, Cluster[]>;

const NAMES = ['L1', 'L2', 'L3'] as const;

/** Each cluster goes into the tier that has fewest tokens so far. */
function spread(clusters: readonly Cluster[]): Tiers {
  return placed(clusters, (sums) => NAMES.reduce((one, other) => (sums[other] < sums[one] ? other : one)));
}

/** Without links, the files that most refer to first: as many tokens as needed into L1 and L2, or a fifth and up to half of them. */
function filled(
  clusters: readonly Cluster[],
  target: number,
  referenceCounts: FirstTurn['referenceCounts'],
): Tiers {
  const countOf = ({ items: [one] }: Cluster): number =>
    (one === undefined ? undefined : referenceCounts?.get(pathOf(one))) ?? 0;
  const sorted = clusters.toSorted(
    (one, other) => countOf(other) - countOf(one) || compareUtf8(one.key, other.key),
  );
  return placed(sorted, (sums, at) => {
    const isIn = (tier: 'L1' | 'L2', share: number): boolean =>
      target === 0 ? at < sorted.length * share : sums[tier] < target;
    return isIn('L1', 1 / 5) ? 'L1' : isIn('L2', 1 / 2) ? 'L2' : 'L3';
  });
}

/** `choose` gets the tokens that each tier has so far. */
function placed(
  clusters: readonly Cluster[],
  choose: (sums: Readonly<Record<Cached, number>>, at: number) => Cached,
): Tiers {
  const tiers: Tiers = { L1: [], L2: [], L3: [] };
  const sums = { L1: 0, L2: 0, L3: 0 };
  for (const [at, cluster] of clusters.entries()) {
    const tier = choose(sums, at);
    tiers[tier].push(cluster);
    sums[tier] += cluster.tokens;
  }
  return tiers;
}

/** Merges tiers below the target into the smallest other one. Returns the clusters that have none to go to. */
function merged(tiers: Tiers, target: number): readonly Cluster[] {
  for (const tier of NAMES.toReversed()) {
    const small = tiers[tier];
    if (tokensIn(small) === 0 || tokensIn(small) >= target) continue;
    tiers[tier] = [];
    const others = Object.values(tiers).filter((some) => some.length > 0);
    if (others.length === 0) return small;
    others.reduce((one, other) => (tokensIn(other) < tokensIn(one) ? other : one)).push(...small);
  }
  return [];
}

function tokensIn(clusters: readonly Cluster[]): number {
  return clusters.reduce((sum, { tokens }) => sum + tokens, 0);
}
