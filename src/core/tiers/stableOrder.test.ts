import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { afterTurn, isSameTurnAgain, NO_LAYERS, tierIn, type Layers } from './layers';
import { arrangeBlocks, type ArrangedBlocks } from './stableOrder';
import type { TierItem } from './tier';

const item = (key: string, tokens = 100, hash = '1'): TierItem => ({
  ...{ key, hash, tokens },
  kind: key.startsWith('symbol') ? 'symbol' : key.startsWith('history') ? 'history' : 'file',
});
const keys = (items: readonly Pick<TierItem, 'key'>[]) => items.map(({ key }) => key);

/** Arranges the items of a turn and hands them over. */
function stepped(
  last: Layers,
  items: readonly TierItem[],
): ArrangedBlocks<TierItem> & { readonly next: Layers } {
  const arranged = arrangeBlocks(last, items);
  return { ...arranged, next: afterTurn(last, items, { printed: keys(arranged.items) }) };
}

/** The order after all these turns. */
function ordered(...turns: readonly (readonly TierItem[])[]) {
  let last = stepped(NO_LAYERS, turns[0] ?? []);
  for (const items of turns.slice(1)) last = stepped(last.next, items);
  return last;
}

describe('the first order', () => {
  it('has messages first, then large blocks, then those of one size by key', () => {
    const items = ['file:b', 'file:a', 'history:2', 'history:1'].map((key) => item(key));
    const { items: first, kept } = ordered([item('file:small', 20), ...items, item('file:large', 900)]);
    expect(keys(first)).toEqual(['history:2', 'history:1', 'file:large', 'file:a', 'file:b', 'file:small']);
    expect(kept).toBe(0);
  });

  it('keeps the blocks of the map together, behind its legend', () => {
    const map = [item('symbol:x', 10), item('symbol:y', 600)];
    const legend = { ...item('legend'), kind: 'legend' } as const;
    expect(keys(ordered([...map, legend]).items)).toEqual(['legend', 'symbol:y', 'symbol:x']);
    expect(keys(ordered([...map, legend], [legend, item('symbol:z')]).items)).toEqual(['legend', 'symbol:z']);
    const { items } = ordered([...map, item('file:a', 500), item('file:b', 100)]);
    expect(keys(items)).toEqual(['file:a', 'symbol:y', 'symbol:x', 'file:b']);
  });
});

describe('a later order', () => {
  const files = [item('file:a', 800), item('file:b', 400), item('file:c', 200)];

  it('stays as long as nothing changes, and appends messages at its end', () => {
    const quiet = ordered(files, files);
    expect([keys(quiet.items), quiet.kept]).toEqual([keys(files), 3]);
    const talking = ordered(files, [...files, item('history:1'), item('history:2')]);
    expect(keys(talking.items)).toEqual([...keys(files), 'history:1', 'history:2']);
  });

  it('keeps everything before the first change, and puts the changed block behind what is more stable', () => {
    const changed = [item('file:a', 800), item('file:b', 400, '2'), item('file:c', 300)];
    const { items, kept } = ordered(files, files, files, changed);
    expect([keys(items), kept]).toEqual([['file:a', 'file:c', 'file:b'], 1]);
  });

  it('moves nothing before a block that is gone', () => {
    const { items, kept } = ordered(files, [item('file:a', 800), item('file:c', 200), item('file:new', 900)]);
    expect([keys(items), kept]).toEqual([['file:a', 'file:new', 'file:c'], 1]);
  });

  it.each([
    ['inserted', ['history:1', 'history:new', 'history:2'], 1],
    ['moved', ['history:2', 'history:1'], 0],
    ['removed', ['history:2'], 0],
  ])('does not keep messages behind one that is %s', (_, spoken, expected) => {
    const before = ordered(['history:1', 'history:2'].map((key) => item(key)));
    const { items, kept } = arrangeBlocks(
      before.next,
      spoken.map((key) => item(key)),
    );
    expect([keys(items), kept]).toEqual([spoken, expected]);
  });

  it('labels blocks by the turns that they have been unchanged', () => {
    let layers = NO_LAYERS;
    const tiers: string[] = [];
    for (let turn = 0; turn < 14; turn += 1) {
      layers = stepped(layers, files).next;
      tiers.push(tierIn(layers, 'file:a'));
    }
    expect(tiers).toEqual([0, 1, 2, 3, 4].flatMap((at) => turnsOf(at)).slice(0, 14));
    const { next } = stepped(layers, [item('file:a', 800, '2')]);
    expect([tierIn(next, 'file:a'), tierIn(next, 'file:unknown')]).toEqual(['active', 'active']);
  });

  const turnsOf = (at: number) => Array(3).fill(['active', 'L3', 'L2', 'L1', 'L0'][at]) as string[];
});

it('keeps the beginning of any history, has each block once, and messages as spoken', () => {
  const names = ['a', 'b', 'c', 'd', 'e'];
  const sizes = fc.array(fc.integer({ min: 1, max: 3_000 }), { minLength: 15, maxLength: 15 });
  const turn = fc.record({
    shown: fc.subarray(names.flatMap((name) => [`file:${name}`, `symbol:${name}`])),
    messages: fc.shuffledSubarray(names.map((name) => `history:${name}`)),
    edited: fc.subarray(names, { maxLength: 2 }),
  });
  fc.assert(
    fc.property(sizes, fc.array(turn, { minLength: 1, maxLength: 20 }), (tokens, turns) => {
      const edits = new Map<string, number>();
      let layers = NO_LAYERS;
      for (const { shown, messages, edited } of turns) {
        for (const name of edited) edits.set(name, (edits.get(name) ?? 0) + 1);
        const items = [...shown, ...messages].map((key, at) =>
          item(key, tokens[at], String(edits.get(key.slice(key.indexOf(':') + 1)) ?? 0)),
        );
        const { items: arranged, kept, next } = stepped(layers, items);
        expect(next.printed.slice(0, kept)).toEqual(layers.printed.slice(0, kept));
        expect(isSameTurnAgain(next, items)).toBe(true);
        expect(keys(arranged).toSorted()).toEqual(keys(items).toSorted());
        expect(keys(arranged).filter((key) => key.startsWith('history:'))).toEqual(messages);
        expect(keys(arrangeBlocks(next, items).items)).toEqual(keys(arranged));
        layers = next;
      }
    }),
    { numRuns: 1_000 },
  );
});
