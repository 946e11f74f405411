import { describe, expect, it } from 'vitest';
import { ignored, open, path, secret } from '../../../tests/treeViewInTests';
import { checkState } from './treeNode';

describe('ticks', () => {
  it('a folder ticks all its files that are not left out, then unticks them', async () => {
    const { view, tree, ticks } = open(['src/a', 'src/b', ['src/c.log', ignored], 'z']);
    tree.markTicked(path('src/a'), true);
    await view.toggleTicks();
    expect(ticks.at(-1)).toEqual([['src/b'], true, 'Tick src']);
    expect(view.rows.map((row) => checkState(row.node))).toEqual([true, false]);
    await view.toggleTicks();
    expect(ticks.at(-1)?.[0].toSorted()).toEqual(['src/a', 'src/b']);
    expect(ticks.at(-1)?.[1]).toBe(false);
  });

  it('uses all selected rows at once', async () => {
    const { view, ticks } = open(['a', 'b', 'c']);
    view.cursor.moveBy(1, 'extend');
    await view.toggleTicks();
    expect(ticks).toEqual([[['a', 'b'], true, 'Tick 2 entries']]);
  });

  it('ticks a file that is left out by its own box', async () => {
    const { view, ticks } = open([['a.log', ignored]]);
    view.setShowLeftOut(true);
    await view.toggleTicks();
    expect(ticks).toEqual([[['a.log'], true, 'Tick a.log']]);
  });

  it('ticks what is left out by the box of a folder that holds nothing else', async () => {
    const { view, ticks } = open([['logs/a.log', ignored], ['logs/.env', secret], 'z']);
    view.setShowLeftOut(true);
    await view.toggleTicks();
    expect(ticks).toEqual([[['logs/a.log'], true, 'Tick logs']]);
    await view.toggleTicks();
    expect(ticks.at(-1)).toEqual([['logs/a.log'], false, 'Untick logs']);
  });

  it('lists a folder that is left out, with the folders in it, before it ticks', async () => {
    const { view, add, ticks, onlist } = open([['out/', ignored]]);
    onlist.mockImplementation((where) => {
      if (where === 'out')
        add([
          ['out/a', ignored],
          ['out/in/', ignored],
          ['out/.env', secret],
        ]);
      if (where === 'out/in') add([['out/in/b', ignored]]);
      return Promise.resolve();
    });
    view.setShowLeftOut(true);
    await view.toggleTicks();
    expect(ticks.map(([paths, on]) => [paths.toSorted(), on])).toEqual([[['out/a', 'out/in/b'], true]]);
  });

  it('asks before a sensitive file is ticked, and never takes it along with its folder', async () => {
    const { view, ticks, confirmed } = open(['src/a', ['src/.env', secret]]);
    view.setShowLeftOut(true);
    await view.toggleTicks();
    expect(ticks.map(([paths]) => paths)).toEqual([['src/a']]);
    expect(confirmed).toEqual([]);
    view.right();
    view.cursor.moveTo(1);
    await view.toggleTicks();
    expect(ticks).toHaveLength(1);
    expect(confirmed).toEqual([['src/.env']]);
  });

  it('asks for the listing of a folder that is left out when it is opened, once', () => {
    const { view, onlist } = open([['out/', ignored]]);
    view.setShowLeftOut(true);
    view.right();
    view.left();
    view.right();
    expect(onlist.mock.calls).toEqual([['out']]);
  });
});
