import { flushSync } from 'svelte';
import { describe, expect, it, vi } from 'vitest';
import { growth } from '../../../tests/growth';
import type { ScannedEntry } from '../../../workers/engine/contract';
import type { ContentHash } from '../../core/files/fileContent';
import type { RepoPath } from '../../core/files/repoPath';
import type { LeftOut } from '../../core/ignore/leftOut';
import { FileTree } from './fileTree';
import { checkState } from './treeNode';
import { TreeView } from './treeView.svelte';

const ignored: LeftOut = { source: 'built-in', rule: 'node_modules/' };
const secret: LeftOut = { source: 'sensitive', rule: '.env' };

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
    view.right();
    expect(lines()).toEqual(['-src/main', ' A.java']);
    add(['src/test/T.java']);
    expect(lines()).toEqual(['-src', ' -main', '  A.java', ' +test']);
  });

  it('numbers rows as ARIA wants it', () => {
    const { view } = open(['a/x', 'a/y', 'b']);
    view.right();
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
      view.touch();
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
    view.touch();
    runAll(frames);
    expect(view.rows).toBe(before);
    expect(view.revision).toBeGreaterThan(revision);
    expect(view.totals.tokens).toBe(10);
  });

  it('hides what is left out until it is asked for, and shows it then even in the context switch once ticked', () => {
    const { view, tree, lines } = open(['a.ts', ['b.log', ignored]]);
    expect(lines()).toEqual(['a.ts']);
    view.setShowLeftOut(true);
    expect(lines()).toEqual(['a.ts', 'b.log']);
    view.setShowLeftOut(false);
    tree.markTicked(path('b.log'), true);
    view.setOnlyTicked(true);
    expect(lines()).toEqual(['b.log']);
  });

  it('sorts by tokens, and lets rows change places only when the counts are final', () => {
    const { view, tree, frames, lines } = open(Array.from({ length: 100 }, (_, index) => `f${index}`));
    tree.setIndexed([indexed(8, 50)]);
    view.setSort('tokens');
    expect(lines()[0]).toBe('f7');
    tree.setIndexed([indexed(5, 90)]);
    view.touch();
    runAll(frames);
    expect(lines()[0]).toBe('f7');
    view.settle();
    expect(lines()[0]).toBe('f4');
  });

  it('take time in proportion to the files of a folder', () => {
    const views = new Map([25_000, 100_000].map((count) => [count, open([])]));
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
    expect(growth(makeRows, { size: 25_000, factor: 4, limit: 10 })).toBeLessThan(10);
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
    view.right();
    expect([at(), lines().length]).toEqual(['dir', 4]);
    view.right();
    expect(at()).toBe('dir/a');
    view.right();
    expect(at()).toBe('dir/a');
    view.cursor.moveBy(1);
    view.left();
    expect(at()).toBe('dir');
    view.left();
    expect(lines()).toEqual(['+dir', 'z']);
  });

  it('star opens all folders next to the active row, and no others', () => {
    const { view, lines } = open(['a/x/1', 'a/y', 'b/2', 'c', ['d/3', ignored]]);
    view.setShowLeftOut(true);
    view.expandSiblings();
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
    view.right();
    view.cursor.moveTo(2);
    view.collapseAll();
    expect(at()).toBe('dir');
  });
});

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

describe('filter', () => {
  it('shows matches and their folders open, and makes the best one active', async () => {
    const { view, at, lines, answer } = open(['a/deep/x.ts', 'a/other.ts', 'b/x.ts', 'c.ts']);
    view.filter('x');
    await answer('x', [3, 1]);
    expect(lines()).toEqual(['-a/deep', ' x.ts', '-b', ' x.ts']);
    expect(at()).toBe('b/x.ts');
  });

  it('shows the answer to the newest query only', async () => {
    const { view, answer, lines } = open(['a', 'b']);
    view.filter('a');
    view.filter('ab');
    await answer('a', [1]);
    expect(view.isFiltered).toBe(false);
    await answer('ab', [2]);
    expect(lines()).toEqual(['b']);
  });

  it('lets folders be closed, and ends with the active row in sight', async () => {
    const { view, at, lines, answer } = open(['a/x', 'a/y', 'b/x']);
    view.filter('x');
    await answer('x', [3, 1]);
    view.cursor.moveTo(0);
    view.left();
    expect(lines()).toEqual(['+a', '-b', ' x']);
    view.cursor.end();
    view.filter('');
    expect(lines()).toEqual(['+a', '-b', ' x']);
    expect(at()).toBe('b/x');
  });

  it('does not show what is left out unless that is on', async () => {
    const { view, lines, answer } = open(['a', ['out/x', ignored]]);
    view.filter('x');
    await answer('x', [2]);
    expect(lines()).toEqual([]);
    view.setShowLeftOut(true);
    expect(lines()).toEqual(['-out', ' x']);
  });
});

describe('saved state', () => {
  it('comes back, also for what is listed later', () => {
    const one = open(['a/x', 'a/y', 'b/z']);
    one.view.right();
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

type Listed = string | readonly [string, LeftOut];

/** A view over entries that are listed; a path that ends in a slash is a folder. */
function open(entries: readonly Listed[]) {
  const tree = new FileTree();
  const frames: (() => void)[] = [];
  const ticks: [readonly RepoPath[], boolean, string][] = [];
  const confirmed: (readonly RepoPath[])[] = [];
  const questions = new Map<string, (ids: readonly number[]) => void>();
  const onlist = vi.fn((_path: RepoPath) => Promise.resolve());
  const view = new TreeView(tree, {
    ontick: (paths, on, name) => {
      ticks.push([paths, on, name]);
      for (const path of paths) tree.markTicked(path, on);
    },
    onconfirmSensitive: (paths) => confirmed.push(paths),
    onmode: () => undefined,
    onfocus: () => undefined,
    onlist,
    onfilter: (query) => new Promise((resolve) => questions.set(query, resolve)),
    onchange: () => undefined,
    nextFrame: (task) => frames.push(task),
  });
  let id = 0;
  const add = (more: readonly Listed[]) => {
    tree.addEntries(
      more.map((listed) =>
        typeof listed === 'string' ? entry((id += 1), listed) : entry((id += 1), ...listed),
      ),
    );
    view.touch();
    runAll(frames);
  };
  add(entries);
  return {
    ...{ view, tree, frames, ticks, confirmed, onlist, add },
    lines: () => view.rows.map((row) => ' '.repeat(row.level - 1) + sign(row.expanded) + row.label),
    at: () => view.cursor.row?.node.path,
    selected: () => view.rows.filter((row) => view.cursor.isSelected(row.node)).map((row) => row.label),
    answer: async (query: string, ids: readonly number[]) => {
      await vi.waitFor(() => expect(questions.has(query)).toBe(true), { timeout: 20_000 });
      questions.get(query)?.(ids);
      await Promise.resolve()
        .then(() => undefined)
        .then(() => undefined);
    },
  };
}

function sign(expanded: boolean | undefined): string {
  return expanded === undefined ? '' : expanded ? '-' : '+';
}

function runAll(frames: (() => void)[]): void {
  for (const frame of frames.splice(0)) frame();
  flushSync();
}

function path(text: string): RepoPath {
  return text as RepoPath;
}

function entry(id: number, where: string, leftOut?: LeftOut): ScannedEntry {
  const kind = where.endsWith('/') ? 'folder' : 'file';
  return { id, path: path(where.replace(/\/$/, '')), kind, ...(leftOut && { leftOut }) };
}

function indexed(id: number, tokens: number) {
  const block = { tokens, tokensAsLast: tokens, bytes: 1, lines: 1 };
  const content = {
    kind: 'text',
    hash: '' as ContentHash,
    lines: 1,
    tokens,
    encoding: 'utf-8',
    warnings: [],
    block,
  } as const;
  return { id, size: 1, modified: 0, content, checked: true };
}
