import { expect, test } from 'vitest';
import {
  deferred,
  engineWith,
  idle,
  indexedText,
  path,
  workspaceWith,
} from '../../../tests/workspaceInTests';
import type { BodyRequest } from '../../core/document/bodyRequest';
import type { ContentHash } from '../../core/files/fileContent';
import type { RepoPath } from '../../core/files/repoPath';
import type { CustomSlice } from '../../core/slices/customSlice';
import type { BlockMeasure } from '../../core/tokens/blockMeasure';
import { viewKey, type ViewRequest } from '../../core/views/viewRequest';
import type { Notice } from '../notify';
import type { ContentProgress, Engine } from '../ports';
import { FitProposal } from './fitProposal.svelte';

const DONE: ContentProgress = { state: 'done', done: 0, total: 0, failed: 0 };
const FULL_TOKENS = 5_000;
const OUTLINE_TOKENS = 100;
const TOKENS_PER_LINE = 10;

/** The last block of a document has one token less. */
const ofTokens = (tokens: number): BlockMeasure => ({
  ...{ tokens, tokensAsLast: tokens - 1, bytes: tokens * 4, lines: 500 },
});

function tokensOf(view: ViewRequest): number {
  if (view.mode === 'outline') return OUTLINE_TOKENS;
  if (view.mode !== 'custom') return FULL_TOKENS / 2;
  return view.slices.reduce(
    (sum, { startLine, endLine }) => sum + TOKENS_PER_LINE * (endLine - startLine + 1),
    0,
  );
}

/** Ten tokens, plus some for each listed file: far more than average for the likely ones. */
function textTokens(request: BodyRequest): number {
  switch (request.kind) {
    case 'prompt':
      return 20 * request.sources.flatMap((each) => (typeof each === 'string' ? [] : each.files)).length;
    case 'fileTree':
      return request.paths.reduce((sum, each) => sum + (each < 'src/030' ? 90 : 12), 10);
    case 'symbolMap':
      return 10 + 15 * (request.paths ?? []).length + 5 * (request.except ?? []).length;
    default:
      return 10;
  }
}

const textMeasure = (request: BodyRequest) => {
  const tokens = textTokens(request);
  return Promise.resolve(tokens === 0 ? undefined : ofTokens(tokens));
};

/** Contents are named after their files. */
const hashOf = (of: RepoPath) => of as string as ContentHash;

const slice = (startLine: number, endLine: number, tag: string): CustomSlice => ({
  ...{ startLine, endLine, tag, comment: undefined, contentHash: undefined, anchorLines: undefined },
  ...{ anchorBefore: undefined, totalLines: undefined, symbol: undefined, fileHash: undefined },
  ...{ lineHashes: undefined, unknown: {} },
});

interface Wanted {
  readonly files?: number;
  readonly task?: string;
  readonly engine?: Partial<Engine>;
}

/** A folder whose files have 5,000 tokens and 500 lines each, the first most likely for the task. */
async function openFolder({ files = 10, task = 'Why?', engine: overrides = {} }: Wanted = {}) {
  const paths = Array.from({ length: files }, (_, id) => path(`src/${String(id).padStart(3, '0')}.ts`));
  let best = 41;
  const { engine, tell } = engineWith({
    measureViews: (wanted) =>
      Promise.resolve(
        wanted.map(({ path: of, views }) => ({
          path: of,
          hash: hashOf(of),
          symbolCount: 1,
          views: views.map((view) => ({
            ...{ key: viewKey(view), gaps: [], notes: [], warnings: [] },
            block: ofTokens(tokensOf(view)),
          })),
        })),
      ),
    rankFiles: ({ limit, excluded }) =>
      Promise.resolve({
        progress: DONE,
        files: paths
          .map((each, at) => ({
            ...{ path: each, score: -at, probability: 0.5 ** (at + 1), reasons: [`reason ${at}`] },
          }))
          .filter((each) => !excluded.includes(each.path))
          .slice(0, limit),
      }),
    focusFiles: ({ paths: wanted, shares, tag }) =>
      Promise.resolve(
        wanted.map((each) => ({ path: each, levels: shares.map(() => [slice(best, best + 19, tag)]) })),
      ),
    setText: (_, request) => textMeasure(request),
    measureText: textMeasure,
    countTexts: (texts) => Promise.resolve(texts.map(() => 3)),
    ...overrides,
  });
  const workspace = workspaceWith(engine);
  await workspace.open();
  tell({ kind: 'entries', entries: paths.map((each, id) => ({ id, path: each, kind: 'file' })) });
  const indexed = (id: number, hash: string) => {
    const known = indexedText(id, hash);
    const { content } = known;
    if (content.kind !== 'text') throw new Error('not a text');
    return {
      ...known,
      content: { ...content, lines: 500, tokens: FULL_TOKENS, block: ofTokens(FULL_TOKENS) },
    };
  };
  tell({ kind: 'indexed', files: paths.map((each, id) => indexed(id, each)) });
  tell(idle);
  workspace.setOptions({ task, fileTree: 'off' }, 'Edit task');
  await whenDone(workspace);
  const notices: Notice[] = [];
  const proposal = new FitProposal(workspace, (notice) => notices.push(notice));
  const setWindow = (startLine: number) => (best = startLine);
  return { workspace, paths, notices, proposal, tell, indexed, setWindow };
}

type Folder = Awaited<ReturnType<typeof openFolder>>;

async function whenDone(workspace: Folder['workspace']): Promise<void> {
  await workspace.changes.settled();
  await workspace.document.settled();
  await workspace.views.measure();
  await expect.poll(() => workspace.document.totals.exact).toBe(true);
}

const changes = ({ proposal }: Folder) =>
  Object.fromEntries(proposal.plan.result.rows.map(({ path: of, change, level }) => [of, level ?? change]));

/** Applies the proposal and checks that the document is as promised. */
async function apply({ proposal, workspace }: Folder): Promise<void> {
  const { tokens } = proposal.plan.result;
  expect(await proposal.confirm()).toBe(true);
  await proposal.apply();
  await whenDone(workspace);
  expect(workspace.document.totals.tokens).toBe(tokens);
}

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
    // A poor estimate wastes some room.
    expect(tokens + OUTLINE_TOKENS + 110 + budget / 6).toBeGreaterThanOrEqual(Math.min(budget, 30_000));
  }
  await apply(folder);
});

test('names all files if their names fit', async () => {
  const names = (request: BodyRequest) =>
    request.kind === 'fileTree' ? Promise.resolve(ofTokens(100)) : textMeasure(request);
  const folder = await openFolder({
    engine: { measureText: names, setText: (_, request) => names(request) },
  });
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

test('can be canceled in each step', async () => {
  const ranking = deferred<undefined>();
  const measuring = deferred<undefined>();
  let began = 0;
  let isFocused = false;
  const { proposal, workspace } = await openFolder({
    engine: {
      focusFiles: () => {
        isFocused = true;
        return Promise.resolve([]);
      },
      rankFiles: () => ranking.promise.then(() => ({ files: [], progress: DONE })),
      measureViews: async () => {
        began += 1;
        await measuring.promise;
        return [];
      },
    },
  });
  const reading = proposal.start();
  expect(proposal.state.kind).toBe('reading');
  proposal.cancel();
  expect(proposal.state.kind).toBe('canceled');
  ranking.resolve(undefined);
  await reading;
  expect(proposal.state.kind).toBe('canceled');

  workspace.choices.tick([path('src/000.ts')], true, 'Tick');
  const measured = proposal.start('selected');
  await expect.poll(() => began).toBe(1);
  expect(proposal.state).toEqual({ kind: 'measuring', done: 0, total: 2 });
  proposal.cancel();
  measuring.resolve(undefined);
  await measured;
  expect(proposal.state.kind).toBe('canceled');
  expect(isFocused).toBe(false);
  expect(await proposal.confirm()).toBe(false);
});

test('changes nothing if it is canceled while it is confirmed', async () => {
  const measuring = deferred<undefined>();
  let isHeld = false;
  const { proposal, workspace, notices } = await openFolder({
    engine: {
      measureText: async (request) => {
        if (isHeld) await measuring.promise;
        return textMeasure(request);
      },
    },
  });
  workspace.setOptions({ fileTree: 'selected' }, 'Show the tree');
  await whenDone(workspace);
  await proposal.start();
  const { undoName } = workspace.composition;
  isHeld = true;
  proposal.plan.listsNames = false;
  const confirmed = proposal.confirm();
  proposal.cancel();
  measuring.resolve(undefined);
  expect(await confirmed).toBe(false);
  expect(workspace.composition.undoName).toBe(undoName);
  expect(notices).toEqual([]);
});

test('shows why a text cannot be measured when it is confirmed', async () => {
  let isBroken = false;
  const { proposal, workspace } = await openFolder({
    engine: {
      measureText: (request) =>
        isBroken ? Promise.reject(new Error('out of memory')) : textMeasure(request),
    },
  });
  workspace.setOptions({ fileTree: 'selected' }, 'Show the tree');
  await whenDone(workspace);
  await proposal.start();
  isBroken = true;
  proposal.plan.listsNames = false;
  expect(await proposal.confirm()).toBe(false);
  expect(proposal.state).toEqual({ kind: 'failed', reason: 'out of memory' });
  expect(workspace.composition.paths).toEqual([]);
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

test('says why it failed, and can start again', async () => {
  let isBroken = true;
  const { proposal } = await openFolder({
    engine: {
      focusFiles: () => (isBroken ? Promise.reject(new Error('out of memory')) : Promise.resolve([])),
    },
  });
  await proposal.start();
  expect(proposal.state).toEqual({ kind: 'failed', reason: 'out of memory' });
  isBroken = false;
  await proposal.start();
  expect(proposal.state.kind).toBe('ready');
});

test('follows the composition, and proposes again if a file has changed', async () => {
  const folder = await openFolder();
  const { proposal, workspace, notices, tell, indexed } = folder;
  await proposal.start();
  proposal.plan.budget = 6_000;
  workspace.choices.tick([path('src/000.ts')], true, 'Tick');
  const [node] = [workspace.tree.byPath(path('src/000.ts')) ?? []].flat();
  if (node) workspace.choices.setMode([node], 'skeleton');
  await whenDone(workspace);
  expect(changes(folder)['src/000.ts']).toBe('kept');
  tell({ kind: 'indexed', files: [indexed(1, 'another hash')] });
  await whenDone(workspace);
  expect(await proposal.confirm()).toBe(false);
  expect(notices).toMatchObject([{ kind: 'info' }]);
  expect(proposal.state.kind).toBe('ready');
  await apply(folder);
  expect(workspace.viewOf(path('src/000.ts'))?.mode).toBe('skeleton');
});

const CHANGES: Readonly<Record<string, (folder: Folder, text: { added: number }) => unknown>> = {
  'the selection': ({ workspace, paths }) => workspace.choices.tick(paths.slice(9), true, 'Tick'),
  'the task': ({ workspace }) => workspace.setOptions({ task: 'How?' }, 'Edit task'),
  'an undo': ({ workspace }) => workspace.composition.undo(),
  'a text': async ({ workspace }, text) => {
    text.added = 500;
    await workspace.document.follow('read');
  },
};

test.each(Object.keys(CHANGES))('proposes again after a change of %s', async (name) => {
  const text = { added: 0 };
  const tree = (request: BodyRequest) =>
    request.kind === 'fileTree' ? Promise.resolve(ofTokens(50 + text.added)) : textMeasure(request);
  const folder = await openFolder({
    engine: { measureText: tree, setText: (_, request) => tree(request) },
  });
  const { proposal, workspace, notices } = folder;
  await proposal.start();
  proposal.plan.budget = 3_000;
  expect(proposal.plan.listsNames).toBe(true);
  await CHANGES[name]?.(folder, text);
  const { undoName } = workspace.composition;
  expect(await proposal.confirm()).toBe(false);
  expect(notices).toMatchObject([{ kind: 'info' }]);
  expect(workspace.composition.undoName).toBe(undoName);
  expect(proposal.state.kind).toBe('ready');
  await apply(folder);
  expect(workspace.document.totals.tokens).toBeLessThanOrEqual(3_000);
});

test('proposes again after a change of the encoding', async () => {
  const { workspace } = await openFolder();
  let { tokens } = workspace;
  const parts = new Proxy(workspace, {
    get(target, key): unknown {
      const value: unknown = key === 'tokens' ? tokens : Reflect.get(target, key, target);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
  const proposal = new FitProposal(parts, () => undefined);
  await proposal.start();
  proposal.plan.budget = 6_000;
  tokens = { ...tokens, encoding: 'cl100k_base' };
  expect(await proposal.confirm()).toBe(false);
  expect(await proposal.confirm()).toBe(true);
});

test('proposes again once, however often it is confirmed', async () => {
  const { proposal, workspace, notices } = await openFolder();
  await proposal.start();
  workspace.setOptions({ task: 'How?' }, 'Edit task');
  expect(await Promise.all([proposal.confirm(), proposal.confirm()])).toEqual([false, false]);
  expect(notices).toMatchObject([{ kind: 'info' }]);
  expect(await proposal.confirm()).toBe(true);
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
