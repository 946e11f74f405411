import { inView, planned } from '../../../tests/planned';
import type { Remote } from 'comlink';
import { expect, it } from 'vitest';
import { buildVocabulary } from '../../../.ci/vite/vocabulary.mjs';
import type { ViewRequest } from '../../../src/core/views/viewRequest';
import type { RepoPath } from '../../../src/core/files/repoPath';
import { testFactsReader } from '../../../tests/languages/wasmFiles';
import { createComputeApi } from '../../compute/computeApi';
import type { ComputeApi } from '../../compute/contract';
import type { TextStore } from '../../caches/textStore';
import { createViewing } from '../../compute/viewing';
import { createEngineApi } from '../engineApi';
import type { EngineApi } from '../contract';
import type { FolderFile } from '../folders/folderReader';
import { readerOfFiles } from '../folders/memoryFolder';
import { noBlockStore, noConverter, noFactsStore, noSummaryStore } from '../../../tests/noStores';

const path = 'a.py' as RepoPath;
const BODY = ['def load(name):', '    text = read(name)', '    return parse(text)', ''];
const BLOCKS = ['one', 'two', 'three'].flatMap((name) => [`# ${name}`, ...BODY]);

/** A folder with one file, which `write` replaces, and an engine that keeps old texts in a map. */
async function openFolder(lines: readonly string[]): Promise<{
  engine: EngineApi;
  write(lines: readonly string[]): Promise<void>;
  texts: Map<string, string>;
}> {
  const texts = new Map<string, string>();
  const textStore: TextStore = {
    get: (hashes) =>
      Promise.resolve(
        new Map(hashes.flatMap((hash) => (texts.has(hash) ? [[hash, texts.get(hash) ?? '']] : []))),
      ),
    put(added) {
      for (const [hash, text] of added) texts.set(hash, text);
      return Promise.resolve(true);
    },
  };
  const compute = createComputeApi({
    loadVocabulary: (encoding) => Promise.resolve(buildVocabulary(encoding)),
    viewing: createViewing({
      ...{ reader: testFactsReader(), factsStore: noFactsStore, summaryStore: noSummaryStore, textStore },
      now: () => '2026-01-31T12:00:00.000Z',
    }),
    textStore,
  });
  const file = fileOf(lines, 1);
  const engine = createEngineApi({
    createPool: () => ({
      size: 1,
      run: (job) => job.call(compute as unknown as Remote<ComputeApi>), // the same calls, without a thread between
      prepare: () => undefined,
      workDone: () => compute.workDone(),
      busyTime: () => 0,
      onRecycled: () => undefined,
      dispose: () => undefined,
    }),
    shelvesOf: () => ({}),
    ...{ summaryStore: noSummaryStore, blockStore: noBlockStore, converter: noConverter },
    readerOf: () => readerOfFiles([['a.py', file]]),
  });
  const options = {
    workspaceId: 'test',
    encoding: 'o200k_base',
    userPatterns: '',
    sourceEncodings: new Map(),
    keepSummaries: false,
  } as const;
  await engine.open({ kind: 'snapshot', name: 'test' }, options, () => undefined);
  return {
    engine,
    texts,
    async write(next) {
      Object.assign(file, fileOf(next, file.modified + 1));
      await engine.refresh();
    },
  };
}

function fileOf(lines: readonly string[], modified: number): FolderFile {
  const bytes = new TextEncoder().encode(`${lines.join('\n')}\n`);
  return { size: bytes.length, modified, read: () => Promise.resolve(bytes.slice().buffer) };
}

async function viewed(engine: EngineApi, view: ViewRequest) {
  const [file] = await engine.measureViews([{ path, views: [view] }]);
  const [measure] = file?.views ?? [];
  if (measure === undefined) throw new Error('not measured');
  const { blob, tokens } = await engine.assemble(planned([inView(path, view)]));
  return { measure, text: await blob.text(), tokens };
}

it('makes slices of a file as it is, and finds them by the old text when it has changed', async () => {
  const { engine, write, texts } = await openFolder(BLOCKS);
  const slices = await engine.anchorSlices(path, [
    { startLine: 7, endLine: 9, tag: 'core' },
    { startLine: 8, endLine: 8 },
  ]);
  expect(slices).toMatchObject([
    { startLine: 7, endLine: 9, tag: 'core', symbol: 'load#2', totalLines: 15, anchorBefore: 3 },
    { startLine: 8, endLine: 8, symbol: undefined },
  ]);
  expect([...texts.keys()]).toEqual([slices?.[0]?.fileHash]);
  const view: ViewRequest = { mode: 'custom', slices: slices ?? [] };
  const before = await viewed(engine, view);
  expect(before.measure).toMatchObject({ notes: [], slices: [{ state: 'exact' }, { state: 'exact' }] });
  expect(before.text).toContain('[Slice: core]\nLines 7-9:\ndef load');

  // The inserted text equals the text at the old place.
  await write(['import os', ...BODY, '', '', '', '', ...BLOCKS]);
  const after = await viewed(engine, view);
  expect(after.measure.slices).toEqual([
    { startLine: 16, endLine: 18, state: 'moved' },
    { startLine: 17, endLine: 17, state: 'moved' },
  ]);
  expect(after.measure.notes).toEqual([
    'Slice 1 moved from lines 7–9 to 16–18',
    'Slice 2 moved from line 8 to 17',
  ]);
  expect(after.text).toContain('[Slice: core]\nLines 16-18:\ndef load');
  expect(after.measure.gaps).toEqual([1, 15, 19, 24]);
});

it('gives no slices of a file that is not there', async () => {
  const { engine } = await openFolder(BLOCKS);
  expect(await engine.anchorSlices('gone.py' as RepoPath, [{ startLine: 1, endLine: 1 }])).toBeUndefined();
});
