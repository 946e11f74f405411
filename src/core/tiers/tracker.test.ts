import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { progressOf, TIER_TURNS, type StabilityTier, type TierItem } from './tier';
import { NEW_TRACKER, stepTracker, type StepOptions, type TrackedItem, type Tracker } from './tracker';

const file = (name: string, tokens = 100, hash = '1'): TierItem => ({
  ...{ key: `file:${name}`, kind: 'file', hash, tokens },
});
const symbol = (name: string, tokens = 100, hash = '1'): TierItem => ({
  ...{ key: `symbol:${name}`, kind: 'symbol', hash, tokens },
});
const message = (name: string, tokens = 100, hash = '1'): TierItem => ({
  ...{ key: `history:${name}`, kind: 'history', hash, tokens },
});
const OPEN: StepOptions = { target: 0, references: [] };

/** A tracker in the middle of a session. */
function holding(...items: readonly (readonly [TierItem, StabilityTier, number])[]): Tracker {
  return {
    turn: 20,
    items: items.map(([item, tier, n], at) => ({ ...item, tier, n, firstTurn: at + 1, tierTurn: at + 1 })),
  };
}

const now = (tracker: Tracker) => tracker.items;
const places = (tracker: Tracker) =>
  tracker.items.map(({ key, tier, n }) => [key.slice(key.indexOf(':') + 1), tier, n]);
const inTier = (items: readonly TrackedItem[], tier: StabilityTier) =>
  items.filter((item) => item.tier === tier).map(({ key }) => key.slice(key.indexOf(':') + 1));

describe('a step', () => {
  it('takes an unchanged item from active to L3', () => {
    let tracker: Tracker = NEW_TRACKER;
    const a = [file('a')];
    for (const n of [0, 1, 2, 3]) {
      ({ tracker } = stepTracker(tracker, a, { ...OPEN, inFull: new Set(['file:a']) }));
      expect(places(tracker)).toEqual([['a', 'active', n]]);
    }
    const step = stepTracker(tracker, a, OPEN);
    expect(places(step.tracker)).toEqual([['a', 'L3', 3]]);
    expect(step.promotions).toEqual([{ key: 'file:a', from: 'active', to: 'L3' }]);
  });

  it('lets items age where others enter, and keeps them below a tier that stays', () => {
    const before = holding([file('b'), 'L2', 7], [file('v'), 'L3', 5], [file('e'), 'active', 3]);
    const one = stepTracker(before, now(before), OPEN).tracker;
    expect(places(one)).toEqual([
      ['b', 'L2', 7],
      ['v', 'L3', 6],
      ['e', 'L3', 3],
    ]);
    const next = { ...file('e2'), tier: 'active', n: 3, firstTurn: 9, tierTurn: 9 } as const;
    const two = stepTracker({ ...one, items: [...one.items, next] }, [...now(one), file('e2')], OPEN).tracker;
    expect(places(two)).toEqual([
      ['b', 'L2', 7],
      ['v', 'L3', 6],
      ['e', 'L3', 4],
      ['e2', 'L3', 3],
    ]);
  });

  it('moves items up through tiers that a change has broken', () => {
    const before = holding([file('l1'), 'L1', 10], [file('l2'), 'L2', 8], [file('l3'), 'L3', 5]);
    const step = stepTracker(before, [file('l1', 100, '2'), file('l2'), file('l3')], OPEN);
    expect(places(step.tracker)).toEqual([
      ['l2', 'L1', 9],
      ['l3', 'L2', 6],
      ['l1', 'active', 0],
    ]);
    expect(step.promotions).toHaveLength(2);
    expect(step.demotions).toEqual([{ key: 'file:l1', from: 'L1', to: 'active' }]);
  });

  it('moves nothing in a quiet turn', () => {
    const before = holding(
      [file('l0'), 'L0', 12],
      [file('l1'), 'L1', 10],
      [file('l2'), 'L2', 8],
      [file('l3'), 'L3', 5],
    );
    const { tracker, promotions, demotions, dropped } = stepTracker(before, now(before), OPEN);
    expect([tracker.items, promotions, demotions, dropped]).toEqual([before.items, [], [], []]);
  });

  it('freezes the least stable items that make up the target', () => {
    const before = holding(
      [file('x', 1_500), 'L2', 6],
      [file('B', 400), 'L3', 4],
      [file('A', 500), 'L3', 5],
      [file('D', 300), 'L3', 5],
      [file('E', 400), 'active', 3],
    );
    const { tracker } = stepTracker(before, now(before), { target: 1_000 });
    expect(Object.fromEntries(tracker.items.map(({ key, n }) => [key, n]))).toEqual({
      ...{ 'file:x': 6, 'file:B': 4, 'file:A': 5, 'file:D': 6, 'file:E': 3 },
    });
    expect(inTier(tracker.items, 'L3')).toEqual(['B', 'A', 'D', 'E']);
  });

  it('takes symbols that are new after the first turn to L3 at once', () => {
    const before = holding([file('a'), 'active', 1]);
    const { tracker } = stepTracker(before, [symbol('s'), file('a'), file('b')], OPEN);
    expect(places(tracker)).toEqual([
      ['s', 'L3', 3],
      ['a', 'active', 2],
      ['b', 'active', 0],
    ]);
  });

  it('treats what a reply has written as changed', () => {
    const before = holding([file('a'), 'L2', 7]);
    const touched = new Set(['file:a', 'symbol:new']);
    const { tracker } = stepTracker(before, [symbol('new'), file('a')], { ...OPEN, touched });
    expect(places(tracker)).toEqual([
      ['new', 'active', 0],
      ['a', 'active', 0],
    ]);
  });

  it('drops what is gone, and says so', () => {
    const before = holding([file('a'), 'L2', 7], [file('b'), 'L3', 5]);
    const step = stepTracker(before, [file('b')], OPEN);
    expect(step.dropped).toEqual(['file:a']);
    // The tier above has broken, so it moves up.
    expect(places(step.tracker)).toEqual([['b', 'L2', 6]]);
  });

  it('empties tiers that are too small to be cached', () => {
    const before = holding([file('a', 900), 'L1', 9], [file('b', 900), 'L2', 7], [file('c', 100), 'L3', 4]);
    const { tracker } = stepTracker(before, [file('a', 900), file('b', 900)], { target: 1_000 });
    expect(places(tracker)).toEqual([
      ['b', 'L2', 7],
      ['a', 'L2', 9],
    ]);
  });
});

describe('messages', () => {
  const spoken = [700, 500, 400, 600].map((tokens, at) => message(String(at), tokens));

  it.each([
    ['only the oldest graduate by their tokens', false, ['0']],
    ['all graduate where the tier changes anyway', true, ['0', '1', '2', '3']],
  ])('%s', (_, isBroken, expected) => {
    const before = holding(
      [file('x', 2_000), 'L3', 4],
      ...(isBroken ? [[file('gone'), 'L3', 4] as const] : []),
      ...spoken.map((each) => [each, 'active', 1] as const),
    );
    const { tracker } = stepTracker(before, [file('x', 2_000), ...spoken], { target: 1_536 });
    const cached = tracker.items.filter(({ kind, tier }) => kind === 'history' && tier === 'L3');
    expect(cached.map(({ key }) => key)).toEqual(expected.map((id) => `history:${id}`));
  });

  it('go back to active when the target becomes 0', () => {
    const before = holding([message('0', 2_000), 'L3', 4], [file('a'), 'L3', 5]);
    const { tracker } = stepTracker(before, [file('a'), message('0', 2_000)], OPEN);
    expect(places(tracker)).toEqual([
      ['a', 'L2', 6],
      ['0', 'active', 0],
    ]);
  });

  it('stay active without a target', () => {
    const before = holding([file('gone'), 'L3', 4], ...spoken.map((each) => [each, 'active', 3] as const));
    const { tracker } = stepTracker(before, spoken, OPEN);
    expect(inTier(tracker.items, 'active')).toEqual(['0', '1', '2', '3']);
  });

  it.each([
    ['inserted', [message('0'), message('new'), message('1'), message('2')]],
    ['changed', [message('0'), message('1', 100, '2'), message('2')]],
    ['moved', [message('0'), message('2'), message('1')]],
  ])('that are %s take all later ones back to active', (_, items) => {
    const before = holding(...['0', '1', '2'].map((id) => [message(id), 'L2', 7] as const));
    const { tracker } = stepTracker(before, items, { target: 50 });
    expect(inTier(tracker.items, 'L2')).toEqual(['0']);
  });

  it('keep their tier if one before them is removed', () => {
    const before = holding(...['0', '1', '2'].map((id) => [message(id), 'L2', 7] as const));
    const { tracker } = stepTracker(before, [message('0'), message('2')], { target: 150 });
    expect(inTier(tracker.items, 'L2')).toEqual(['0', '2']);
  });
});

describe('the first turn', () => {
  const clusters = (sizes: readonly number[]) =>
    sizes.map((size) => symbol(String(size), size)).sort((one, other) => (one.key < other.key ? -1 : 1));

  it.each([
    [[800, 500, 400, 300, 100], 0, { L1: ['800'], L2: ['100', '500'], L3: ['300', '400'] }],
    [[2_000, 1_600, 700], 1_536, { L1: ['2000'], L2: ['1600', '700'], L3: [] }],
    [[900, 600], 1_536, { L1: [], L2: [], L3: [], active: ['600', '900'] }],
  ])('spreads clusters of %j tokens with the target %i', (sizes, target, expected) => {
    const { tracker } = stepTracker(NEW_TRACKER, clusters(sizes), { target, references: [] });
    for (const [tier, names] of Object.entries(expected))
      expect(inTier(tracker.items, tier as StabilityTier)).toEqual(names);
  });

  it('takes clusters of equal size by the path of a file or the key of a symbol', () => {
    const { tracker } = stepTracker(NEW_TRACKER, [file('a'), file('z'), symbol('m')], OPEN);
    expect(places(tracker)).toEqual([
      ['a', 'L1', 9],
      ['m', 'L2', 6],
      ['z', 'L3', 3],
    ]);
  });

  it('keeps files together that use each other', () => {
    const items = ['a', 'b', 'c', 'd'].map((name) => symbol(name));
    const references = [
      ['a', 'd'],
      ['d', 'a'],
      ['b', 'c'],
    ] as const;
    const { tracker } = stepTracker(NEW_TRACKER, items, { target: 0, references });
    expect(inTier(tracker.items, 'L1')).toEqual(['a', 'd']);
    expect(inTier(tracker.items, 'L2')).toEqual(['b']);
    expect(inTier(tracker.items, 'L3')).toEqual(['c']);
  });

  it.each([
    [0, { L1: ['e'], L2: ['c', 'd'], L3: ['a', 'b'] }],
    [150, { L1: ['a', 'd', 'e'], L2: ['b', 'c'], L3: [] }],
  ])('goes by the number of references without their pairs, with the target %i', (target, expected) => {
    const items = ['a', 'b', 'c', 'd', 'e'].map((name) => symbol(name));
    const referenceCounts = new Map(items.map(({ key }, at) => [key.slice('symbol:'.length), at]));
    const { tracker } = stepTracker(NEW_TRACKER, items, { target, referenceCounts });
    for (const [tier, names] of Object.entries(expected))
      expect(inTier(tracker.items, tier as StabilityTier)).toEqual(names);
  });

  it('leaves messages and files in full active', () => {
    const items = [symbol('s'), file('full'), file('outline'), message('m')];
    const options = { ...OPEN, inFull: new Set(['file:full']) };
    const { tracker } = stepTracker(NEW_TRACKER, items, options);
    expect(inTier(tracker.items, 'active')).toEqual(['full', 'm']);
  });
});

describe('any history', () => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f'];
  const tokens = fc.integer({ min: 1, max: 900 });
  const change = fc.record({
    files: fc.subarray(names),
    symbols: fc.subarray(names),
    messages: fc.subarray(names),
    edited: fc.subarray(names, { maxLength: 2 }),
  });
  const histories = fc.record({
    target: fc.constantFrom(0, 500, 1_000),
    sizes: fc.array(tokens, { minLength: 18, maxLength: 18 }),
    turns: fc.array(fc.oneof(change, fc.constant('quiet' as const)), { minLength: 1, maxLength: 25 }),
  });
  type History = typeof histories extends fc.Arbitrary<infer T> ? T : never;

  /** The items of each turn. */
  function turnsOf({ sizes, turns }: History): readonly (readonly TierItem[])[] {
    const hashes = new Map<string, number>();
    let items: readonly TierItem[] = [];
    return turns.map((turn) => {
      if (turn === 'quiet') return items;
      for (const name of turn.edited) hashes.set(name, (hashes.get(name) ?? 0) + 1);
      const made = (make: typeof file, some: readonly string[], from: number): readonly TierItem[] =>
        some.map((name) => make(name, sizes[from + names.indexOf(name)], String(hashes.get(name) ?? 0)));
      items = [
        ...made(symbol, turn.symbols, 0),
        ...made(file, turn.files, 6),
        ...made(message, turn.messages, 12),
      ];
      return items;
    });
  }

  function faultsOf(
    before: Tracker,
    { items: after }: Tracker,
    items: readonly TierItem[],
    target: number,
  ): string[] {
    const faults: string[] = [];
    const keysOf = (some: readonly TierItem[]) => some.map(({ key }) => key);
    const messages = (some: readonly TierItem[]) => keysOf(some.filter(({ kind }) => kind === 'history'));
    if (keysOf(after).sort().join() !== keysOf(items).sort().join()) faults.push('not each item once');
    if (messages(after).join() !== messages(items).join()) faults.push('messages out of order');
    const old = new Map(before.items.map((item) => [item.key, item]));
    for (const { key, n, tier } of after) {
      const from = old.get(key);
      // It may have entered L3, which was then too small.
      const wasIn = tier === 'active' && n === TIER_TURNS.L3.entry ? 'L3' : tier;
      const isEntry = from?.tier !== wasIn && n === TIER_TURNS[wasIn].entry;
      if (from !== undefined && !isEntry && n > from.n + 1) faults.push(`${key} rose from ${from.n} to ${n}`);
    }
    for (const tier of ['L0', 'L1', 'L2', 'L3'] as const) {
      const size = after.reduce((sum, item) => sum + (item.tier === tier ? item.tokens : 0), 0);
      if (size > 0 && size < target) faults.push(`${tier} has only ${size} tokens`);
    }
    return faults;
  }

  /** Faults of a turn in which the document has not changed: if nothing enters a tier, no cached item does anything. */
  function faultsOfQuiet(before: Tracker, after: Tracker): readonly string[] {
    const old = new Map(before.items.map((item) => [item.key, item]));
    if (after.items.some(({ key, tier }) => tier !== old.get(key)?.tier)) return [];
    return after.items
      .filter(({ key, tier, n }) => tier !== 'active' && n !== old.get(key)?.n)
      .map(({ key }) => `${key} aged`);
  }

  it('keeps the rules of tiers, and settles', () => {
    fc.assert(
      fc.property(histories, (history) => {
        let tracker: Tracker = NEW_TRACKER;
        let last: readonly TierItem[] = [];
        for (const items of turnsOf(history)) {
          const step = stepTracker(tracker, items, { target: history.target, references: [] });
          const wrong = faultsOf(tracker, step.tracker, items, history.target);
          if (items === last) wrong.push(...faultsOfQuiet(tracker, step.tracker));
          expect(wrong).toEqual([]);
          ({ tracker } = step);
          last = items;
        }
        let moves = 1;
        for (let turn = 0; turn < 30; turn += 1) {
          const step = stepTracker(tracker, last, { target: history.target, references: [] });
          moves = step.promotions.length + step.demotions.length;
          ({ tracker } = step);
        }
        expect(moves).toBe(0);
      }),
      { numRuns: 2_000 },
    );
  });

  it('takes steps of 10,000 items', () => {
    const items = Array.from({ length: 10_000 }, (_, at) => file(`f${at}`, 50 + (at % 100)));
    let tracker: Tracker = NEW_TRACKER;
    for (let turn = 0; turn < 8; turn += 1) {
      const changed = items.map((item, at) => (at % 100 === turn ? { ...item, hash: String(turn) } : item));
      ({ tracker } = stepTracker(tracker, changed, { target: 1_536, references: [] }));
    }
    expect(tracker.items).toHaveLength(10_000);
  });
});

it.each([
  ['active', 0, { next: 'L3', threshold: 3, progress: 0 }],
  ['L3', 5, { next: 'L2', threshold: 6, progress: 2 / 3 }],
  ['L2', 12, { next: 'L1', threshold: 9, progress: 1 }],
  ['L0', 40, { next: undefined, threshold: Infinity, progress: 1 }],
] as const)('tells how far an item of %s with N %i is', (tier, n, expected) => {
  expect(progressOf({ tier, n })).toEqual(expected);
});
