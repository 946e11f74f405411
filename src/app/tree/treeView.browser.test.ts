import { describe, expect, it } from 'vitest';
import { growth } from '../../../tests/growth';
import { indexed } from '../../../tests/indexedFile';
import { entry, ignored, open, runAll } from '../../../tests/treeViewInTests';
import { path } from '../../../tests/repoPathInTests';
import { expandSiblings, stepIn, stepOut } from './rowSteps';

describe('rows', () => {
  it('shows folders closed, folders first, single-child folders folded together', () => {
    const { lines } = open([
      'src/main/java/A.java',
      'src/main/java/B.java',
      'docs/a.md',
      'docs/b/c.md',
      'readme.md',
    ]);
    expect(lines()).toEqual(['+docs', '+src/main/java', 'readme.md']);
  });

  it('opens a folded row as one, and keeps it open when it is no longer folded', () => {
    const { view, add, lines } = open(['src/main/A.java']);
    stepIn(view);
    expect(lines()).toEqual(['-src/main', ' A.java']);
    add(['src/test/T.java']);
    expect(lines()).toEqual(['-src', ' -main', '  A.java', ' +test']);
  });

  it('numbers rows as ARIA wants it', () => {
    const { view } = open(['a/x', 'a/y', 'b']);
    stepIn(view);
    const described = view.rows.map(({ label, level, setSize, position }) => [
      label,
      level,
      setSize,
      position,
    ]);
    expect(described).toEqual([
      ['a', 1, 2, 1],
      ['x', 2, 2, 1],
      ['y', 2, 2, 2],
      ['b', 1, 2, 2],
    ]);
  });

  it('changes at most once a frame while batches come in', () => {
    const { view, tree, frames } = open(['a']);
    const before = view.rows;
    for (let id = 100; id < 105; id += 1) {
      tree.addEntries([entry(id, `file${id}`)]);
    }
    expect(view.rows).toBe(before);
    expect(frames).toHaveLength(1);
    runAll(frames);
    expect(view.rows).toHaveLength(6);
  });

  it('stay the same array while only numbers change', () => {
    const { view, tree, frames } = open(['a', 'b']);
    const before = view.rows;
    const revision = view.revision;
    tree.setIndexed([indexed(1, 10)]);
    runAll(frames);
    expect(view.rows).toBe(before);
    expect(view.revision).toBeGreaterThan(revision);
    expect(view.totals.tokens).toBe(10);
  });

  it('hides what is left out until it is asked for, and shows it then even in the context switch once ticked', () => {
    const { view, tick, lines } = open(['a.ts', ['b.log', ignored]]);
    expect(lines()).toEqual(['a.ts']);
    view.setShowLeftOut(true);
    expect(lines()).toEqual(['a.ts', 'b.log']);
    view.setShowLeftOut(false);
    tick('b.log');
    view.setOnlyTicked(true);
    expect(lines()).toEqual(['b.log']);
  });

  it('sorts by tokens, and lets rows change places only when the counts are final', () => {
    const { view, tree, frames, lines, endRun } = open(
      Array.from({ length: 100 }, (_, index) => `f${index}`),
    );
    tree.setIndexed([indexed(8, 50)]);
    view.setSort('tokens');
    expect(lines()[0]).toBe('f7');
    tree.setIndexed([indexed(5, 90)]);
    runAll(frames);
    expect(lines()[0]).toBe('f7');
    endRun();
    expect(lines()[0]).toBe('f4');
  });

  it('take time in proportion to the files of a folder', () => {
    const views = new Map([12_500, 100_000].map((count) => [count, open([])]));
    for (const [count, { view, add }] of views) {
      add(Array.from({ length: count }, (_, index) => `big/file${(index * 7919) % count}.txt`));
      view.expandAll();
      expect(view.rows).toHaveLength(count + 1);
    }
    let added = 0;
    const makeRows = (count: number): void => {
      const opened = views.get(count);
      opened?.add([`big/one-more-${(added += 1)}.txt`]);
      expect(opened?.view.rows.length).toBeGreaterThan(count + 1);
    };
    // Larger lists also miss the processor's caches, which a wider range tells from a square.
    expect(growth(makeRows, { size: 12_500, factor: 8, limit: 40 })).toBeLessThan(40);
  });
});

describe('keyboard', () => {
  it('moves through rows and stops at both ends', () => {
    const { view, at } = open(['a', 'b', 'c']);
    expect(at()).toBe('a');
    view.cursor.moveBy(1);
    expect(at()).toBe('b');
    view.cursor.end();
    view.cursor.moveBy(1);
    expect(at()).toBe('c');
    view.cursor.home();
    view.cursor.moveBy(-1);
    expect(at()).toBe('a');
  });

  it('right opens, then enters; left goes to the parent, then closes', () => {
    const { view, at, lines } = open(['dir/a', 'dir/b', 'z']);
    stepIn(view);
    expect([at(), lines().length]).toEqual(['dir', 4]);
    stepIn(view);
    expect(at()).toBe('dir/a');
    stepIn(view);
    expect(at()).toBe('dir/a');
    view.cursor.moveBy(1);
    stepOut(view);
    expect(at()).toBe('dir');
    stepOut(view);
    expect(lines()).toEqual(['+dir', 'z']);
  });

  it('star opens all folders next to the active row, and no others', () => {
    const { view, lines } = open(['a/x/1', 'a/y', 'b/2', 'c', ['d/3', ignored]]);
    view.setShowLeftOut(true);
    expandSiblings(view);
    expect(lines()).toEqual(['-a', ' +x', ' y', '-b', ' 2', '-d', ' 3', 'c']);
  });

  it('typeahead finds the next name, round the end, and by more letters', () => {
    const { view, at } = open(['bar', 'baz', 'foo']);
    view.cursor.typeahead('b', 0);
    expect(at()).toBe('baz');
    view.cursor.typeahead('b', 5_000);
    expect(at()).toBe('bar');
    view.cursor.typeahead('f', 10_000);
    expect(at()).toBe('foo');
    view.cursor.typeahead('b', 20_000);
    view.cursor.typeahead('a', 20_100);
    view.cursor.typeahead('z', 20_200);
    expect(at()).toBe('baz');
  });

  it('selects ranges with Shift and single rows with Ctrl', () => {
    const { view, selected } = open(['a', 'b', 'c', 'd']);
    view.cursor.moveTo(1);
    view.cursor.moveBy(1, 'extend');
    view.cursor.moveBy(1, 'extend');
    expect(selected()).toEqual(['b', 'c', 'd']);
    view.cursor.moveBy(-1, 'extend');
    expect(selected()).toEqual(['b', 'c']);
    view.cursor.moveTo(0, 'keep');
    view.cursor.toggleSelected();
    expect(selected()).toEqual(['a', 'b', 'c']);
    view.cursor.toggleSelected();
    expect(selected()).toEqual(['b', 'c']);
    view.cursor.moveTo(3);
    expect(selected()).toEqual(['d']);
  });

  it('keeps its place when the folder of the active row closes', () => {
    const { view, at } = open(['dir/a', 'dir/b', 'z']);
    stepIn(view);
    view.cursor.moveTo(2);
    view.collapseAll();
    expect(at()).toBe('dir');
  });
});

describe('saved state', () => {
  it('comes back, also for what is listed later', () => {
    const one = open(['a/x', 'a/y', 'b/z']);
    stepIn(one.view);
    one.view.cursor.moveTo(2);
    one.view.setSort('tokens');
    const two = open([]);
    two.view.restore(one.view.saved());
    two.add(['b/z', 'a/x', 'a/y']);
    expect(two.lines()).toEqual(['-a', ' x', ' y', '+b']);
    expect(two.at()).toBe('a/y');
    expect(two.view.saved()).toEqual(one.view.saved());
  });

  it('lists folders that are left out and were open', () => {
    const { view, add, onlist } = open([]);
    view.restore({
      expanded: ['out'],
      sort: 'name',
      onlyTicked: false,
      showLeftOut: true,
      scrollRow: 0,
      active: undefined,
    });
    add([['out/', ignored]]);
    expect(onlist.mock.calls).toEqual([['out']]);
  });

  it('reveals a file wherever it is', () => {
    const { view, at, lines } = open(['a/b/c/x.ts', 'a/y', 'z']);
    view.reveal(path('a/b/c/x.ts'));
    expect(lines()).toEqual(['-a', ' -b/c', '  x.ts', ' y', 'z']);
    expect(at()).toBe('a/b/c/x.ts');
  });

  it('keeps the place of the list until the user takes over', () => {
    const { view } = open(['a']);
    view.restore({ ...view.saved(), scrollRow: 40 });
    view.scrolled(0);
    expect(view.scrollRow).toBe(40);
    view.takeOver();
    view.scrolled(3);
    expect(view.saved().scrollRow).toBe(3);
  });
});
