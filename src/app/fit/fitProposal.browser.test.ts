import { expect, test } from 'vitest';
import {
  apply,
  changes,
  DONE,
  FULL_TOKENS,
  hashOf,
  ofTokens,
  openFolder,
  OUTLINE_TOKENS,
  slice,
  textMeasure,
  whenDone,
  measuringTexts,
  textOf,
} from '../../../tests/fitInTests';
import { path } from '../../../tests/repoPathInTests';
import type { ContentHash, FileContent } from '../../core/files/fileContent';
import type { RepoPath } from '../../core/files/repoPath';
import { viewKey } from '../../core/views/viewRequest';
import { FitProposal } from './fitProposal.svelte';

test('shows the likely files larger, as promised, in one undo step', async () => {
  const folder = await openFolder();
  const { proposal, workspace, paths, notices } = folder;
  await proposal.start();
  proposal.plan.budget = 6_000;
  expect(proposal.plan.result.rows[0]).toEqual({
    ...{ path: paths[0], change: 'in', level: 'full', before: 0, after: FULL_TOKENS, reasons: ['reason 0'] },
  });
  expect(changes(folder)[path('src/001.ts')]).toBe('focusedThird');
  await apply(folder);
  expect(workspace.document.totals.tokens).toBeLessThanOrEqual(6_000);
  expect(notices.at(-1)?.offer).toMatchObject({ label: 'Undo' });
  workspace.composition.undo();
  expect(workspace.composition.paths).toEqual([]);
  expect(workspace.composition.options.fileTree).toBe('off');
});

test('leaves the rest of the budget instead of showing files that tell nothing about the task', async () => {
  const folder = await openFolder({
    engine: {
      rankFiles: () =>
        Promise.resolve({
          progress: DONE,
          files: [0.9, 0.4, 0.2, 0.000_5].map((probability, at) => ({
            ...{ path: path(`src/00${at}.ts`), score: -at, probability },
            reasons: at === 2 ? [] : ['used by src/000.ts'],
          })),
        }),
    },
  });
  const { proposal, paths } = folder;
  await proposal.start();
  expect(proposal.plan.budget).toBe(32_000);
  expect(changes(folder)).toEqual({ [paths[0] ?? '']: 'full', [paths[1] ?? '']: 'full' });
});

test('shows no outline without symbols, and starts with the budget that the user has set', async () => {
  const sizeOf = (of: RepoPath) => ({
    ...{ full: FULL_TOKENS, outline: OUTLINE_TOKENS, symbols: of < 'src/004.ts' ? 0 : 2 },
  });
  const folder = await openFolder({ sizeOf });
  folder.workspace.setOptions({ budgetTokens: 400 }, 'Set budget');
  const { proposal, paths } = { ...folder, proposal: new FitProposal(folder.workspace, () => undefined) };
  await proposal.start();
  expect(proposal.plan.budget).toBe(400);
  proposal.plan.withFocused = false;
  expect(proposal.plan.result.rows.map((row) => [row.path, row.level])).toEqual(
    paths.slice(4, 7).map((each) => [each, 'outline']),
  );
});

test('the next proposal replaces the lines of the last one, and says what goes', async () => {
  const folder = await openFolder();
  const { proposal, workspace } = folder;
  await proposal.start();
  proposal.plan.budget = 800;
  await apply(folder);
  const [first] = workspace.composition.paths;
  expect(workspace.slices.of(first as RepoPath)).toMatchObject([{ tag: 'relevant', startLine: 41 }]);
  await proposal.start();
  expect(proposal.plan.isIdle).toBe(true);
  proposal.plan.budget = 6_000;
  await apply(folder);
  expect(workspace.viewOf(path('src/000.ts'))?.mode).toBe('full');
  expect(workspace.slices.of(path('src/000.ts'))).toEqual([]);
  await proposal.start('selected');
  proposal.plan.budget = 150;
  expect(Object.values(changes(folder))).toContain('out');
});

test('replaces the best lines for another task, even if they cost the same', async () => {
  const folder = await openFolder();
  const { proposal, workspace, setWindow } = folder;
  await proposal.start();
  proposal.plan.budget = 800;
  await apply(folder);
  setWindow(201);
  workspace.setOptions({ task: 'How?' }, 'Edit task');
  await proposal.start();
  const { rows } = proposal.plan.result;
  expect(rows[0]).toMatchObject({ path: 'src/000.ts', before: 200, after: 200, level: 'focusedThird' });
  expect(rows.map(({ change }) => change)).toEqual(['changed', 'changed', 'changed', 'same']);
  await apply(folder);
  expect(workspace.slices.of(path('src/000.ts'))).toMatchObject([{ startLine: 201, endLine: 220 }]);
});

test('changes its own views again where a setting for all files makes it pin them', async () => {
  const folder = await openFolder();
  const { proposal, workspace, paths } = folder;
  workspace.setOptions({ strategy: 'summarize' }, 'Summarize');
  workspace.choices.tick(paths.slice(8), true, 'Tick');
  workspace.choices.setMode([workspace.tree.byPath(paths[9] ?? '') ?? []].flat(), 'outline');
  await whenDone(workspace);
  await proposal.start();
  proposal.plan.budget = 6_000;
  await apply(folder);
  expect(workspace.composition.item(path('src/000.ts'))?.pinned).toBe(true);
  await proposal.start();
  proposal.plan.budget = 500;
  expect(changes(folder)['src/000.ts']).not.toBe('full');
  expect(changes(folder)['src/009.ts']).toBe('kept');
  await apply(folder);
});

test('a file that the user sets like an undone proposal is set by hand, whether or not it was copied', async () => {
  const folder = await openFolder();
  const { proposal, workspace } = folder;
  const first = path('src/000.ts');
  const setMode = (mode: 'full' | 'outline') =>
    workspace.choices.setMode([workspace.tree.byPath(first) ?? []].flat(), mode);
  workspace.setOptions({ strategy: 'summarize' }, 'Summarize');
  await proposal.start();
  proposal.plan.budget = 6_000;
  await apply(folder);
  workspace.composition.noteExport([first], '2026-01-02T03:04:05.000Z');
  await proposal.start();
  expect(changes(folder)[first]).toBe('full');
  setMode('outline');
  setMode('full');
  await whenDone(workspace);
  await proposal.start();
  expect(changes(folder)[first]).toBe('kept');
  for (let step = 0; step < 3; step += 1) workspace.composition.undo();
  expect(workspace.composition.paths).toEqual([]);
  workspace.choices.tick([first], true, 'Tick');
  setMode('full');
  await whenDone(workspace);
  await proposal.start();
  expect(changes(folder)[first]).toBe('kept');
});

test.each([0, 1, 12, 113])('a budget of %i gives what fits, without an exception', async (budget) => {
  const folder = await openFolder();
  const { proposal } = folder;
  await proposal.start();
  proposal.plan.budget = budget;
  const { tokens, excess } = proposal.plan.result;
  expect(tokens).toBeLessThanOrEqual(budget + excess);
  expect(excess).toBe(Math.max(0, 9 - budget));
  await apply(folder);
});

test('only selected files are fitted if the user wants, or there is no task', async () => {
  const folder = await openFolder({ task: ' ' });
  const { proposal, workspace, paths } = folder;
  workspace.choices.tick(paths.slice(2, 5), true, 'Tick');
  expect(proposal.scope).toBe('selected');
  await proposal.start();
  proposal.plan.budget = 5_300;
  expect(Object.keys(changes(folder))).toEqual(paths.slice(2, 5));
  expect(Object.values(changes(folder)).sort()).toEqual(['full', 'outline', 'outline']);
  await apply(folder);
});

test('what the user has set stays, and a budget below it names smaller views', async () => {
  const folder = await openFolder();
  const { proposal, workspace, paths } = folder;
  const [forced, skeleton, sliced] = paths.slice(5) as [RepoPath, RepoPath, RepoPath];
  const nodesOf = (of: RepoPath) => workspace.tree.byPath(of) ?? [];
  workspace.choices.tick(paths.slice(5, 8), true, 'Tick');
  workspace.choices.setMark([nodesOf(forced)].flat(), 'forceFull', true);
  workspace.choices.setMode([nodesOf(skeleton)].flat(), 'skeleton');
  workspace.choices.setSlices(new Map([[sliced, [slice(1, 20, 'mine')]]]), 'Slice');
  await whenDone(workspace);
  await proposal.start();
  proposal.plan.budget = 1_000;
  const kept = FULL_TOKENS + FULL_TOKENS / 2 + 200;
  await expect
    .poll(() => proposal.plan.smaller)
    .toEqual([
      { path: forced, tokens: FULL_TOKENS, saves: FULL_TOKENS - OUTLINE_TOKENS },
      { path: skeleton, tokens: FULL_TOKENS / 2, saves: FULL_TOKENS / 2 - OUTLINE_TOKENS },
      { path: sliced, tokens: 200, saves: 100 },
    ]);
  expect(proposal.plan.result).toMatchObject({ tokens: kept + 9 + 3, excess: kept + 9 + 3 - 1_000 });
  expect(workspace.viewOf(forced)?.mode).toBe('full');
  proposal.plan.showAsOutline(forced);
  proposal.plan.showAsOutline(skeleton);
  expect(proposal.plan.result.excess).toBe(0);
  expect(workspace.viewOf(forced)?.mode).toBe('full');
  await apply(folder);
  expect(workspace.viewOf(forced)?.mode).toBe('outline');
  expect(workspace.slices.of(sliced)).toMatchObject([{ tag: 'mine' }]);
  workspace.composition.undo();
  expect(workspace.viewOf(forced)?.mode).toBe('full');
  expect(workspace.viewOf(skeleton)?.mode).toBe('skeleton');
});

test('a file of which only the signatures are shown stays', async () => {
  const folder = await openFolder();
  const { proposal, workspace, paths } = folder;
  const [first = path('a')] = paths;
  const item = { ...workspace.composition.newItem(first), astSignatures: true };
  workspace.composition.apply({ items: new Map([[first, item]]) }, 'Set');
  await whenDone(workspace);
  await proposal.start();
  expect(changes(folder)[first]).toBe('kept');
  expect(proposal.plan.result.rows[0]?.view).toBe('signatures');
});

test('measures the texts again for files set by hand that it shows as outlines', async () => {
  const folder = await openFolder();
  const { proposal, workspace, paths } = folder;
  const [sliced = path('a'), forced = path('b')] = paths.slice(8);
  workspace.setOptions({ symbolMap: 'rest' }, 'Set');
  workspace.choices.tick(paths.slice(8), true, 'Tick');
  workspace.choices.setMark([workspace.tree.byPath(forced) ?? []].flat(), 'forceFull', true);
  workspace.choices.setSlices(new Map([[sliced, [slice(1, 20, 'mine')]]]), 'Slice');
  await whenDone(workspace);
  await proposal.start('selected');
  proposal.plan.budget = 100;
  await expect.poll(() => proposal.plan.smaller).toMatchObject([{ path: forced }, { path: sliced }]);
  for (const of of [forced, sliced]) proposal.plan.showAsOutline(of);
  expect(proposal.plan.result.exact).toBe(false);
  await expect.poll(() => proposal.plan.result.exact).toBe(true);
  expect(changes(folder)).toEqual({ [forced]: 'outline', [sliced]: 'outline' });
  await apply(folder);
  expect(workspace.slices.of(sliced)).toMatchObject([{ tag: 'mine' }]);
});

test('measures the outline of a file set by hand again if the file has changed', async () => {
  let outlined = OUTLINE_TOKENS;
  let hash = hashOf(path('src/000.ts'));
  const folder = await openFolder({
    files: 1,
    engine: {
      measureViews: (wanted) =>
        Promise.resolve(
          wanted.map(({ path: of, views }) => ({
            ...{ path: of, hash, symbolCount: 1 },
            views: views.map((view) => ({
              ...{ key: viewKey(view), gaps: [], notes: [], warnings: [] },
              block: ofTokens(outlined),
            })),
          })),
        ),
    },
  });
  const { proposal, workspace, tell, indexed } = folder;
  const [only = path('a')] = folder.paths;
  workspace.choices.tick([only], true, 'Tick');
  workspace.choices.setMark([workspace.tree.byPath(only) ?? []].flat(), 'forceFull', true);
  await whenDone(workspace);
  await proposal.start();
  proposal.plan.budget = 1_000;
  await expect.poll(() => proposal.plan.smaller).toMatchObject([{ saves: FULL_TOKENS - OUTLINE_TOKENS }]);
  outlined += 50;
  hash = 'another hash' as ContentHash;
  tell({ kind: 'indexed', files: [indexed(0, hash)] });
  await whenDone(workspace);
  await proposal.start();
  expect(proposal.plan.smaller).toMatchObject([{ saves: FULL_TOKENS - outlined }]);
  proposal.plan.showAsOutline(only);
  await apply(folder);
});

test.each([
  { fileTree: 'selected', promptOff: new Set() },
  { fileTree: 'selected', fileTreeFigures: true },
  { promptOff: new Set() },
  { symbolMap: 'rest' },
  { symbolMap: 'all' },
] as const)('texts that grow with the selection are counted in: %o', async (options) => {
  const folder = await openFolder({ files: 300 });
  const { proposal, workspace } = folder;
  workspace.setOptions(options as Parameters<typeof workspace.setOptions>[0], 'Set');
  await whenDone(workspace);
  await proposal.start();
  for (const budget of [40, 200, 1_000, 4_000, 20_000, 100_000]) {
    proposal.plan.budget = budget;
    await expect.poll(() => proposal.plan.result.exact).toBe(true);
    const { tokens, excess } = proposal.plan.result;
    expect(tokens).toBeLessThanOrEqual(budget + excess);
    // An outline, and what any text says about a file.
    expect(tokens + OUTLINE_TOKENS + 125 + budget / 50).toBeGreaterThanOrEqual(Math.min(budget, 30_000));
  }
  await apply(folder);
});

test('names all files if their names fit', async () => {
  const engine = measuringTexts((section, request) =>
    section === 'fileTree' ? Promise.resolve(textOf(section, 100)) : textMeasure(section, request),
  );
  const folder = await openFolder({ engine });
  const { proposal, workspace } = folder;
  await proposal.start();
  const { plan } = proposal;
  plan.budget = 900;
  expect(plan.names).toEqual({ tokens: 100, most: 90 });
  expect([plan.canListNames, plan.listsNames]).toEqual([false, false]);
  expect(plan.unnamed).toEqual([{ folder: 'src', files: 10 - plan.result.paths.length }]);
  plan.budget = 2_000;
  expect([plan.canListNames, plan.listsNames, plan.unnamed]).toEqual([true, true, []]);
  await apply(folder);
  expect(workspace.composition.options.fileTree).toBe('all');
  expect(plan.names).toBeUndefined();
});

test('dismissed files stay out, unless they are selected', async () => {
  const folder = await openFolder();
  const { proposal, workspace, paths } = folder;
  for (const dismissed of paths.slice(0, 2)) workspace.likely.dismiss(dismissed);
  workspace.choices.tick(paths.slice(1, 2), true, 'Tick');
  await whenDone(workspace);
  await proposal.start();
  proposal.plan.budget = 6_000;
  expect(changes(folder)['src/000.ts']).toBeUndefined();
  expect(changes(folder)['src/001.ts']).toBe('full');
});

test('proposes no empty files', async () => {
  const folder = await openFolder();
  const { proposal, workspace, tell, indexed } = folder;
  const file = indexed(0, 'empty');
  tell({ kind: 'indexed', files: [{ ...file, content: { ...file.content, tokens: 0 } as FileContent }] });
  await whenDone(workspace);
  await proposal.start();
  proposal.plan.budget = 6_000;
  expect(changes(folder)['src/000.ts']).toBeUndefined();
  expect(changes(folder)['src/001.ts']).toBe('full');
});

test('a selected file without text costs what it shows, and can go out', async () => {
  const folder = await openFolder({ files: 2 });
  const { proposal, workspace, tell, indexed } = folder;
  const binary = { kind: 'binary', reason: 'PNG image', block: ofTokens(30) } as const;
  tell({ kind: 'indexed', files: [{ ...indexed(1, ''), content: binary }] });
  workspace.choices.tick([path('src/001.ts')], true, 'Tick');
  await whenDone(workspace);
  await proposal.start('selected');
  proposal.plan.budget = 60;
  expect(changes(folder)).toEqual({ 'src/001.ts': 'full' });
  proposal.plan.budget = 20;
  expect(changes(folder)).toEqual({ 'src/001.ts': 'out' });
  await apply(folder);
});
