import { expect, test } from 'vitest';
import { root, startEngine, useNewFolders, write } from '../../../tests/engineInBrowser';
import { path } from '../../../tests/repoPathInTests';
import { storageInMemory } from '../../../tests/storageInMemory';
import { workspaceWith } from '../../../tests/workspaceInTests';
import { MODEL_TIER, summaryVersion, type SummaryEntry } from '../../core/summaries/entry';
import type { ViewMode } from '../../core/items/fileItem';
import type { OpenedFolder } from '../ports/folders';
import type { Workspace } from '../workspace.svelte';

useNewFolders();

const FILES = ['a.ts', 'b.ts', 'c.ts'];
const textOf = (name: string, version = ''): string => `export const ${name[0]}${version} = 1;\n`;

/** A tab with all files in a document by the classic tiers, in which nothing is known of them yet. */
function openTab(storage = storageInMemory(), viewMode: ViewMode = 'skeleton') {
  const folder: OpenedFolder = { kind: 'handle', name: 'folder', handle: root, origin: 'picked' };
  const workspace = workspaceWith(startEngine(), folder, storage);
  const items = FILES.map((name) => ({ ...workspace.composition.newItem(path(name)), viewMode }));
  workspace.composition.apply({ items: new Map(items.map((item) => [item.path, item])) }, 'Tick');
  workspace.setOptions({ layout: 'classic', cacheTarget: 0, fileTree: 'off', discussion: 'chat' }, 'Set up');
  return { workspace, opening: workspace.open() };
}

async function copy({ output }: Workspace): Promise<string> {
  let text = '';
  await output.handOver('whole', async (assembling) => {
    text = await (await assembling).blob.text();
    return 'copy';
  });
  return text;
}

/** The layers after the last copy, with the tier and the count of each file. */
async function lastStep({ conversation: { turns } }: Workspace) {
  const turn = turns.lastOf('chat');
  const { layers } = (turn && (await turns.recordOf(turn))?.state) ?? {};
  const { items = [] } = layers?.tracker ?? {};
  return { turn: layers?.turn, items: items.map(({ key, tier, n }) => [key, tier, n]) };
}

async function writeAll(): Promise<void> {
  for (const name of FILES) await write(name, textOf(name));
}

test('a file that changes before a copy counts as changed, although no refresh has told of it', async () => {
  await writeAll();
  const { workspace, opening } = openTab();
  await opening;
  await copy(workspace);
  expect(await lastStep(workspace)).toEqual({
    turn: 1,
    items: [
      ['file:a.ts', 'L1', 9],
      ['file:b.ts', 'L2', 6],
      ['file:c.ts', 'L3', 3],
    ],
  });
  await write('a.ts', textOf('a.ts', '22'));
  const refreshing = workspace.reading.refresh();
  const text = await copy(workspace);
  expect(text).toContain('const a22');
  expect(text.indexOf('const a22')).toBeGreaterThan(text.indexOf('const c'));
  const step = await lastStep(workspace);
  expect(step.turn).toBe(2);
  expect(step.items.at(-1)).toEqual(['file:a.ts', 'active', 0]);
  await refreshing;
  expect(workspace.document.arrangement.isAgain).toBe(true);
  expect(await copy(workspace)).toBe(text);
  expect(await lastStep(workspace)).toEqual(step);
});

test('a copy right after a reload is the last turn again', async () => {
  await writeAll();
  const storage = storageInMemory();
  const first = openTab(storage);
  await first.opening;
  const text = await copy(first.workspace);
  const step = await lastStep(first.workspace);
  const { workspace, opening } = openTab(storage);
  expect(await copy(workspace)).toBe(text);
  expect(await lastStep(workspace)).toEqual(step);
  expect(workspace.conversation.turns.list).toHaveLength(1);
  await opening;
});

test('a copy right after a reload shows files by their saved summaries', async () => {
  await writeAll();
  const storage = storageInMemory();
  const first = openTab(storage);
  await first.opening;
  const content = first.workspace.contentOf(path('a.ts'));
  if (content?.kind !== 'text') throw new Error('not read');
  const entry: SummaryEntry = {
    ...{ file_path: path('a.ts'), file_hash: content.hash, summary: 'A boat.\n', outline: '' },
    ...{ generated_at: '2026-01-31T12:00:00.000Z', generator_tier: MODEL_TIER, kind: 'clipboard' },
    version: summaryVersion('model'),
  };
  await first.workspace.summaries.keep([entry]);
  const { workspace } = openTab(storage, 'summary');
  expect(await copy(workspace)).toContain('A boat.');
});
