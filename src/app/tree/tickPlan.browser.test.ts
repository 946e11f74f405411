import { describe, expect, it } from 'vitest';
import { ignored, open, secret } from '../../../tests/treeViewInTests';
import { stepIn, stepOut } from './rowSteps';
import { checkState } from './treeNode';

describe('ticks', () => {
  it('a folder ticks all its files that are not left out, then unticks them', async () => {
    const { view, tick, ticks } = open(['src/a', 'src/b', ['src/c.log', ignored], 'z']);
    tick('src/a');
    await view.toggleTicks();
    expect(ticks.at(-1)).toEqual([['src/b'], true, 'Select src']);
    expect(view.rows.map((row) => checkState(row.node))).toEqual([true, false]);
    await view.toggleTicks();
    expect(ticks.at(-1)?.[0].toSorted()).toEqual(['src/a', 'src/b']);
    expect(ticks.at(-1)?.[1]).toBe(false);
  });

  it('uses all selected rows at once', async () => {
    const { view, ticks } = open(['a', 'b', 'c']);
    view.cursor.moveBy(1, 'extend');
    await view.toggleTicks();
    expect(ticks).toEqual([[['a', 'b'], true, 'Select 2 entries']]);
  });

  it('ticks a file that is left out by its own box', async () => {
    const { view, ticks } = open([['a.log', ignored]]);
    view.setShowLeftOut(true);
    await view.toggleTicks();
    expect(ticks).toEqual([[['a.log'], true, 'Select a.log']]);
  });

  it('ticks what is left out by the box of a folder that holds nothing else', async () => {
    const { view, ticks } = open([['logs/a.log', ignored], ['logs/.env', secret], 'z']);
    view.setShowLeftOut(true);
    await view.toggleTicks();
    expect(ticks).toEqual([[['logs/a.log'], true, 'Select logs']]);
    await view.toggleTicks();
    expect(ticks.at(-1)).toEqual([['logs/a.log'], false, 'Deselect logs']);
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
    stepIn(view);
    view.cursor.moveTo(1);
    await view.toggleTicks();
    expect(ticks).toHaveLength(1);
    expect(confirmed).toEqual([['src/.env']]);
  });

  it('asks for the listing of a folder that is left out when it is opened, once', () => {
    const { view, onlist } = open([['out/', ignored]]);
    view.setShowLeftOut(true);
    stepIn(view);
    stepOut(view);
    stepIn(view);
    expect(onlist.mock.calls).toEqual([['out']]);
  });
});

describe('under a filter', () => {
  /** Two of the four files in `src` match; the folder below it is closed. */
  async function filtered() {
    const opened = open(['src/deep/model.ts', 'src/deep/other.ts', 'src/model.ts', 'src/util.ts', 'z']);
    opened.view.filter('model');
    await opened.answer('model', [1, 3]);
    opened.view.cursor.home();
    return opened;
  }

  it('the box of a folder ticks and unticks the files shown of it, and says how many', async () => {
    const { view, ticks, told } = await filtered();
    view.collapseAll();
    await view.toggleTicks();
    expect(ticks.at(-1)?.[0].toSorted()).toEqual(['src/deep/model.ts', 'src/model.ts']);
    expect(told).toEqual(['Selected 2 files matching “model”']);
    await view.toggleTicks();
    expect(ticks.at(-1)?.[0].toSorted()).toEqual(['src/deep/model.ts', 'src/model.ts']);
    expect(ticks.at(-1)?.[1]).toBe(false);
    expect(told.at(-1)).toBe('Deselected 2 files matching “model”');
  });

  it('says what the ticked files match while a newer query waits for its answer', async () => {
    const { view, told } = await filtered();
    view.filter('modelling');
    await view.toggleTicks();
    expect(told).toEqual(['Selected 2 files matching “model”']);
  });

  it('the box of a folder tells of the files shown', async () => {
    const { view, tick } = await filtered();
    const boxes = () => view.rows.map(({ node }) => view.checkOf(node));
    tick('src/util.ts');
    expect(boxes()).toEqual([false, false, false, false]);
    tick('src/deep/model.ts');
    expect(boxes()).toEqual(['mixed', true, true, false]);
    tick('src/model.ts');
    expect(boxes()).toEqual([true, true, true, true]);
    view.clearFilter();
    expect(view.rows.map(({ node }) => view.checkOf(node))[0]).toBe('mixed');
  });

  it('a range of rows ticks what is shown, each file once', async () => {
    const { view, ticks, told } = await filtered();
    view.cursor.end('extend');
    await view.toggleTicks();
    expect(ticks.at(-1)?.[0].toSorted()).toEqual(['src/deep/model.ts', 'src/model.ts']);
    expect(told).toEqual(['Selected 2 files matching “model”']);
  });

  it('one file needs no words', async () => {
    const { view, told } = await filtered();
    view.cursor.end();
    await view.toggleTicks();
    expect(told).toEqual([]);
  });

  it('a folder found by its own name represents all its files', async () => {
    const { view, ticks } = await byName();
    await view.toggleTicks();
    expect(ticks.at(-1)?.[0].toSorted()).toEqual(['docs/a', 'docs/b']);
  });

  it('"only what is ticked" unticks by the box of a folder', async () => {
    const { view, tick, ticks } = open(['src/a', 'src/b']);
    tick('src/a');
    view.setOnlyTicked(true);
    expect(view.rows.map(({ node }) => view.checkOf(node))[0]).toBe(true);
    await view.toggleTicks();
    expect(ticks.at(-1)).toEqual([['src/a'], false, 'Deselect src']);
  });
});

async function byName() {
  const opened = open(['docs/', 'docs/a', 'docs/b', 'z']);
  opened.view.filter('docs');
  await opened.answer('docs', [1]);
  opened.view.cursor.home();
  return opened;
}
