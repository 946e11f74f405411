/** One opened folder: what a run does, what is asked for between runs, and what all of it shares. */
import type { ContentHash, FileContent } from '../../src/core/files/fileContent';
import type { RepoPath } from '../../src/core/files/repoPath';
import type { SourceEncoding } from '../../src/core/files/sourceEncoding';
import type { TokenEncoding } from '../../src/core/tokens/encoding';
import { assembleDocument } from './assembling';
import type { BlockTextsContext } from './blockTexts';
import type { SummaryStore } from '../caches/summaryStore';
import type { ComputePool } from './computePool';
import { createByteBudget } from './concurrency';
import { createEarlyFiles } from './earlyFiles';
import type {
  AssembledDocument,
  BlockToAssemble,
  EngineStep,
  MeasuredViews,
  OpenOptions,
  Timings,
  ViewsWanted,
  WorkDone,
} from './contract';
import { FileJobs } from './fileJobs';
import { isSameStamp, stampOf, type FileStamp } from './fileReading';
import { withChosenEncodings } from './folders/chosenEncodings';
import { FolderLost, reasonOf, type FolderReader } from './folders/folderReader';
import { foldersAbove } from './folders/listedPath';
import { packFiles, unpackFiles, type StoredFile } from './indexPack';
import { createKeptBytes } from './keptBytes';
import { KeptTexts } from './keptTexts';
import { createListing, type Listing } from './listing';
import { measurePaths } from './measuring';
import type { Outbox } from './outbox';
import { createPackStore, type PackShelf, type PackStore } from '../caches/packStore';
import { createQuarantine } from './quarantine';
import { createRuns, type RunEnd } from './runs';
import { createSummarizing, type Summarizing } from './summarizing';
import { createSymbolCounts, type SymbolCounts } from './symbolCounts';
import { createViewMeasures, measureViews, type ViewMeasures } from './viewMeasures';
import { mergeChanges, type FolderChanges } from './watching';
import { createWorkspaceIndex, type WorkspaceIndex } from './workspaceIndex';

export interface SessionOptions extends OpenOptions {
  readonly reader: FolderReader;
  readonly pool: ComputePool;
  readonly outbox: Outbox;
  readonly summaryStore: SummaryStore;
  shelvesOf(encoding: TokenEncoding): Shelves;
}

/** What is kept between visits; without a shelf it is not. */
export interface Shelves {
  readonly index?: PackShelf;
  readonly views?: PackShelf;
}

export interface Session {
  readonly index: WorkspaceIndex;
  readonly texts: KeptTexts;
  readonly listing: Listing;
  readonly encoding: TokenEncoding;
  readonly summarizing: Summarizing;
  readonly symbolCounts: SymbolCounts;
  /** Whether views are being measured, for which somebody waits. */
  readonly isMeasuringViews: boolean;
  /** Brings everything in step with the folder. */
  refresh(): Promise<void>;
  follow(changes: FolderChanges): Promise<void>;
  /** As `refresh`, but told only where something has changed. */
  catchUp(): Promise<void>;
  cancel(): Promise<void>;
  setUserPatterns(patterns: string): Promise<void>;
  setEncoding(encoding: TokenEncoding): Promise<void>;
  setSourceEncodings(chosen: ReadonlyMap<RepoPath, SourceEncoding>): Promise<void>;
  measure(paths: readonly RepoPath[]): Promise<void>;
  listIgnored(folder: RepoPath): Promise<void>;
  /** Whether a change of this path on the disk may matter: not below a folder that is left out, unless somebody looks there. */
  concerns(path: RepoPath): boolean;
  countTexts(texts: readonly string[]): Promise<readonly number[]>;
  assemble(plan: readonly BlockToAssemble[]): Promise<AssembledDocument>;
  measureViews(wanted: readonly ViewsWanted[]): Promise<readonly MeasuredViews[]>;
  blockTexts(): BlockTextsContext;
  workDone(): Promise<WorkDone>;
}

/** Bytes of files held between reading and counting. */
const BYTES_HELD = 64_000_000;

export function createSession(options: SessionOptions): Session {
  const { pool, outbox } = options;
  let { encoding, userPatterns, sourceEncodings } = options;
  const reader = withChosenEncodings(options.reader, (path) => sourceEncodings.get(path));
  const index = createWorkspaceIndex(outbox);
  const listing = createListing({ reader, index, outbox: { ...outbox, progress } });
  const texts = new KeptTexts(pool);
  const summarizing = createSummarizing({ ...options, store: options.summaryStore });
  const symbolCounts = createSymbolCounts();
  const quarantine = createQuarantine(
    hashOf,
    (path, hash) => typeof symbolCounts.get(path, hash) === 'number',
  );
  const keptBytes = createKeptBytes();
  const viewHits = { viewsKept: 0, viewsMeasured: 0 };
  const budget = createByteBudget(BYTES_HELD);
  const jobs = new FileJobs({ reader, pool, budget, outbox, quarantine, summarizing });
  const wanted = new Set<RepoPath>();
  const outdated = new Set<RepoPath>();
  let { store, views } = keptIn(encoding);
  let stored: 'not asked' | 'loaded' = 'not asked';
  let fromStore = 0;
  let incomplete = false;
  let quiet = false;
  let timings: Timings = { scan: 0, read: 0, count: 0, render: 0, assemble: 0 };
  /** Ends what was asked for beside the runs. */
  let asides = new AbortController();
  let viewsUnderWay = 0;

  const runs = createRuns<FolderChanges>({ merge: mergeChanges, run, ended });

  function keptIn(counted: TokenEncoding): { store: PackStore<StoredFile>; views: ViewMeasures } {
    const shelves = options.shelvesOf(counted);
    return {
      store: createPackStore(shelves.index, { pack: packFiles, unpack: unpackFiles }),
      views: createViewMeasures(shelves.views, () =>
        summarizing.shelf === undefined ? Promise.resolve([]) : summarizing.list(),
      ),
    };
  }

  async function run(changes: FolderChanges, signal: AbortSignal): Promise<void> {
    const everything = changes.kind === 'everything';
    quiet = everything && changes.quiet === true;
    const busyBefore = pool.busyTime();
    pool.prepare(encoding);
    if (stored === 'not asked') await showStored(signal);

    const scanStarted = performance.now();
    let paths: readonly RepoPath[];
    if (changes.kind === 'everything') {
      const early = await scanAll(signal);
      paths = measurable().filter((path) => !early.has(path));
    } else {
      const listedBefore = new Set(index.entries.keys());
      await listing.relist(changes.folders, signal);
      paths = measurable().filter((path) => changes.files.has(path) || !listedBefore.has(path));
    }
    store.keepOnly((path) => index.entries.has(path));
    if (everything) views.keepOnly((path) => index.entries.has(path));
    const readStarted = performance.now();
    await measure(paths, signal, false);
    reader.forgetListing();
    if (everything) {
      incomplete = false;
      void summarizing.keepOnly((path) => index.entries.has(path));
    }
    const ended = performance.now();
    if (quiet) return;
    timings = {
      ...timings,
      scan: readStarted - scanStarted,
      read: ended - readStarted,
      count: pool.busyTime() - busyBefore,
    };
  }

  /** Walks the folder; gives the first files found, which are measured when it resolves. */
  async function scanAll(signal: AbortSignal): Promise<ReadonlySet<RepoPath>> {
    const early = createEarlyFiles((paths) => measure(paths, signal, true));
    const walked = listing.scan(userPatterns, signal, early.found);
    // Both to their ends, or what is left of one would run into the next run.
    await Promise.allSettled([walked.finally(early.begin), early.measured]);
    await walked;
    await early.measured;
    return early.paths;
  }

  /** What was known on the last visit is on the screen before the disk is asked. */
  async function showStored(signal: AbortSignal): Promise<void> {
    const files = await store.load();
    signal.throwIfAborted();
    stored = 'loaded';
    fromStore = files.length;
    for (const { path, ...known } of files) {
      if (!index.entries.has(path)) index.note(path, 'file', undefined);
      if (index.record(path) === undefined) index.setRecord(path, { ...known, checked: false });
    }
  }

  /** Files to be counted: all that are not left out, and those that somebody asked for. */
  function measurable(): readonly RepoPath[] {
    const paths: RepoPath[] = [];
    for (const { path, kind, leftOut } of index.entries.values()) {
      if (kind === 'folder') continue;
      if (leftOut === undefined || wanted.has(path)) paths.push(path);
      if (leftOut !== undefined) store.remove(path);
    }
    return paths;
  }

  function measure(paths: readonly RepoPath[], signal: AbortSignal, urgent: boolean): Promise<void> {
    return measurePaths(paths, {
      ...{ reader, pool, jobs, encoding, index, store, keptBytes, wanted, signal, urgent },
      onProgress(done) {
        if (!urgent) progress('read', done, paths.length);
      },
    });
  }

  function progress(step: EngineStep, done: number, total: number): void {
    if (!quiet) outbox.progress(step, done, total);
  }

  async function ended(end: RunEnd): Promise<void> {
    reader.forgetListing();
    if (end.kind === 'canceled') incomplete = true;
    if (end.kind === 'failed') {
      const fault = end.error instanceof FolderLost ? end.error.fault : undefined;
      outbox.send({ kind: 'fault', fault: fault ?? { kind: 'broken', reason: reasonOf(end.error) } });
    } else {
      outbox.send({ kind: 'idle', timings, canceled: incomplete, fromStore });
    }
    await Promise.all([outbox.delivered(), store.flush()]);
    // Views are likely to be asked for next, and what is known of them is read while nobody waits.
    void views.ready();
  }

  /** Runs beside the runs. A lost folder is told as an event, an end asked for by the user not at all. */
  async function aside(task: (signal: AbortSignal) => Promise<void>): Promise<void> {
    const { signal } = asides;
    try {
      await task(signal);
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof FolderLost)) throw error;
      outbox.send({ kind: 'fault', fault: error.fault });
    } finally {
      await outbox.delivered();
    }
  }

  function tellFault(error: unknown): never {
    if (error instanceof FolderLost) outbox.send({ kind: 'fault', fault: error.fault });
    throw error;
  }

  function stopAsides(): void {
    asides.abort();
    asides = new AbortController();
  }

  function countTexts(texts: readonly string[], counted: TokenEncoding): Promise<readonly number[]> {
    const count = (text: string): Promise<number> =>
      pool.run({
        ...{ encoding: counted, bytes: 0, urgent: true },
        call: (api) => api.countTokens(counted, text),
      });
    return Promise.all(texts.map(count));
  }

  function hashOf(path: RepoPath, stamp: FileStamp): ContentHash | undefined {
    const known = index.record(path);
    const isSame = known !== undefined && isSameStamp(known, stamp);
    return isSame && known.content.kind === 'text' ? known.content.hash : undefined;
  }

  function learned(path: RepoPath, stamp: FileStamp, content: FileContent): void {
    const known = index.record(path);
    const isKnown = known?.content.kind === content.kind && isSameStamp(known, stamp);
    if (isKnown && content.kind !== 'text') return;
    index.setRecord(path, { ...stampOf(stamp), content, checked: true });
  }

  async function measureAside(paths: readonly RepoPath[]): Promise<void> {
    await aside((signal) => measure(paths, signal, true));
  }

  return {
    index,
    texts,
    listing,
    summarizing,
    symbolCounts,
    get encoding() {
      return encoding;
    },
    get isMeasuringViews() {
      return viewsUnderWay > 0;
    },
    refresh: () => runs.request({ kind: 'everything' }),
    follow: (changes) => runs.request(changes),
    async catchUp() {
      // What the user has stopped is not begun again behind his back.
      if (!incomplete) await runs.request({ kind: 'everything', quiet: true });
    },
    async cancel() {
      stopAsides();
      await runs.cancel();
    },
    setUserPatterns(patterns) {
      userPatterns = patterns;
      return runs.request({ kind: 'everything' }, true);
    },
    setEncoding(next) {
      if (next === encoding) return runs.request({ kind: 'everything' });
      stopAsides();
      void store.flush();
      encoding = next;
      ({ store, views } = keptIn(next));
      stored = 'not asked';
      index.forgetRecords();
      return runs.request({ kind: 'everything' }, true);
    },
    setSourceEncodings(next) {
      const paths = new Set([...sourceEncodings.keys(), ...next.keys()]);
      const files = new Set([...paths].filter((path) => sourceEncodings.get(path) !== next.get(path)));
      sourceEncodings = next;
      return runs.request({ kind: 'some', folders: new Set(), files });
    },
    async measure(paths) {
      for (const path of paths) wanted.add(path);
      listing.adopt(paths);
      await measureAside(paths);
    },
    listIgnored: (folder) => aside(() => listing.listIgnored(folder)),
    concerns(path) {
      if (wanted.has(path)) return true;
      const above = foldersAbove(path);
      return (
        above.every((folder) => index.entries.get(folder)?.leftOut === undefined) || listing.isOpen(path)
      );
    },
    countTexts: (texts) => countTexts(texts, encoding),
    async assemble(plan) {
      // All of one encoding, which may become another one under way.
      const of = { encoding, views };
      const assembling = assembleDocument(plan, {
        ...{ reader, pool, jobs, texts, symbolCounts, ...of },
        contentOf: (path) => (of.encoding === encoding ? index.record(path)?.content : undefined),
        countTexts: (texts) => countTexts(texts, of.encoding),
        learned(path, stamp, content) {
          if (of.encoding === encoding) learned(path, stamp, content);
        },
      });
      const document = await assembling.catch(tellFault);
      timings = { ...timings, ...document.timings };
      return document;
    },
    async measureViews(wanted) {
      viewsUnderWay += 1;
      try {
        return await measureViews(wanted, {
          ...{ jobs, index, views, encoding, symbolCounts, keptBytes },
          hits: viewHits,
          signal: asides.signal,
        });
      } finally {
        viewsUnderWay -= 1;
      }
    },
    blockTexts: () => ({
      ...{ reader, pool, jobs, index, texts, encoding, summarizing, quarantine },
      outdated(path) {
        if (outdated.has(path)) return;
        outdated.add(path);
        void measureAside([path]).finally(() => outdated.delete(path));
      },
    }),
    async workDone() {
      const { hits, times } = await pool.workDone();
      return { hits: { ...hits, ...viewHits }, times };
    },
  };
}
