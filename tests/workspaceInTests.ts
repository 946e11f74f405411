/** A workspace of the app over an engine controlled by a test. */
import { attachmentsInMemory } from './attachmentsInMemory';
import { NO_IMAGES } from './noImages';
import { NO_MODELS } from './noModels';
import { pagesInMemory } from './pagesInMemory';
import { storageInMemory } from './storageInMemory';
import { sectionKey } from '../src/core/document/block';
import type { SectionId } from '../src/core/document/sections/registry';
import type { BlockMeasure } from '../src/core/tokens/blockMeasure';
import type { ContentHash, FileContent } from '../src/core/files/fileContent';
import type { Clock } from '../src/app/ports/clock';
import type {
  AssembledDocument,
  WorkDone,
  Engine,
  EngineEvent,
  IndexedFile,
  MeasuredText,
  ContentProgress,
} from '../src/app/ports/engine';
import type { OpenedFolder } from '../src/app/ports/folders';
import type { Storage } from '../src/app/ports/storage';
import { createFileWriter } from '../src/platform/fileWriter';
import { zipFiles } from '../src/platform/zipFiles';
import { ProjectFile } from '../src/app/presets/projectFile.svelte';
import { Workspace } from '../src/app/workspace.svelte';

export const measure: BlockMeasure = { tokens: 5, tokensAsLast: 4, bytes: 20, lines: 6 };

export function deferred<T>(): {
  promise: Promise<T>;
  resolve: (value: T) => void;
  reject: (error: Error) => void;
} {
  let settle!: { resolve: (value: T) => void; reject: (error: Error) => void };
  const promise = new Promise<T>((resolve, reject) => (settle = { resolve, reject }));
  return { promise, ...settle };
}

export const NOTHING_DONE: WorkDone = {
  hits: {
    ...{ factsStored: 0, factsParsed: 0, summariesKept: 0, summariesMade: 0 },
    ...{ viewsKept: 0, viewsMeasured: 0 },
  },
  times: { parse: 0, render: 0 },
};

const LEAD_TOKENS: Readonly<Record<string, number>> = {
  '## Files\n\n': 2,
  '## Files (Summary)\n\n': 4,
  '## Files (Tier 3 - Focused)\n\n': 8,
};

const ALL_PARSED: ContentProgress = { state: 'done', done: 0, total: 0, failed: 0 };

/** An engine that answers immediately. `overrides` replaces the parts under test. */
export function engineWith(overrides: Partial<Engine>): {
  engine: Engine;
  tell: (event: EngineEvent) => unknown;
} {
  let listener: (event: EngineEvent) => unknown = () => undefined;
  const nothing = () => Promise.resolve();
  const engine: Engine = {
    addSnapshotFiles: nothing,
    readFile: () => Promise.resolve(undefined),
    open(_source, _options, onEvent) {
      listener = onEvent;
      return Promise.resolve();
    },
    refresh: nothing,
    cancel: nothing,
    setUserPatterns: nothing,
    setEncoding: nothing,
    setSourceEncodings: nothing,
    setKeepSummaries: nothing,
    keptSummaries: () => Promise.resolve([]),
    keepSummaries: () => Promise.resolve(true),
    workDone: () => Promise.resolve(NOTHING_DONE),
    gitState: () => Promise.resolve({ kind: 'none' }),
    gitHistoryRead: nothing,
    gitChangedSince: () => Promise.resolve([]),
    gitCommits: () => Promise.resolve([]),
    listIgnored: nothing,
    measureFiles: nothing,
    anchorSlices: () => Promise.resolve(undefined),
    measureViews: () => Promise.resolve([]),
    setSection: (section, request) => Promise.resolve(request === undefined ? [] : oneText(section, measure)),
    measureSection: (section) => Promise.resolve(oneText(section, measure)),
    renderText: () => Promise.resolve(''),
    countTexts: (texts) => Promise.resolve(texts.map((text) => LEAD_TOKENS[text] ?? 0)),
    readLines: () => Promise.resolve({ texts: [], cut: [] }),
    setSecrets: nothing,
    findSecrets: () => Promise.resolve([]),
    maskTexts: (texts) => Promise.resolve({ texts: texts.map(({ text }) => text), secrets: [] }),
    assemble: () => Promise.resolve(NOTHING_ASSEMBLED),
    assembleUpdate: () => Promise.reject(new Error('no test makes an update')),
    splitKept: () => Promise.resolve(undefined),
    makeMessages: () => Promise.reject(new Error('no test makes messages')),
    keptBlocks: () => Promise.resolve(new Set()),
    assembleKept: () => Promise.resolve(undefined),
    search: () => Promise.resolve({ matches: [], more: false }),
    filter: () => Promise.resolve([]),
    prepareFilter: nothing,
    rankFiles: () => Promise.resolve({ files: [], progress: ALL_PARSED }),
    focusFiles: ({ paths }) => Promise.resolve(paths.map((path) => ({ path, levels: [] }))),
    mapTokens: (paths) => Promise.resolve(paths.map(() => 0)),
    linksOf: () => Promise.resolve({ uses: [], usedBy: [], progress: ALL_PARSED }),
    relatedFiles: () => Promise.resolve({ paths: [], progress: ALL_PARSED }),
    folderLinks: () => Promise.resolve({ links: [], progress: ALL_PARSED }),
    readReferences: nothing,
    readReferencesAhead: nothing,
    findSymbols: () => Promise.resolve({ symbols: [], matches: 0, progress: ALL_PARSED }),
    readSymbols: nothing,
    searchFiles: () => Promise.resolve(undefined),
    cancelFileSearch: nothing,
    prepareFileSearch: nothing,
    placeReply: () =>
      Promise.resolve({ id: 1, files: [], unplaced: [], notUnderstood: [], requests: [], unknown: [] }),
    placeHunk: () => Promise.resolve(undefined),
    editedPatch: () => Promise.reject(new Error('no test makes a patch')),
    editedFiles: () => Promise.resolve({ kind: 'edited', files: [] }),
    findIssues: () => Promise.resolve({ kind: 'absent' }),
    cancelDocument: nothing,
    matchGlob: () => Promise.resolve([]),
    dispose: () => undefined,
    ...overrides,
  };
  return { engine, tell: (event) => listener(event) };
}

/** The blocks of a section that is one text; none if that is empty. */
export function oneText(section: SectionId, measured: BlockMeasure | undefined): readonly MeasuredText[] {
  return measured === undefined
    ? []
    : [{ key: sectionKey(section), version: 1, hash: '', measure: measured }];
}

export const NOTHING_ASSEMBLED: AssembledDocument = {
  ...{ blob: new Blob(), tokens: 0, bytes: 0, blocks: [], leftOut: [], viewed: [], secrets: [] },
  ...{ hash: '', encoding: 'o200k_base' },
  timings: { render: 0, assemble: 0 },
};

export const memory: Extract<OpenedFolder, { kind: 'memory' }> = {
  kind: 'memory',
  name: 'folder',
  files: [],
  ready: { files: [], expanded: [], instructions: '', task: '', fileTree: 'off' },
};

export const idle = {
  kind: 'idle',
  timings: { scan: 0, read: 0, count: 0, render: 0, assemble: 0 },
  canceled: false,
  fromStore: 0,
} satisfies EngineEvent;

export function indexedText(id: number, hash: string): IndexedFile {
  const content: FileContent = {
    kind: 'text',
    hash: hash as ContentHash,
    lines: 1,
    tokens: 3,
    encoding: 'utf-8',
    warnings: [],
    block: measure,
  };
  return { id, size: 1, modified: 0, content, checked: true };
}

export function workspaceWith(
  engine: Engine,
  folder: OpenedFolder = memory,
  storage: Storage = storageInMemory(),
  after: Clock['after'] = () => () => undefined,
): Workspace {
  return new Workspace({
    id: 'test',
    folder,
    project: new ProjectFile({
      ...{
        workspace: 'test',
        folder,
        storage,
        now: () => '',
        notify: () => undefined,
        appliedPreset: () => '',
      },
      files: {
        read: () => Promise.resolve({ kind: 'absent' }),
        textOf: () => Promise.resolve({ kind: 'absent' }),
        replace: () => Promise.reject(new Error()),
      },
      outputs: { canWrite: () => Promise.resolve(false), download: () => undefined },
    }),
    createEngine: () => engine,
    ...attachmentsInMemory(),
    ...NO_MODELS,
    ...pagesInMemory(),
    images: NO_IMAGES,
    fileWriter: createFileWriter,
    zipFiles,
    outputs: { download: () => undefined },
    tabs: { alone: (_name, task) => task() },
    storage,
    clock: { now: () => 0, after, nextFrame: (task) => queueMicrotask(task) },
    notify: () => undefined,
    settings: {
      data: {
        ...{ encoding: 'o200k_base', modelId: 'gpt-5', userPatterns: '', keepSummaries: true },
        ...{ globalInstructions: '', compressMessages: 80, compressTokens: 24_000 },
        ...{ countCopies: true, updateDiffs: 'auto' },
      },
    },
    onfirststored: () => Promise.resolve(),
    state: undefined,
  });
}
