import { Signal } from '../../core/async/signal';
import { expect, test } from 'vitest';
import type { ContentHash } from '../../core/files/fileContent';
import type { RepoPath } from '../../core/files/repoPath';
import { defaultItem, fileItemFromData, type FileItem } from '../../core/items/fileItem';
import { Choices } from './choices';
import { Composition } from './composition.svelte';
import { describeMoved } from './describeMoved';
import { GoneFiles } from './goneFiles.svelte';
import type { HeldByPath } from './heldContents';
import { FileTree } from '../tree/fileTree';
import { path } from '../../../tests/repoPathInTests';

const block = { tokens: 1, tokensAsLast: 1, bytes: 1, lines: 1 };
const hash = 'a'.repeat(64) as ContentHash;

/** A folder that has been read: `b.ts` and `lib/name.ts` are there. */
function folder(held?: HeldByPath) {
  const composition = new Composition();
  composition.changed.subscribe(({ change: { items = new Map<RepoPath, FileItem | undefined>() } }) => {
    tree.itemsChanged([...items.keys()]);
  });
  const changes = { files: new Signal<readonly RepoPath[]>(), raising: new Signal() };
  const tree = new FileTree(composition.items, (paths) => {
    changes.files.emit(paths);
    changes.raising.emit();
  });
  const choices = new Choices(composition, tree, { matchGlob: () => Promise.resolve([]) });
  let stored = 0;
  const waiting: (() => void)[] = [];
  const gone = new GoneFiles(
    {
      ...{ tree, composition, choices, changes },
      run: { busy: false },
      clock: {
        after(_ms, task) {
          waiting.push(task);
          return () => undefined;
        },
      },
    },
    held,
  );
  gone.heldChanged.subscribe(() => (stored += 1));
  tree.addEntries([
    { id: 1, path: path('b.ts'), kind: 'file' },
    { id: 2, path: path('lib/name.ts'), kind: 'file' },
  ]);
  tree.setIndexed([
    {
      ...{ id: 1, size: 1, modified: 0, checked: true },
      content: { kind: 'text', hash, lines: 3, tokens: 1, encoding: 'utf-8', warnings: [], block },
    },
  ]);
  /** The engine's report of a ticked file that is missing. */
  const miss = (id: number, missing: RepoPath) => {
    tree.addEntries([{ id, path: missing, kind: 'file' }]);
    tree.setIndexed([{ id, size: 0, modified: 0, checked: true, content: { kind: 'missing', block } }]);
  };
  return {
    tree,
    composition,
    choices,
    gone,
    miss,
    timesStored: () => stored,
    waiting,
  };
}

function item(data: object): FileItem {
  const read = fileItemFromData(data);
  if (read.kind === 'refused') throw new Error(read.reason);
  return read.item;
}

test('following a moved file keeps its settings and is one undo step', () => {
  const { composition, gone, miss } = folder(new Map([[path('a.ts'), { hash, lines: 3 }]]));
  const chosen = item({
    path: 'a.ts',
    view_mode: 'masked',
    ast_mask: { f: 'sig' },
    custom_slices: [{ start_line: 1, end_line: 2 }],
    tier: 3,
  });
  composition.restore({ items: new Map([[chosen.path, chosen]]) });
  miss(3, path('a.ts'));
  expect(gone.list.map(describeMoved)).toEqual(['No longer in the folder; probably now b.ts (same content)']);
  gone.follow(path('a.ts'), path('b.ts'));
  expect(composition.paths).toEqual(['b.ts']);
  expect(composition.item(path('b.ts'))).toEqual({ ...chosen, path: 'b.ts' });
  expect(composition.undoName).toBe('Move a.ts to b.ts');
  expect(gone.list).toEqual([]);
  composition.undo();
  expect(composition.item(path('a.ts'))).toEqual(chosen);
  expect(gone.list).toHaveLength(1);
});

test('a file that was never in the folder is found by its name or the content of its slices', () => {
  const { composition, gone, miss } = folder();
  const slice = { start_line: 1, end_line: 2, file_hash: hash };
  const items = [item({ path: 'src/name.ts' }), item({ path: 'old.ts', custom_slices: [slice] })];
  composition.restore({ items: new Map(items.map((each) => [each.path, each])) });
  for (const [index, each] of items.entries()) miss(3 + index, each.path);
  expect(gone.list.map(describeMoved)).toEqual([
    'No longer in the folder; probably now lib/name.ts (same name)',
    'No longer in the folder; probably now b.ts (same content)',
  ]);
});

test('a followed path leads to the new one until the step is undone or the file is back', () => {
  const { composition, tree, gone, miss } = folder(new Map([[path('a.ts'), { hash, lines: 3 }]]));
  composition.restore({ items: new Map([[path('a.ts'), defaultItem(path('a.ts'))]]) });
  miss(3, path('a.ts'));
  expect(gone.nowAt(path('a.ts'))).toBe('a.ts');
  gone.follow(path('a.ts'), path('b.ts'));
  expect(gone.nowAt(path('a.ts'))).toBe('b.ts');
  miss(1, path('b.ts'));
  gone.follow(path('b.ts'), path('lib/name.ts'));
  expect(gone.nowAt(path('a.ts'))).toBe('lib/name.ts');
  composition.undo();
  expect(gone.nowAt(path('a.ts'))).toBe('b.ts');
  composition.redo();
  tree.addEntries([{ id: 9, path: path('a.ts'), kind: 'file' }]);
  expect(gone.nowAt(path('a.ts'))).toBe('a.ts');
  expect(gone.nowAt(path('b.ts'))).toBe('lib/name.ts');
});

test('a file that is already selected is not offered', () => {
  const { composition, gone, miss } = folder(new Map([[path('a.ts'), { hash, lines: 3 }]]));
  composition.restore({
    items: new Map(['a.ts', 'b.ts'].map((text) => [path(text), defaultItem(path(text))])),
  });
  miss(3, path('a.ts'));
  expect(gone.list).toEqual([{ path: 'a.ts', likely: [], sure: false }]);
});

test('the content of a missing file is stored until the file is deselected', () => {
  const { tree, composition, gone, timesStored } = folder();
  composition.restore({ items: new Map([[path('b.ts'), defaultItem(path('b.ts'))]]) });
  expect(gone.toStore()).toEqual([]);
  tree.removeIds([1]);
  expect(timesStored()).toBe(1);
  expect(gone.toStore()).toEqual([['b.ts', hash, 3]]);
  gone.untick(path('b.ts'));
  expect(gone.toStore()).toEqual([]);
});

test('a large folder is searched in short tasks, and again from the start after a change', () => {
  const { tree, composition, gone, miss, waiting } = folder();
  const files = 20_000;
  tree.addEntries(
    Array.from({ length: files }, (_, index) => ({
      ...{ id: 100 + index, kind: 'file' as const, path: path(`many/${index}/index.ts`) },
    })),
  );
  const lost = [path('name.ts'), path('src/name.ts')];
  composition.restore({ items: new Map(lost.map((each) => [each, defaultItem(each)])) });
  miss(3, path('name.ts'));
  expect(gone.list).toEqual([]);
  miss(4, path('src/name.ts'));
  expect(gone.list).toEqual([]);
  let steps = 0;
  for (let task = waiting.shift(); task !== undefined; task = waiting.shift()) {
    expect(gone.list).toEqual([]);
    task();
    steps += 1;
  }
  expect(steps).toBeGreaterThanOrEqual(files / 2_000);
  expect(gone.list.map(({ path: of, likely }) => [of, likely[0]?.path])).toEqual([
    ['name.ts', 'lib/name.ts'],
    ['src/name.ts', 'lib/name.ts'],
  ]);
});
