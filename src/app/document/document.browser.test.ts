import fc from 'fast-check';
import { expect, test } from 'vitest';
import { storageInMemory } from '../../../tests/storageInMemory';
import {
  NOTHING_ASSEMBLED,
  measure,
  memory,
  deferred,
  engineWith,
  idle,
  indexedText,
  oneText,
  workspaceWith,
} from '../../../tests/workspaceInTests';
import { path } from '../../../tests/repoPathInTests';
import type { MeasuredText } from '../ports/engine';
import type { BlockMeasure } from '../../core/tokens/blockMeasure';
import { viewKey } from '../../core/views/viewRequest';
import type { ContentHash, FileContent } from '../../core/files/fileContent';
import type { RepoPath } from '../../core/files/repoPath';

test('hands over a text that was typed just before', async () => {
  const measured = deferred<BlockMeasure>();
  const assembled: unknown[] = [];
  const { engine } = engineWith({
    setSection: async (section) => (section === 'task' ? oneText(section, await measured.promise) : []),
    assemble(plan) {
      assembled.push(plan);
      return Promise.resolve(NOTHING_ASSEMBLED);
    },
  });
  const workspace = workspaceWith(engine);
  workspace.setOptions({ task: 'What now?' }, 'Edit task');
  const copying = workspace.output.handOver('whole', (document) => document.then(() => undefined));
  measured.resolve(measure);
  await copying;
  expect(assembled).toEqual([[{ lead: '', source: { kind: 'text', key: 'section:task' } }]]);
});

test('the sections add up to the total, whichever comes last', async () => {
  const { engine, tell } = engineWith({
    setSection: (section, request) => {
      const texts = request?.kind === 'markdown' ? request.texts : [];
      const isWritten = section === 'task' && texts.some((text) => text !== '');
      return Promise.resolve(oneText(section, isWritten ? measure : undefined));
    },
  });
  const workspace = workspaceWith(engine);
  await workspace.open();
  tell({ kind: 'entries', entries: [{ id: 1, path: path('a.ts'), kind: 'file' }] });
  tell({ kind: 'indexed', files: [indexedText(1, 'one')] });
  tell(idle);
  workspace.choices.tick([path('a.ts')], true, 'Tick');
  await workspace.document.settled();
  const tokens = () => workspace.document.totals.sections.map((each) => each.tokens);
  expect([workspace.document.totals.tokens, tokens()]).toEqual([6, [6]]);
  workspace.setOptions({ task: 'What now?' }, 'Edit task');
  await workspace.document.settled();
  expect([workspace.document.totals.tokens, tokens()]).toEqual([11, [7, 4]]);
  // The preview's heading says the same of the task.
  expect(workspace.document.blocks.at(-1)?.tokens).toBe(4);
});

test('calls no total exact after a section has failed, and tries it again before a copy', async () => {
  let isBroken = false;
  const { engine } = engineWith({
    setSection: (section) =>
      isBroken && section === 'task'
        ? Promise.reject(new Error('out of memory'))
        : Promise.resolve(oneText(section, section === 'task' ? measure : undefined)),
  });
  const workspace = workspaceWith(engine);
  await workspace.open();
  await workspace.document.settled();
  expect(workspace.document.totals.exact).toBe(true);
  isBroken = true;
  workspace.setOptions({ task: 'What now?' }, 'Edit task');
  await expect(workspace.document.settled()).rejects.toThrow('out of memory');
  expect(workspace.document.totals.exact).toBe(false);
  isBroken = false;
  await workspace.document.settled();
  expect(workspace.document.totals.exact).toBe(true);
});

test('counts the heading of a section that comes to the document with news of the engine', async () => {
  const lead = '## Discussion History';
  let messages: readonly MeasuredText[] = [];
  const { engine } = engineWith({
    setSection: (section) => Promise.resolve(section === 'discussion' ? messages : []),
    countTexts: (texts) => Promise.resolve(texts.map((text) => (text.startsWith(lead) ? 3 : 0))),
  });
  const workspace = workspaceWith(engine);
  await workspace.open();
  const said = { id: '1', role: 'User', content: 'Why?', time: 0, collapsed: false };
  messages = [{ key: 'history:1', version: 1, hash: '', measure }];
  workspace.conversation.discussions.create().insert(0, [said], 'Insert message');
  await workspace.document.follow('listed');
  expect(workspace.document.totals).toMatchObject({ tokens: 3 + measure.tokensAsLast, exact: true });
});

test('waits for a heading that is being counted, without asking for it over and over', async () => {
  const counts = [deferred<readonly number[]>(), deferred<readonly number[]>()];
  let asked = 0;
  const { engine } = engineWith({ countTexts: () => counts[asked++]?.promise ?? Promise.resolve([2]) });
  const { composition, document } = workspaceWith(engine);
  const item = composition.newItem(path('a.ts'));
  composition.apply({ items: new Map([[item.path, item]]) }, 'Tick');
  await expect.poll(() => asked).toBe(1);
  const sync = document.sync.bind(document);
  let rounds = 0;
  document.sync = () => ((rounds += 1) < 10 ? sync() : Promise.reject(new Error('it asks over and over')));
  const settling = document.settled();
  await expect.poll(() => asked).toBe(2);
  counts[1]?.resolve([2]);
  setTimeout(() => counts[0]?.resolve([2]));
  await settling;
  expect(document.pending).toBe(false);
});

test('does not call a total exact while everything is counted anew', async () => {
  const recounted = deferred<undefined>();
  const { engine } = engineWith({ setEncoding: () => recounted.promise });
  const workspace = workspaceWith(engine);
  await workspace.open();
  expect(workspace.document.totals.exact).toBe(true);
  const changing = workspace.reading.setEncoding('cl100k_base');
  expect(workspace.document.totals.exact).toBe(false);
  recounted.resolve(undefined);
  await changing;
  expect(workspace.document.totals.exact).toBe(true);
});

test('measures the view of a file anew whose other content comes to light between two runs', async () => {
  const asked: string[] = [];
  let hash = 'one';
  const { engine, tell } = engineWith({
    measureViews: (wanted) => {
      asked.push(...wanted.map((each) => `${each.path} ${hash}`));
      return Promise.resolve(
        wanted.map((each) => ({
          path: each.path,
          hash: hash as ContentHash,
          views: each.views.map((view) => ({
            key: viewKey(view),
            block: measure,
            gaps: [],
            notes: [],
            warnings: [],
          })),
        })),
      );
    },
  });
  const workspace = workspaceWith(engine);
  await workspace.open();
  tell({ kind: 'entries', entries: [{ id: 1, path: path('a.ts'), kind: 'file' }] });
  tell({ kind: 'indexed', files: [indexedText(1, hash)] });
  tell(idle);
  workspace.choices.tick([path('a.ts')], true, 'Tick a.ts');
  workspace.choices.setModeOfAll('skeleton');
  await expect.poll(() => asked).toEqual(['a.ts one']);
  hash = 'two';
  tell({ kind: 'indexed', files: [indexedText(1, hash)] });
  await expect.poll(() => asked).toEqual(['a.ts one', 'a.ts two']);
});

test('shows another notice for a binary file when its size has changed', async () => {
  const { engine, tell } = engineWith({});
  const workspace = workspaceWith(engine);
  await workspace.open();
  const image = path('a.bin');
  const content: FileContent = { kind: 'binary', reason: 'NUL', block: measure };
  const indexed = (size: number) =>
    tell({
      kind: 'indexed',
      files: [{ id: 1, size, modified: size, content: { ...content }, checked: true }],
    });
  tell({ kind: 'entries', entries: [{ id: 1, path: image, kind: 'file' }] });
  indexed(10);
  workspace.choices.tick([image], true, 'Tick a.bin');
  const version = () => workspace.document.blocks.find(({ key }) => key === 'file:a.bin')?.version;
  const before = version();
  expect(before).toBeDefined();
  indexed(20);
  await Promise.resolve();
  expect(version()).not.toBe(before);
});

test('calls no total exact after a change of encoding that was stopped', async () => {
  const recounted = deferred<undefined>();
  const { engine, tell } = engineWith({ setEncoding: () => recounted.promise });
  const workspace = workspaceWith(engine);
  await workspace.open();
  const [first, second] = [path('a.ts'), path('b.ts')];
  tell({
    kind: 'entries',
    entries: [
      { id: 1, path: first, kind: 'file' },
      { id: 2, path: second, kind: 'file' },
    ],
  });
  tell({ kind: 'indexed', files: [indexedText(1, 'one'), indexedText(2, 'two')] });
  tell(idle);
  workspace.choices.tick([first, second], true, 'Tick both');
  await workspace.document.settled();
  expect(workspace.document.totals).toMatchObject({ files: 2, exact: true });
  const changing = workspace.reading.setEncoding('cl100k_base');
  tell({ kind: 'indexed', files: [indexedText(1, 'one')] });
  tell({ ...idle, canceled: true });
  recounted.resolve(undefined);
  await changing;
  expect(workspace.document.totals.exact).toBe(false);
  expect(workspace.contentOf(first)).toBeDefined();
  expect(workspace.contentOf(second)).toBeUndefined();
});

test('has the blocks and totals of a document made anew after any changes', async () => {
  const paths = ['a.ts', 'b/c.ts', 'b.ts', 'd.ts', 'e/f/g.ts'].map(path);
  const at = fc.nat(paths.length - 1);
  const step = fc.oneof(
    fc.tuple(fc.constant('tick'), at, fc.boolean()),
    fc.tuple(fc.constant('mode'), at, fc.boolean()),
    fc.tuple(fc.constant('index'), at, fc.boolean()),
    fc.tuple(fc.constant('remove'), at, fc.boolean()),
    fc.tuple(fc.constant('undo'), at, fc.boolean()),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 20 }), async (steps) => {
      const { engine, tell } = engineWith({});
      const workspace = workspaceWith(engine);
      await workspace.open();
      const list = (id: number) => {
        tell({ kind: 'entries', entries: [{ id, path: paths[id] as RepoPath, kind: 'file' }] });
      };
      for (const id of paths.keys()) list(id);
      let round = 0;
      for (const [what, id, on] of steps) {
        const one = paths[id] as RepoPath;
        const node = workspace.tree.byPath(one);
        if (what === 'tick') workspace.choices.tick([one], on, 'Tick');
        if (what === 'mode' && node) workspace.choices.setMode([node], on ? 'outline' : 'full');
        if (what === 'remove') tell({ kind: 'removed', ids: [id] });
        if (what === 'undo') workspace.composition.undo();
        if (what === 'index') {
          list(id);
          tell({ kind: 'indexed', files: [indexedText(id, `hash${(round += 1)}`)] });
        }
        tell(idle);
        const { blocks, totals } = workspace.document;
        const patched = { blocks, totals };
        workspace.document.allFilesChanged();
        tell(idle);
        expect(patched).toEqual({ blocks: workspace.document.blocks, totals: workspace.document.totals });
      }
    }),
    { numRuns: 300 },
  );
});

test('follows a tick of very many files after a while, and is not handed over before', async () => {
  const waiting: (() => void)[] = [];
  const assembled: number[] = [];
  const { engine, tell } = engineWith({
    assemble(plan) {
      assembled.push(plan.filter(({ source }) => source.kind === 'file').length);
      return Promise.resolve(NOTHING_ASSEMBLED);
    },
  });
  const workspace = workspaceWith(engine, memory, storageInMemory(), (_, task) => {
    waiting.push(task);
    return () => undefined;
  });
  await workspace.open();
  const many = Array.from({ length: 3_000 }, (_, i) => path(`f${i}.ts`));
  tell({ kind: 'entries', entries: many.map((file, id) => ({ id, path: file, kind: 'file' })) });
  tell({ kind: 'indexed', files: many.map((_, id) => indexedText(id, `hash${id}`)) });
  tell(idle);

  expect(workspace.document.totals).toMatchObject({ files: 0, exact: true });
  workspace.choices.tick(many, true, 'Tick all');
  expect(workspace.composition.size).toBe(3_000);
  expect(workspace.tree.root.sums.ticked).toBe(3_000);
  expect(workspace.document.totals).toMatchObject({ files: 0, exact: false });
  const copying = workspace.output.handOver('whole', (document) => document.then(() => undefined));
  // Changes in the meantime count.
  workspace.choices.tick(many.slice(0, 1), false, 'Untick one');
  while (workspace.run.measuring) {
    for (const task of waiting.splice(0)) task();
    await Promise.resolve();
  }
  await copying;
  expect(assembled).toEqual([2_999]);
  expect(workspace.document.totals).toMatchObject({ files: 2_999, exact: true });
  const { blocks } = workspace.document;
  workspace.document.allFilesChanged();
  tell(idle);
  expect(workspace.document.blocks).toEqual(blocks);
});

test('reads the links for the first classic turn again after a failure and after files have changed', async () => {
  let asked = 0;
  const [a, b] = [path('a.ts'), path('b.ts')];
  const { engine, tell } = engineWith({
    folderLinks() {
      asked += 1;
      if (asked === 1) return Promise.reject(new Error('unreadable'));
      const links = [{ from: a, to: [b] }].slice(0, asked - 2);
      return Promise.resolve({ links, progress: { state: 'done', done: 0, total: 0, failed: 0 } });
    },
  });
  const workspace = workspaceWith(engine);
  await workspace.open();
  const { document } = workspace;
  const references = () => document.arranging.options.references;
  workspace.setOptions({ layout: 'classic' }, 'Set layout');
  await expect.poll(() => [asked, document.pending]).toEqual([1, false]);
  expect(references()).toBeUndefined();
  await document.settled();
  expect([asked, references()]).toEqual([2, []]);
  tell({ kind: 'entries', entries: [{ id: 1, path: a, kind: 'file' }] });
  tell(idle);
  await document.follow('read');
  expect([asked, references()]).toEqual([3, [[a, b]]]);
  await document.settled();
  expect(asked).toBe(3);
});
