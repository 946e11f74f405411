import { Signal } from '../../core/async/signal';
import { expect, test } from 'vitest';
import { referenceTo } from '../../core/attachments/reference';
import type { RepoPath } from '../../core/files/repoPath';
import { defaultItem, type FileItem } from '../../core/items/fileItem';
import type { Preset } from '../../core/presets/preset';
import { Choices } from '../composition/choices';
import { Composition } from '../composition/composition.svelte';
import { GoneFiles } from '../composition/goneFiles.svelte';
import type { Notice } from '../notify';
import { applyPlan, lookForFiles, planPreset } from './presetPlan';
import { matchesPreset, presetOf, presetOver, withoutTask } from './presets.svelte';
import type { ScannedEntry } from '../ports/engine';
import { FileTree } from '../tree/fileTree';

function item(path: string, more: Partial<FileItem> = {}): FileItem {
  return { ...defaultItem(path as RepoPath), ...more };
}

function preset(files: readonly FileItem[], more: Partial<Preset> = {}): Preset {
  return { name: 'review', description: '', files, screenshots: [], settings: {}, unknown: {}, ...more };
}

/** A folder with these files, some of them ticked. */
function place(paths: readonly string[], ticked: readonly string[] = []) {
  const composition = new Composition();
  composition.changed.subscribe(({ change: { items = new Map() } }) => {
    tree.itemsChanged([...items.keys()]);
  });
  const tree = new FileTree(composition.items, () => undefined);
  tree.addEntries(
    paths.map((path, id): ScannedEntry => ({
      ...{ id, path: path as RepoPath, kind: 'file', size: 1 },
      ...(path.endsWith('.env') && { leftOut: { source: 'sensitive', rule: '.env' } as const }),
    })),
  );
  composition.apply(
    { items: new Map(ticked.map((path) => [path as RepoPath, item(path)] as const)) },
    'start',
  );
  const choices = new Choices(composition, tree, { matchGlob: () => Promise.resolve([]) });
  const gone = new GoneFiles(
    {
      ...{ tree, composition, choices },
      changes: { files: new Signal(), raising: new Signal() },
      run: { busy: false },
      clock: {
        after(_ms, task) {
          queueMicrotask(task);
          return () => undefined;
        },
      },
    },
    undefined,
  );
  return { tree, composition, gone, list: () => Promise.resolve() };
}

test('a preset still matches if some of its files could not be applied', () => {
  const here = place(['lib/a.ts', 'b.ts', '.env']);
  const saved = preset([item('.env'), item('b.ts'), item('gone.ts'), item('src/a.ts')]);
  const likely = new Map([
    ['src/a.ts' as RepoPath, { path: 'lib/a.ts' as RepoPath, reason: 'name' } as const],
  ]);
  const choices = { moved: new Set(['src/a.ts' as RepoPath]), withAsked: false };
  const plan = planPreset(here, saved, { likely, choices });
  applyPlan(here.composition, 'review', plan, () => undefined);
  expect(here.composition.paths).toEqual(['b.ts', 'lib/a.ts']);
  expect(matchesPreset(here.composition, saved)).toBe(true);
  here.composition.apply({ items: new Map([['b.ts' as RepoPath, undefined]]) }, 'untick');
  expect(matchesPreset(here.composition, saved)).toBe(false);
  here.composition.undo();
  expect(matchesPreset(here.composition, saved)).toBe(true);
});

test('a plan lists the differences without applying them', () => {
  const here = place(['a.ts', 'b.ts', 'c.ts'], ['a.ts', 'b.ts']);
  const wanted = preset([item('a.ts', { viewMode: 'outline' }), item('c.ts')], {
    settings: { strategy: 'full' },
  });
  const { differences, gone, asked } = planPreset(here, wanted);
  expect(differences.map((each) => [each.kind, 'path' in each ? each.path : each.change.what])).toEqual([
    ['changed', 'a.ts'],
    ['removed', 'b.ts'],
    ['added', 'c.ts'],
    ['setting', 'detail'],
  ]);
  expect([gone, asked]).toEqual([[], []]);
  expect(here.composition.paths).toEqual(['a.ts', 'b.ts']);
});

test('a missing file whose name looks like another is shown with its odd characters escaped', () => {
  const here = place(['src/app.ts', 'b.ts']);
  const plan = planPreset(here, preset([item('src/\u0430pp.ts'), item('b.ts'), item('gone.ts')]));
  const notices: Notice[] = [];
  applyPlan(here.composition, 'review', plan, (notice) => notices.push(notice));
  expect(notices).toMatchObject([
    {
      kind: 'warning',
      details: [
        String.raw`src/\u0430pp.ts is missing from this folder. It looks like src/app.ts, but is not the same name.`,
        'gone.ts is missing from this folder.',
      ],
    },
  ]);
});

test('a missing file is replaced by its likely new path only if the user chooses so', async () => {
  const here = place(['lib/a.ts', 'b.ts']);
  const wanted = preset([item('src/a.ts', { viewMode: 'skeleton' }), item('b.ts'), item('x.py')]);
  const likely = await lookForFiles(here, wanted);
  const plan = planPreset(here, wanted, { likely });
  expect(plan.gone.map(({ path, likely }) => [path, likely?.path])).toEqual([
    ['src/a.ts', 'lib/a.ts'],
    ['x.py', undefined],
  ]);
  expect([...(plan.change.items?.keys() ?? [])]).toEqual(['b.ts']);
  const moved = planPreset(here, wanted, {
    likely,
    choices: { moved: new Set(['src/a.ts' as RepoPath]), withAsked: false },
  });
  expect(moved.change.items?.get('lib/a.ts' as RepoPath)).toMatchObject({ viewMode: 'skeleton' });
});

test('an ignored folder is listed before its files count as missing', async () => {
  const here = place(['a.ts']);
  const wanted = preset([item('a.ts'), item('build/out.js')]);
  expect(planPreset(here, wanted).gone).toHaveLength(1);
  const list = (paths: readonly RepoPath[]) => {
    expect(paths).toEqual(['a.ts', 'build/out.js']);
    const leftOut = { source: 'built-in', rule: 'build' } as const;
    here.tree.addEntries([{ id: 9, path: 'build/out.js' as RepoPath, kind: 'file', leftOut }]);
    return Promise.resolve();
  };
  const likely = await lookForFiles({ ...here, list }, wanted);
  const { gone, change } = planPreset(here, wanted, { likely });
  expect(gone).toEqual([]);
  expect([...(change.items?.keys() ?? [])]).toEqual(['a.ts', 'build/out.js']);
});

test('a sensitive file is selected only if the user confirms', () => {
  const here = place(['.env', 'a.ts']);
  const wanted = preset([item('.env'), item('a.ts')]);
  const plan = planPreset(here, wanted);
  expect(plan.asked).toEqual(['.env']);
  expect([...(plan.change.items?.keys() ?? [])]).toEqual(['a.ts']);
  const all = planPreset(here, wanted, { choices: { moved: new Set(), withAsked: true } });
  expect([...(all.change.items?.keys() ?? [])]).toEqual(['.env', 'a.ts']);
});

test('applying is one undo step, and the Undo of its message never undoes a later one', () => {
  const { tree, composition } = place(['a.ts', 'b.ts'], ['b.ts']);
  const notices: Notice[] = [];
  const wanted = preset([item('a.ts'), item('gone.ts')]);
  applyPlan(composition, 'review', planPreset({ tree, composition }, wanted), (notice) =>
    notices.push(notice),
  );
  expect(composition.undoName).toBe('Apply preset review');
  expect(composition.paths).toEqual(['a.ts']);
  expect(notices).toMatchObject([
    {
      kind: 'warning',
      text: 'Applied preset review. Changes: 1 file added, 1 file removed.',
      details: ['gone.ts is missing from this folder.'],
    },
  ]);
  const offer = notices[0]?.offer;
  if (typeof offer !== 'object' || !('run' in offer)) throw new Error('nothing is offered');
  composition.apply({ options: { task: 'x' } }, 'Write the task');
  offer.run();
  expect(composition.undoName).toBe('Write the task');
  composition.undo();
  offer.run();
  expect(composition.paths).toEqual(['b.ts']);
});

test('a preset that changes nothing offers no Undo', () => {
  const { tree, composition } = place(['a.ts']);
  const notices: Notice[] = [];
  for (let times = 0; times < 2; times += 1) {
    const plan = planPreset({ tree, composition }, preset([item('a.ts')]));
    applyPlan(composition, 'review', plan, (notice) => notices.push(notice));
  }
  expect(notices.map(({ offer }) => offer !== undefined)).toEqual([true, false]);
  composition.undo();
  expect(composition.undoName).toBeUndefined();
});

test('a composition matches its preset until a file or setting changes, except for the task', () => {
  const { composition } = place(['a.ts', 'b.ts'], ['a.ts']);
  composition.apply({ options: { task: 'Mend it.' } }, 'Write the task');
  const saved = withoutTask(presetOf(composition, 'mine'));
  expect(saved.settings).not.toHaveProperty('task');
  expect(matchesPreset(composition, saved)).toBe(true);
  composition.apply({ options: { task: 'Another.' } }, 'Write the task');
  expect(matchesPreset(composition, saved)).toBe(true);
  composition.apply(
    { items: new Map([['a.ts' as RepoPath, item('a.ts', { viewMode: 'outline' })]]) },
    'mode',
  );
  expect(matchesPreset(composition, saved)).toBe(false);
  composition.undo();
  composition.apply({ options: { strategy: 'full' } }, 'strategy');
  expect(matchesPreset(composition, saved)).toBe(false);
});

test('saving over a preset keeps the parts that a composition lacks', () => {
  const { composition } = place(['a.ts'], ['a.ts']);
  const old = preset([item('b.ts')], {
    description: 'Kept.',
    settings: { focus: ['b'], unknown: { later: 1 }, strategy: 'full' },
    unknown: { newer: true },
  });
  const over = presetOver(composition, old);
  expect(over).toMatchObject({
    ...{ description: 'Kept.', unknown: { newer: true } },
    settings: { unknown: { later: 1 }, strategy: 'auto' },
  });
  expect(over.files.map(({ path }) => path)).toEqual(['a.ts']);
});

const PASTED = { source: referenceTo('image-1.png'), alt: 'Pasted' };
const shot = (source: string) => ({ source, alt: '' });
const pdf = (source: string) => ({ source, form: 'full' as const, isOff: false });

test('a preset holds the screenshots and documents of the folder, and applying it keeps those that are attached', () => {
  const here = place(['a.png', 'b.pdf']);
  const { composition } = here;
  const options = { screenshots: [PASTED, shot('a.png')], documents: [pdf('b.pdf')] };
  composition.apply({ options }, 'add');
  const saved = presetOf(composition, 'review');
  expect(saved).toMatchObject({
    screenshots: [shot('a.png')],
    settings: { documents: [pdf('b.pdf')] },
  });
  composition.remember({ preset: 'review' });
  expect(matchesPreset(composition, saved)).toBe(true);
  composition.apply({ options: { screenshots: [{ ...PASTED, alt: '' }, shot('a.png')] } }, 'edit');
  expect(matchesPreset(composition, saved)).toBe(true);
  composition.apply({ options: { screenshots: [PASTED], documents: [], withScreenshots: false } }, 'remove');
  expect(matchesPreset(composition, saved)).toBe(false);
  const plan = planPreset(here, saved);
  expect(plan.differences.map((each) => 'change' in each && each.change.what)).toEqual([
    'screenshots',
    'documents',
  ]);
  applyPlan(composition, 'review', plan, () => undefined);
  expect(composition.options).toMatchObject({
    ...{ screenshots: [shot('a.png'), PASTED], documents: [pdf('b.pdf')], withScreenshots: true },
  });
  composition.undo();
  expect(composition.options.screenshots).toEqual([PASTED]);
  expect(presetOver(composition, saved).screenshots).toEqual([]);
});

test('missing screenshots and documents of a preset are named, and stay in the composition', () => {
  const here = place(['a.png']);
  const { composition } = here;
  const wanted = preset([], {
    screenshots: [shot('a.png'), shot('gone.png')],
    settings: { documents: [pdf('gone.pdf')] },
  });
  const plan = planPreset(here, wanted);
  expect(plan.missingAdded).toEqual(['gone.png', 'gone.pdf']);
  const notices: Notice[] = [];
  applyPlan(composition, 'review', plan, (notice) => notices.push(notice));
  expect(notices).toMatchObject([
    {
      kind: 'warning',
      details: ['gone.png is missing from this folder.', 'gone.pdf is missing from this folder.'],
    },
  ]);
  expect(composition.options.screenshots).toEqual(wanted.screenshots);
  expect(matchesPreset(composition, wanted)).toBe(true);
});

test('only the first of two missing files gets a path that is likely for both', () => {
  const here = place(['new/.env']);
  const files = [item('a/.env', { viewMode: 'outline' }), item('b/.env')];
  const [there, a, b] = ['new/.env', 'a/.env', 'b/.env'].map((path) => path as RepoPath);
  if (!there || !a || !b) throw new Error('there are three');
  const likely = new Map([a, b].map((path) => [path, { path: there, reason: 'name' }] as const));
  const choices = { moved: new Set([a, b]), withAsked: false };
  expect(planPreset(here, preset(files), { likely, choices }).asked).toEqual([there]);
  const plan = planPreset(here, preset(files), { likely, choices: { ...choices, withAsked: true } });
  expect(plan.change.items?.get(there)?.viewMode).toBe('outline');
  const notices: Notice[] = [];
  applyPlan(here.composition, 'review', plan, (notice) => notices.push(notice));
  expect(notices).toMatchObject([{ kind: 'warning', details: ['b/.env is missing from this folder.'] }]);
});
