import { expect, test } from 'vitest';
import { engineWith, idle, indexedText, workspaceWith } from '../../../tests/workspaceInTests';
import { path } from '../../../tests/repoPathInTests';
import type { FileItem } from '../../core/items/fileItem';
import type { FileMark } from '../../core/items/fileMarks';
import { BUILT_IN_PERSONAS } from '../../core/presets/builtInPersonas';
import type { Outlook } from '../document/forecast';
import type { BodyRequest } from '../../core/document/bodyRequest';
import { personaOptions } from '../presets/personas.svelte';
import type { Workspace } from '../workspace.svelte';
import { compositionFromStore, compositionToStore } from '../storage/workspaceState';
import type { CompositionOptions } from '../../core/settings/compositionOptions';

const [a, b] = [path('src/a.ts'), path('src/b.ts')];

async function opened() {
  const requests: BodyRequest[] = [];
  const { engine, tell } = engineWith({
    setSection(_section, request) {
      if (request !== undefined) requests.push(request);
      return Promise.resolve([]);
    },
  });
  const workspace = workspaceWith(engine);
  await workspace.open();
  tell({ kind: 'entries', entries: [a, b].map((each, id) => ({ id, path: each, kind: 'file' })) });
  tell({ kind: 'indexed', files: [indexedText(0, 'one'), indexedText(1, 'two')] });
  tell(idle);
  workspace.choices.tick([a, b], true, 'Tick');
  return { workspace, requests };
}

const nodeOf = (workspace: Workspace, at: string) =>
  [workspace.tree.byPath(at)].filter((node) => node !== undefined);
const modes = (workspace: Workspace) => [a, b].map((each) => workspace.viewOf(each)?.mode);

function setItem(workspace: Workspace, fields: Partial<FileItem>): void {
  const item = workspace.composition.item(a);
  if (item !== undefined)
    workspace.composition.apply({ items: new Map([[a, { ...item, ...fields }]]) }, 'Import');
}

const implement = BUILT_IN_PERSONAS.find(({ name }) => name === 'implement');
const rules: readonly (readonly [string, Partial<CompositionOptions>, string])[] = [
  ['"All as summaries"', { strategy: 'summarize' }, 'summary'],
  ['the role Worker', { agentTier: 3 }, 'skeleton'],
  ['the persona implement', implement ? personaOptions(implement) : {}, 'skeleton'],
];

test.each(rules)('a mode set by hand wins over %s, until a rule is chosen again', async (_, rule, mode) => {
  const { workspace } = await opened();
  workspace.setOptions(rule, 'Rule');
  expect(modes(workspace)).toEqual([mode, mode]);

  workspace.choices.setMode(nodeOf(workspace, a), 'full');
  expect(modes(workspace)).toEqual(['full', mode]);
  expect(workspace.composition.item(a)?.pinned).toBe(true);
  workspace.setOptions({ task: 'Why?' }, 'Edit task');
  expect(modes(workspace)).toEqual(['full', mode]);

  workspace.setOptions(rule, 'Rule again');
  expect(modes(workspace)).toEqual([mode, mode]);
  expect(workspace.composition.undo()).toBe('Rule again');
  expect(modes(workspace)).toEqual(['full', mode]);
});

test.each(rules)(
  'the mode of a folder set by hand over %s also holds for files ticked later, until a rule is chosen again',
  async (_, rule, mode) => {
    const { workspace } = await opened();
    const retick = () => {
      for (const ticked of [false, true]) workspace.choices.tick([b], ticked, 'Tick');
    };
    workspace.choices.setMode(nodeOf(workspace, 'src'), 'full');
    workspace.setOptions(rule, 'Rule');
    retick();
    expect(modes(workspace)).toEqual([mode, mode]);

    workspace.choices.setMode(nodeOf(workspace, 'src'), 'full');
    retick();
    expect(modes(workspace)).toEqual(['full', 'full']);
    const stored = compositionFromStore(compositionToStore(workspace.composition, 1));
    expect(stored?.options.pinnedFolders).toEqual(new Set(['src']));

    workspace.setOptions(rule, 'Rule again');
    retick();
    expect(modes(workspace)).toEqual([mode, mode]);
  },
);

test('symbols and lines chosen by hand win over a strategy too', async () => {
  const { workspace } = await opened();
  workspace.setOptions({ strategy: 'summarize' }, 'Rule');
  workspace.choices.setMask(a, [{ symbol: 'f', level: 'def' }], 'Show f');
  expect(modes(workspace)).toEqual(['masked', 'summary']);
  workspace.choices.setMask(a, [], 'Show all');
  expect(modes(workspace)).toEqual(['summary', 'summary']);
});

test('a focus mark set after a mode wins for a worker', async () => {
  const { workspace } = await opened();
  workspace.setOptions({ agentTier: 3 }, 'Role');
  workspace.choices.setMode(nodeOf(workspace, a), 'outline');
  workspace.choices.setMark(nodeOf(workspace, a), 'focus', true);
  expect(modes(workspace)).toEqual(['full', 'skeleton']);
  workspace.choices.setMode(nodeOf(workspace, a), 'outline');
  expect(modes(workspace)).toEqual(['outline', 'skeleton']);
});

test('a menu forecasts what its choice would really make of pinned files', async () => {
  const { workspace } = await opened();
  workspace.setOptions({ strategy: 'summarize' }, 'Rule');
  workspace.choices.setMode(nodeOf(workspace, a), 'none');
  workspace.choices.setMode(nodeOf(workspace, b), 'full');
  const asked: string[][] = [];
  workspace.views.measureBeside = (wanted) => {
    asked.push(wanted.map(({ path: each, views }) => `${each} ${views.map(({ mode }) => mode).join()}`));
    return Promise.resolve();
  };
  const told: (readonly Outlook[])[] = [];
  const changes = [{ strategy: 'summarize' }, { richness: 3 }] as const;
  await workspace.forecast.look(changes, (outlooks) => told.push(outlooks), new AbortController().signal);
  expect(asked).toEqual([['src/a.ts none', 'src/b.ts summary']]);
});

const marks: readonly (readonly [FileMark, Partial<FileItem>])[] = [
  ['forceFull', { forceFull: true }],
  ['notIncluded', { autoAggregate: false }],
];

test.each(marks)(
  '%s of an import is seen in the tree, and removed by hand or by choosing a mode',
  async (mark, fields) => {
    const { workspace } = await opened();
    setItem(workspace, { ...fields, viewMode: 'skeleton' });
    const imported = modes(workspace);
    expect(workspace.tree.byPath(a)).toMatchObject({ item: fields });
    workspace.choices.setMark(nodeOf(workspace, a), mark, false);
    expect(modes(workspace)).toEqual(['skeleton', 'full']);
    workspace.choices.setMark(nodeOf(workspace, a), mark, true);
    expect(modes(workspace)).toEqual(imported);
    workspace.choices.setMode(nodeOf(workspace, a), 'outline');
    expect(modes(workspace)).toEqual(['outline', 'full']);
    expect(workspace.tree.byPath(a)).toMatchObject({ item: { forceFull: false, autoAggregate: true } });
  },
);

test('marks of a folder are those of the ticked files in it', async () => {
  const { workspace } = await opened();
  workspace.choices.setMode(nodeOf(workspace, 'src'), 'none');
  workspace.view.toggleMark('forceFull', nodeOf(workspace, 'src'));
  expect(modes(workspace)).toEqual(['full', 'full']);
  expect(workspace.composition.undoName).toBe('Always show src in full');
  workspace.view.toggleMark('forceFull', nodeOf(workspace, 'src'));
  expect(workspace.composition.item(a)?.forceFull).toBe(false);
});

test('a file that is not included is nowhere in the document, but still in the list', async () => {
  const { workspace, requests } = await opened();
  const trees = () => requests.filter(({ kind }) => kind === 'fileTree');
  workspace.setOptions({ fileTree: 'selected', fileTreeFigures: true }, 'Tree');
  workspace.choices.setMark(nodeOf(workspace, a), 'notIncluded', true);
  await expect
    .poll(() => trees().at(-1))
    .toMatchObject({
      ...{ scope: 'selected', paths: [a, b], except: [a], figures: true },
    });
  expect(workspace.document.blocks.map(({ title }) => title)).toEqual([b]);
  expect(workspace.document.totals.files).toBe(1);
  expect(workspace.tree.root.sums).toMatchObject({ ticked: 2, tickedTokens: 5 });
  expect(workspace.composition.paths).toEqual([a, b]);

  workspace.setOptions({ fileTree: 'all', fileTreeFigures: false }, 'All');
  await expect.poll(() => trees().at(-1)).toMatchObject({ scope: 'all', except: [a] });
  workspace.choices.setMark(nodeOf(workspace, a), 'notIncluded', false);
  await expect.poll(() => trees().at(-1)).toMatchObject({ scope: 'all', except: [] });
});

test('a pin is stored, and an item stored without one has none', async () => {
  const { workspace } = await opened();
  workspace.setOptions({ strategy: 'summarize' }, 'Rule');
  workspace.choices.setMode(nodeOf(workspace, a), 'full');
  const stored = compositionToStore(workspace.composition, 1);
  expect(compositionFromStore(stored)?.items.get(a)?.pinned).toBe(true);
  const older = structuredClone({ ...stored, files: [{ path: a, view_mode: 'outline' }] });
  expect(compositionFromStore(older)?.items.get(a)).toMatchObject({ viewMode: 'outline', pinned: false });
});

test('a worker does not lack focus files where one is shown in another mode by hand', async () => {
  const { workspace } = await opened();
  workspace.setOptions({ agentTier: 3 }, 'Role');
  workspace.choices.setMark(nodeOf(workspace, a), 'focus', true);
  workspace.choices.setMode(nodeOf(workspace, a), 'outline');
  expect(modes(workspace)).toEqual(['outline', 'skeleton']);
  expect(workspace.document.lacksFocus).toBe(false);
});

test('a worker lacks focus files until a file is shown in full', async () => {
  const { workspace } = await opened();
  expect(workspace.document.lacksFocus).toBe(false);
  workspace.setOptions({ agentTier: 3 }, 'Role');
  expect(workspace.document.lacksFocus).toBe(true);
  workspace.choices.setMark(nodeOf(workspace, a), 'focus', true);
  expect(workspace.document.lacksFocus).toBe(false);
  workspace.choices.setMark(nodeOf(workspace, a), 'focus', false);
  workspace.choices.setMode(nodeOf(workspace, b), 'full');
  expect(workspace.document.lacksFocus).toBe(false);
  workspace.setOptions({ strategy: 'full' }, 'All in full');
  expect(workspace.document.lacksFocus).toBe(false);
});
