/** Runs the whole app over an engine and a browser that answer immediately. */
import { createFileWriter } from '../src/platform/fileWriter';
import { zipFiles } from '../src/platform/zipFiles';
import { App } from '../src/app/app.svelte';
import type { Engine } from '../src/app/ports/engine';
import type { Folders } from '../src/app/ports/folders';
import type { Storage } from '../src/app/ports/storage';
import { shareCodec } from '../src/platform/shareCodec';
import { attachmentsInMemory } from './attachmentsInMemory';
import { NO_IMAGES } from './noImages';
import { NO_MODELS } from './noModels';
import { pagesInMemory } from './pagesInMemory';
import { storageInMemory } from './storageInMemory';
import { engineWith, memory } from './workspaceInTests';

interface Overrides {
  readonly engine?: Partial<Engine>;
  readonly folders?: Partial<Folders>;
}

/** An app with an open folder. `overrides` replaces the parts under test. */
export async function openedApp(
  storage: Storage = storageInMemory(),
  overrides: Overrides = {},
): Promise<App> {
  const canceled = () => Promise.resolve({ kind: 'canceled' } as const);
  const nothing = () => Promise.resolve();
  const app = new App({
    engines: { prepare: () => undefined, create: () => engineWith(overrides.engine ?? {}).engine },
    folders: {
      ...{ canPick: false, pick: canceled, fromDrop: canceled, fromInput: () => ({ kind: 'canceled' }) },
      pickArchive: canceled,
      fromArchiveInput: (file) => ({ kind: 'archive', name: file.name, file, origin: 'picked' }),
      fromHandle: canceled,
      sample: () => Promise.resolve({ kind: 'picked', value: memory }),
      permission: () => Promise.resolve('denied'),
      requestPermission: () => Promise.resolve('denied'),
      isSame: () => Promise.resolve(false),
      ...overrides.folders,
    },
    fileWriter: createFileWriter,
    zipFiles,
    folderFiles: {
      read: () => Promise.resolve({ kind: 'absent' }),
      textOf: () => Promise.resolve({ kind: 'absent' }),
      replace: () => Promise.reject(new Error()),
    },
    outputs: {
      ...{ download: () => undefined, canChooseFolder: false, chooseFolder: canceled },
      canWrite: () => Promise.resolve(false),
      namesIn: () => Promise.resolve([]),
      writeNew: () => Promise.resolve({ kind: 'written' }),
    },
    storage,
    ...attachmentsInMemory(),
    summaries: { size: () => Promise.resolve(0), clear: () => Promise.resolve(0) },
    caches: { forget: nothing, dropTexts: nothing },
    ...NO_MODELS,
    ...pagesInMemory(),
    repositoryWindow: { open: () => false },
    images: NO_IMAGES,
    clock: { now: () => 0, after: () => () => undefined, nextFrame: (task) => queueMicrotask(task) },
    tab: { get: () => undefined, set: () => undefined, reload: () => undefined },
    tabs: {
      alone: (_name, task) => task(),
      hold: () => Promise.resolve(() => undefined),
      held: () => Promise.resolve(new Set()),
    },
    address: {
      sharedCode: () => undefined,
      linkTo: (code) => code,
      clear: () => undefined,
      watch: () => undefined,
    },
    shareCodec,
    notify: () => undefined,
  });
  await app.load();
  await app.openSample();
  return app;
}
