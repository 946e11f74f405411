import fc from 'fast-check';
import { expect, test } from 'vitest';
import { browserStorage } from '../../../tests/storageInMemory';
import { parseRepoPath, type RepoPath } from '../../core/files/repoPath';
import { defaultItem, VIEW_MODES, type FileItem } from '../../core/items/fileItem';
import { Composition, type CompositionChange } from '../composition/composition.svelte';
import { KeptComposition } from './keptComposition';
import type { Storage } from '../ports/storage';
import { insteadOf, NewerValue } from './storedValue';
import { compositionKey, readWorkspaceState } from './workspaceState';

const ID = 'folder';

function path(text: string): RepoPath {
  const parsed = parseRepoPath(text);
  if (parsed.kind !== 'path') throw new Error(parsed.reason);
  return parsed.path;
}

interface Tab {
  readonly composition: Composition;
  readonly kept: KeptComposition;
  tick(name: string, item?: Partial<FileItem>): void;
  change(change: CompositionChange): void;
}

async function openTab(storage: Storage): Promise<Tab> {
  const state = await readWorkspaceState({ storage, notify: () => undefined }, ID, undefined);
  const composition = new Composition();
  const kept = new KeptComposition({ id: ID, storage, revision: state.revision, composition });
  composition.changed.subscribe(({ change, isOurs }) => {
    if (isOurs) kept.changed(change);
  });
  composition.restore(state.composition);
  const change = (made: CompositionChange) => {
    composition.apply(made, 'change');
  };
  return {
    ...{ composition, kept, change },
    tick(name, item = {}) {
      change({ items: new Map([[path(name), { ...defaultItem(path(name)), ...item }]]) });
    },
  };
}

function contents({ composition }: Tab): unknown {
  return {
    items: composition.paths.map((each) => composition.item(each)),
    options: composition.options,
  };
}

test('merges the changes of two tabs, and each sees those of the other', async () => {
  const storage = browserStorage();
  const [one, other] = [await openTab(storage()), await openTab(storage())];
  one.tick('a.ts', { viewMode: 'skeleton' });
  other.tick('b.ts');
  other.change({ options: { task: 'Look.' } });
  await Promise.all([one.kept.save(), other.kept.save()]);
  const later = await openTab(storage());
  expect(later.composition.paths).toEqual(['a.ts', 'b.ts']);
  expect(later.composition.options.task).toBe('Look.');
  for (const tab of [one, other]) await expect.poll(() => contents(tab)).toEqual(contents(later));
});

test('two saves in a row keep another tab’s changes, however late its news arrives', async () => {
  const storage = browserStorage();
  const late: Storage = { ...storage(), watch: () => () => undefined };
  const [one, other] = [await openTab(late), await openTab(storage())];
  other.tick('theirs.ts');
  await other.kept.save();
  one.tick('a.ts');
  await one.kept.save();
  one.tick('b.ts');
  await one.kept.save();
  const later = await openTab(storage());
  expect(later.composition.paths).toEqual(['a.ts', 'b.ts', 'theirs.ts']);
  expect(contents(one)).toEqual(contents(later));
  await expect.poll(() => contents(other)).toEqual(contents(later));
});

test('an invalid revision does not hide the saves of other tabs', async () => {
  const storage = browserStorage();
  const first = await openTab(storage());
  first.tick('a.ts');
  const [key, value] = first.kept.entry();
  await storage().set(key, { ...value, revision: Number.MAX_VALUE });
  const late: Storage = { ...storage(), watch: () => () => undefined };
  const [one, other] = [await openTab(late), await openTab(storage())];
  other.tick('b.ts');
  await other.kept.save();
  one.tick('c.ts');
  await one.kept.save();
  expect((await openTab(storage())).composition.paths).toEqual(['a.ts', 'b.ts', 'c.ts']);
});

test('unsaved changes win over another tab’s changes of the same items', async () => {
  const storage = browserStorage();
  const [one, other] = [await openTab(storage()), await openTab(storage())];
  one.change({ options: { task: 'mine', instructions: 'ours' } });
  other.change({ options: { task: 'theirs', fileTree: 'all' } });
  await other.kept.save();
  await expect.poll(() => one.composition.options.fileTree).toBe('all');
  expect(one.composition.options.task).toBe('mine');
  await one.kept.save();
  await expect.poll(() => other.composition.options).toMatchObject({ task: 'mine', instructions: 'ours' });
});

test('another tab’s changes are not undo steps here', async () => {
  const storage = browserStorage();
  const [one, other] = [await openTab(storage()), await openTab(storage())];
  one.tick('a.ts');
  other.tick('b.ts');
  await Promise.all([one.kept.save(), other.kept.save()]);
  await expect.poll(() => one.composition.size).toBe(2);
  one.composition.undo();
  expect(one.composition.paths).toEqual(['b.ts']);
  expect(one.composition.undoName).toBeUndefined();
});

test('a store emptied under an open tab gets all of it again', async () => {
  const storage = browserStorage();
  const here = storage();
  const tab = await openTab(here);
  tab.tick('a.ts');
  await tab.kept.save();
  await here.remove(compositionKey(ID));
  tab.tick('b.ts');
  await tab.kept.save();
  expect((await openTab(storage())).composition.paths).toEqual(['a.ts', 'b.ts']);
});

test('a restored composition is adopted, even by a save before its news arrives', async () => {
  const storage = browserStorage();
  const [here, elsewhere] = [storage(), browserStorage()()];
  // The same revision as the composition here.
  const other = await openTab(elsewhere);
  other.tick('other.ts');
  await other.kept.save();
  const tab = await openTab({ ...here, watch: () => () => undefined });
  tab.tick('a.ts');
  await tab.kept.save();
  tab.tick('b.ts');
  const key = compositionKey(ID);
  const coming = await elsewhere.get(key);
  await here.update(key, (stored) => insteadOf(stored, coming));
  await tab.kept.save();
  expect(tab.composition.paths).toEqual(['b.ts', 'other.ts']);
  expect(contents(await openTab(storage()))).toEqual(contents(tab));
});

test('a tab closed while it reads another tab’s save does not overwrite it', async () => {
  const storage = browserStorage();
  let answers = Promise.resolve();
  const mine = storage();
  const slow: Storage = { ...mine, get: (key) => mine.get(key).then((value) => answers.then(() => value)) };
  const [one, other] = [await openTab(slow), await openTab(storage())];
  let answer = () => {};
  answers = new Promise((resolve) => (answer = resolve));
  one.tick('mine.ts');
  other.tick('theirs.ts');
  await other.kept.save();
  const saved = one.kept.save();
  one.kept.close();
  answer();
  await saved;
  expect((await openTab(storage())).composition.paths).toEqual(['mine.ts', 'theirs.ts']);
});

test('a restored value does not replace one of a newer release', () => {
  const newer = { version: 2, revision: 1, shape: 'another' };
  for (const older of [{ version: 1, revision: 7 }, { text: 'a' }, ['a']])
    expect(insteadOf(newer, older)).toBe(newer);
  expect(insteadOf({ version: 1, revision: 7 }, newer)).toEqual({ ...newer, revision: 8 });
});

test('a value of a newer release is not overwritten', async () => {
  const here = browserStorage()();
  const tab = await openTab(here);
  await here.set(compositionKey(ID), { version: 2, shape: 'another' });
  tab.tick('a.ts');
  await expect(tab.kept.save()).rejects.toBeInstanceOf(NewerValue);
  expect(await here.get(compositionKey(ID))).toEqual({ version: 2, shape: 'another' });
  expect(tab.composition.paths).toEqual(['a.ts']);
});

test('any changes in three tabs, saved in any order, converge to one state that contains all of them', async () => {
  const names = ['a.ts', 'b.ts', 'c/d.ts', 'e.ts'];
  const step = fc.record({
    tab: fc.nat(2),
    name: fc.constantFrom(...names),
    mode: fc.option(fc.constantFrom(...VIEW_MODES), { nil: undefined }),
    saves: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
      const storage = browserStorage();
      const tabs = [await openTab(storage()), await openTab(storage()), await openTab(storage())];
      for (const { tab: index, name, mode, saves } of steps) {
        const tab = tabs[index];
        if (mode === undefined) tab?.change({ items: new Map([[path(name), undefined]]) });
        else tab?.tick(name, { viewMode: mode });
        if (saves) await tab?.kept.save();
      }
      for (const tab of tabs) await tab.kept.save();
      const later = await openTab(storage());
      for (const tab of tabs) await expect.poll(() => contents(tab)).toEqual(contents(later));
    }),
    { numRuns: 60 },
  );
});

test('times of exports are stored with plain and other items, and reach other tabs', async () => {
  const storage = browserStorage();
  const one = await openTab(storage());
  for (const name of ['a', 'b', 'c']) one.tick(name);
  one.tick('d', { viewMode: 'outline' });
  const [first, second] = ['2026-01-02T03:04:05.000Z', '2026-01-03T03:04:05.000Z'];
  one.kept.changed(one.composition.noteExport(['a', 'b', 'd'].map(path), first));
  one.kept.changed(one.composition.noteExport([path('b')], second));
  await one.kept.save();
  const other = await openTab(storage());
  expect(contents(other)).toEqual(contents(one));
  expect(other.composition.paths.map((each) => other.composition.item(each)?.injectedAt)).toEqual([
    ...[first, second, undefined, first],
  ]);
  other.tick('e');
  one.kept.changed(one.composition.noteExport([path('c')], second));
  await other.kept.save();
  await one.kept.save();
  await expect.poll(() => contents(other)).toEqual(contents(one));
  expect(one.composition.size).toBe(5);
  expect(one.composition.item(path('c'))?.injectedAt).toBe(second);
});
