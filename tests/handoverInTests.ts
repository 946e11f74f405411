/** Documents handed over in tests: a folder with a real engine, and a clipboard that keeps what it gets. */
import { expect } from 'vitest';
import { Handover } from '../src/app/handover/handover.svelte';
import type { Notice } from '../src/app/notify';
import type { Clipboard } from '../src/app/ports/clipboard';
import type { Clock } from '../src/app/ports/clock';
import type { Engine } from '../src/app/ports/engine';
import type { Storage } from '../src/app/ports/storage';
import { Settings } from '../src/app/storage/settings.svelte';
import type { Workspace } from '../src/app/workspace.svelte';
import { HeldExports } from '../src/app/secrets/heldExports.svelte';
import { startEngine } from './engineInBrowser';
import { path } from './repoPathInTests';
import { storageInMemory } from './storageInMemory';
import { memory, workspaceWith } from './workspaceInTests';

interface TextFile {
  readonly path: string;
  readonly text: string;
}

/** Opens a folder of these files, and puts a task and some of them, by default all, into the document. */
export async function openFiles(
  files: readonly TextFile[],
  {
    storage = storageInMemory(),
    ticked = files,
    after,
  }: { storage?: Storage; ticked?: readonly TextFile[]; after?: Clock['after'] } = {},
): Promise<{ readonly engine: Engine; readonly workspace: Workspace }> {
  const engine = startEngine();
  const workspace = workspaceWith(engine, { ...memory, files }, storage, after);
  await workspace.open();
  await expect.poll(() => files.every((file) => workspace.tree.byPath(path(file.path)))).toBe(true);
  workspace.choices.tick(
    ticked.map((file) => path(file.path)),
    true,
    'Tick',
  );
  workspace.setOptions({ task: 'Why?' }, 'Edit task');
  await expect.poll(() => workspace.document.totals.exact).toBe(true);
  return { engine, workspace };
}

/** A handover and everything that leaves it. By default, its clipboard takes every text. */
export function handoverInTests(write?: Clipboard['write'], isSetUp = false) {
  const notices: Notice[] = [];
  const downloads: string[] = [];
  const copied: string[] = [];
  const take: Clipboard['write'] = async (content) => {
    copied.push(await (await content).text());
    return { kind: 'copied' };
  };
  const clock = { now: () => 0, after: () => () => undefined, nextFrame: () => undefined };
  const settings = new Settings(storageInMemory(), clock, () => undefined);
  const heldExports = new HeldExports();
  const handover = new Handover(
    {
      heldExports,
      clipboard: { write: write ?? take },
      outputs: {
        download: (name) => downloads.push(name),
        canChooseFolder: false,
        chooseFolder: () => Promise.resolve({ kind: 'canceled' }),
        canWrite: () => Promise.resolve(false),
        namesIn: () => Promise.resolve([]),
        writeNew: () => Promise.resolve({ kind: 'failed', reason: 'no test writes' }),
      },
      notify: (notice) => notices.push(notice),
    },
    settings,
    { isSetUp },
  );
  return { handover, heldExports, notices, downloads, copied, settings };
}
