import { Signal } from '../../core/async/signal';
import { describe, expect, test } from 'vitest';
import { pagesInMemory } from '../../../tests/pagesInMemory';
import { storageInMemory } from '../../../tests/storageInMemory';
import { DEFAULT_PERSONA } from '../../core/presets/persona';
import { browserTabs } from '../../platform/tabs';
import { Composition } from '../composition/composition.svelte';
import type { Clock } from '../ports/clock';
import type { Endpoint } from '../ports/endpoint';
import type { Storage } from '../ports/storage';
import { backupsOf, keepBackup } from '../presets/backups';
import { Personas } from '../presets/personas.svelte';
import { presetOf, Presets } from '../presets/presets.svelte';
import type { ScopedRecords } from '../presets/scopedRecords.svelte';
import { EndpointRun } from '../summaries/endpointRun.svelte';
import { TaskUrls } from '../urls/taskUrls.svelte';
import { Recents } from './recents.svelte';
import { Settings } from './settings.svelte';
import type { StoreAndNotify } from './storedValue';
import { WorkspaceSaving } from './workspaceSaving';
import { readWorkspaceState, type WorkspaceState } from './workspaceState';

const ID = 'folder';
const HASH = 'a'.repeat(64);
const clock: Clock = { now: () => 0, after: () => () => undefined, nextFrame: () => undefined };
const directory = await navigator.storage.getDirectory();
const nothing = () => undefined;

/** A value that the app has read, and how the app saves it again. */
interface Used {
  readonly read: unknown;
  save(): Promise<unknown>;
}

interface Example {
  readonly key: string;
  /** As the first release has stored it. */
  readonly stored: unknown;
  readonly read: unknown;
  use(places: StoreAndNotify): Promise<Used>;
}

const view = {
  ...{ expanded: ['src'], sort: 'tokens', onlyTicked: true, showLeftOut: false, scrollRow: 2.5 },
  ...{ active: 'src/a.ts', recent: ['src/a.ts'] },
} as const;

const examples: readonly Example[] = [
  {
    key: 'settings',
    stored: { version: 1, theme: 'dark', modelId: 'gpt-5', namespace: 'mine' },
    read: 'mine',
    async use({ storage, notify }) {
      const settings = new Settings(storage, clock, notify);
      await settings.load();
      return {
        read: settings.data.namespace === 'context' ? undefined : settings.data.namespace,
        save() {
          settings.change({ namespace: 'new' });
          return settings.flush();
        },
      };
    },
  },
  {
    key: 'recents',
    stored: [{ id: ID, name: 'app', origin: 'picked', openedAt: 5, handle: directory }],
    read: [{ id: ID, name: 'app', origin: 'picked', openedAt: 5 }],
    async use(places) {
      const recents = await recentsIn(places);
      return {
        read: recents.list.length === 0 ? undefined : recents.list,
        save: () => recents.remember({ name: 'b', origin: 'picked', handle: directory }, 6),
      };
    },
  },
  {
    key: 'awaiting',
    stored: [{ id: ID, name: 'app' }],
    read: [{ id: ID, name: 'app' }],
    async use(places) {
      const recents = await recentsIn(places);
      return {
        read: recents.awaiting.length === 0 ? undefined : recents.awaiting,
        save: () => places.storage.update(...recents.toAwait([{ id: 'other', name: 'b' }])),
      };
    },
  },
  {
    key: `workspace/${ID}`,
    stored: {
      ...{ version: 1, revision: 3, plainFiles: 'a.ts\0b.ts' },
      files: [{ path: 'c.ts', view_mode: 'skeleton' }],
      options: { task: 'Look.' },
    },
    read: ['a.ts', 'b.ts', 'c.ts'],
    use: (places) =>
      workspaceIn(places, ({ composition }) => composition.items && [...composition.items.keys()]),
  },
  {
    key: `workspace/${ID}/view`,
    stored: view,
    read: view,
    use: (places) => workspaceIn(places, (state) => (state.view.scrollRow === 0 ? undefined : state.view)),
  },
  {
    key: `workspace/${ID}/held`,
    stored: [['a.ts', HASH, 3]],
    read: [['a.ts', { hash: HASH, lines: 3 }]],
    use: (places) => workspaceIn(places, ({ held }) => held && [...held]),
  },
  {
    key: 'backup/strata.toml/2026-01-02T03:04:05.000Z',
    stored: { folder: 'app', workspace: ID, text: 'text', time: '2026-01-02T03:04:05.000Z' },
    read: ['text'],
    async use(places) {
      const [time, place] = ['2026-01-02T03:04:05.000Z', { folder: 'app', workspace: ID }];
      const backups = await backupsOf(places, 'strata.toml', place);
      return {
        read: backups.length === 0 ? undefined : backups.map(({ text }) => text),
        save: () => keepBackup(places, 'strata.toml', { ...place, text: 'new', time }),
      };
    },
  },
  {
    key: `page/${ID}/https://a.example`,
    stored: { text: 'x', isCut: false, time: 0, by: 'paste', address: 'https://a.example', isLeftOut: false },
    read: ['x'],
    async use(places) {
      const composition = new Composition();
      composition.apply({ options: { task: 'See https://a.example' } }, 'Task');
      const urls = new TaskUrls({ ...places, id: ID, composition, clock, ...pagesInMemory() });
      await urls.load();
      return {
        read: urls.read.length === 0 ? undefined : urls.read.map(({ text }) => text),
        async save() {
          await urls.paste('https://a.example', 'new');
          await urls.flush();
        },
      };
    },
  },
  {
    key: 'endpoint',
    stored: { address: 'http://localhost:1/v1', model: 'm' },
    read: { address: 'http://localhost:1/v1', model: 'm', key: '' },
    async use({ storage, notify }) {
      const run = new EndpointRun({} as Endpoint, { listen: nothing, tell: nothing }, storage);
      await run.load();
      if (run.storageFault !== undefined) notify({ kind: 'warning', text: run.storageFault });
      return {
        read: run.target.model === '' ? undefined : run.target,
        save: () => Promise.resolve(run.change({ model: 'new' })),
      };
    },
  },
  {
    key: 'preset/review',
    stored: { version: 1, revision: 2, data: { name: 'review', preset: { files: ['a.ts'] } } },
    read: ['review'],
    use: ({ storage, notify }) =>
      recordsIn(new Presets(storage, notify, nothing), presetOf(new Composition(), 'review')),
  },
  {
    key: 'persona/mender',
    stored: { version: 1, revision: 2, data: { name: 'mender' } },
    read: ['mender'],
    use: ({ storage, notify }) =>
      recordsIn(new Personas(storage, notify, nothing), { ...DEFAULT_PERSONA, name: 'mender' }),
  },
];

async function recentsIn({ storage, notify }: StoreAndNotify): Promise<Recents> {
  const folders = { isSame: () => Promise.resolve(false) };
  const recents = new Recents({
    ...{ storage, notify, folders, tabs: browserTabs },
    caches: { forget: () => Promise.resolve(), dropTexts: () => Promise.resolve() },
  });
  await recents.load();
  return recents;
}

/** Saves a new composition, view, and held file. */
async function workspaceIn(
  { storage, notify }: StoreAndNotify,
  partOf: (state: WorkspaceState) => unknown,
): Promise<Used> {
  const state = await readWorkspaceState({ storage, notify }, ID, undefined);
  const composition = new Composition();
  const [viewChanged, heldChanged] = [new Signal(), new Signal()];
  const saving = new WorkspaceSaving(
    { id: ID, storage, clock, notify: nothing },
    {
      ...{ composition, state },
      gone: { heldChanged, toStore: () => [['new.ts', HASH, 1]] },
      onfirst: () => Promise.resolve(),
    },
  );
  saving.keepView(viewChanged, () => ({ scrollRow: 9 }));
  return {
    read: partOf(state),
    save() {
      saving.compositionChanged({ options: { task: 'new' } });
      viewChanged.emit();
      heldChanged.emit();
      return saving.flush();
    },
  };
}

async function recordsIn<T extends { readonly name: string }>(
  records: ScopedRecords<T>,
  value: T,
): Promise<Used> {
  await records.load();
  const own = records.list.filter(({ scope }) => scope === 'global');
  return {
    read: own.length === 0 ? undefined : own.map(({ name }) => name),
    save: () => records.save(value, 'global'),
  };
}

async function storageWith(key: string, value: unknown): Promise<[Storage, string[], StoreAndNotify]> {
  const storage = storageInMemory();
  await storage.set(key, value);
  const notices: string[] = [];
  return [storage, notices, { storage, notify: ({ text }) => notices.push(text) }];
}

describe.each(examples)('$key', ({ key, stored, read, use }) => {
  test('is read as the first release has stored it', async () => {
    const [storage, notices, places] = await storageWith(key, stored);
    expect((await use(places)).read).toMatchObject(read as object);
    expect(notices).toEqual([]);
    expect(await storage.entries('set-aside/')).toEqual([]);
  });

  test('of a newer release is reported and stays unchanged', async () => {
    const newer = { version: 2, list: 'of another shape' };
    const [storage, notices, places] = await storageWith(key, newer);
    const used = await use(places);
    expect(used.read).toBeUndefined();
    expect(notices).toEqual([expect.stringContaining('a newer version of Strata is in use')]);
    await used.save().catch(() => undefined); // It may reject or report the failure.
    expect(await storage.get(key)).toEqual(newer);
    expect(await storage.entries('set-aside/')).toEqual([]);
  });

  test('that is garbage is reported and set aside, and can be saved again', async () => {
    const [storage, notices, places] = await storageWith(key, 'garbage');
    const used = await use(places);
    expect(used.read).toBeUndefined();
    expect(notices).toEqual([expect.stringContaining('The stored data was set aside.')]);
    expect(await storage.entries('set-aside/')).toEqual([[`set-aside/${key}`, 'garbage']]);
    expect(await storage.get(key)).toBeUndefined();
    await used.save();
  });
});
