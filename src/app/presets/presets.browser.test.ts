import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyPreset } from '../../../tests/arbitraries/anyPreset';
import { browserStorage } from '../../../tests/storageInMemory';
import type { RepoPath } from '../../core/files/repoPath';
import { defaultItem } from '../../core/items/fileItem';
import { presetFromData, presetToData, type Preset } from '../../core/presets/preset';
import { Composition } from '../composition/composition.svelte';
import { matchesPreset, presetChange, presetOf, Presets } from './presets.svelte';
import type { Storage } from '../ports/storage';

const review: Preset = {
  name: 'review',
  description: '',
  files: [
    { ...defaultItem('src/a.ts' as RepoPath), viewMode: 'skeleton' },
    defaultItem('src/b.ts' as RepoPath),
  ],
  screenshots: [],
  settings: { strategy: 'full', agentTier: undefined, focus: ['b.ts'], modelId: 'unheard-of' },
  unknown: {},
};

async function open(storage: Storage): Promise<Presets> {
  const presets = new Presets(
    storage,
    () => undefined,
    () => undefined,
  );
  await presets.load();
  return presets;
}

test('are kept as they are, each for itself', async () => {
  const storage = browserStorage()();
  const presets = await open(storage);
  const [some] = fc.sample(fc.uniqueArray(anyPreset, { selector: ({ name }) => name, minLength: 20 }), 1);
  for (const preset of some ?? []) await presets.save(preset, 'global');
  const again = await open(storage);
  const expected = some?.toSorted((a, b) => (a.name < b.name ? -1 : 1));
  expect(again.list.map(({ value }) => value)).toStrictEqual(expected);
});

test('an unreadable preset is set aside and does not affect others', async () => {
  const storage = browserStorage()();
  await (await open(storage)).save(review, 'global');
  const broken = { version: 1, revision: 1, data: { name: 'x', preset: { files: [{ path: '../x' }] } } };
  await storage.set('preset/x', broken);
  const told: string[] = [];
  const presets = new Presets(
    storage,
    ({ text }) => told.push(text),
    () => undefined,
  );
  await presets.load();
  expect(presets.list.map(({ name }) => name)).toEqual(['review']);
  expect(told).toEqual([expect.stringContaining('files.0: "../x" goes up with ..')]);
  expect(await storage.get('set-aside/preset/x')).toEqual(broken);
});

test.each(['__proto__', '', 'x'.repeat(201)])(
  'one that a file has brought as %j is set aside',
  async (name) => {
    const storage = browserStorage()();
    const sound = { version: 1, revision: 1, data: { name: 'x', preset: { files: [] } } };
    await storage.set(`preset/${name}`, sound);
    await storage.set('preset/x', sound);
    expect((await open(storage)).list.map((record) => record.name)).toEqual(['x']);
    expect(await storage.get(`set-aside/preset/${name}`)).toEqual(sound);
  },
);

test('applying one sets its files and settings, leaves the others, and is undone in one step', () => {
  const composition = new Composition();
  const old = defaultItem('old.ts' as RepoPath);
  composition.apply(
    { items: new Map([[old.path, old]]), options: { task: 'Mend it.', agentTier: 3, modelId: 'gpt-5' } },
    'start',
  );
  const before = presetOf(composition, 'before');
  composition.apply(presetChange(composition, review), 'Apply review');
  expect(presetOf(composition, 'after').files).toMatchObject([
    { path: 'src/a.ts', viewMode: 'skeleton', agentTier: undefined },
    { path: 'src/b.ts', agentTier: 3 },
  ]);
  expect(composition.options).toMatchObject({
    strategy: 'full',
    agentTier: undefined,
    task: 'Mend it.',
    modelId: 'gpt-5',
    preset: 'review',
  });
  expect(composition.options).not.toHaveProperty('focus');
  expect(composition.undo()).toBe('Apply review');
  expect(presetOf(composition, 'before')).toStrictEqual(before);
});

test('gone files are left out, and a preset restores the composition', () => {
  const composition = new Composition();
  const exists = (path: RepoPath) => path !== 'src/a.ts';
  composition.apply(presetChange(composition, review, exists), 'Apply');
  expect(composition.paths).toEqual(['src/b.ts']);
  const saved = presetOf(composition, 'saved');
  const other = new Composition();
  other.apply(presetChange(other, saved), 'Apply');
  expect(presetOf(other, 'saved')).toStrictEqual(saved);
});

test('the time of the last copy is saved: an imported one until the file is copied', () => {
  const composition = new Composition();
  const [own, other] = [defaultItem('a.ts' as RepoPath), defaultItem('b.ts' as RepoPath)];
  const [imported, copied] = ['2026-01-02T03:04:05.000Z', '2026-02-03T04:05:06.000Z'];
  const files = [own, other].map((item) => ({ ...item, injectedAt: imported }));
  composition.apply(presetChange(composition, { ...review, files }), 'Apply');
  composition.noteExport([own.path], copied);
  expect(presetOf(composition, 'saved').files.map(({ injectedAt }) => injectedAt)).toEqual([
    copied,
    imported,
  ]);
  composition.apply(presetChange(composition, { ...review, files }), 'Apply');
  expect(presetOf(composition, 'saved').files.map(({ injectedAt }) => injectedAt)).toEqual([
    copied,
    imported,
  ]);
});

test('modes of folders come back pinned as they were', () => {
  const composition = new Composition();
  const folderModes = new Map([
    ['src', 'full'],
    ['docs', 'outline'],
  ] as const);
  const options = { strategy: 'summarize', folderModes, pinnedFolders: new Set(['src']) } as const;
  composition.apply({ options }, 'Compose');
  const saved = presetOf(composition, 'saved');
  const read = presetFromData('saved', presetToData(saved), []);
  if (read.kind === 'refused') throw new Error(read.reason);
  const other = new Composition();
  other.apply(presetChange(other, read.preset), 'Apply');
  expect(other.newItem('src/a.ts' as RepoPath)).toMatchObject({ viewMode: 'full', pinned: true });
  expect(other.newItem('docs/a.md' as RepoPath)).toMatchObject({ viewMode: 'outline', pinned: false });
  expect(matchesPreset(other, read.preset)).toBe(true);
  other.apply({ options: { pinnedFolders: new Set() } }, 'Unpin');
  expect(matchesPreset(other, read.preset)).toBe(false);
});
