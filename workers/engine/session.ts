/** One opened folder: its runs, which keep the index in step with the disk, and the questions asked between them. */
import type { RepoPath } from '../../src/core/files/repoPath';
import type { SourceEncoding } from '../../src/core/files/sourceEncoding';
import type { TokenEncoding } from '../../src/core/tokens/encoding';
import { createPackStore, type PackShelf, type PackStore } from '../caches/packStore';
import type { SummaryStore } from '../caches/summaryStore';
import { assembleDocument } from './documents/assembling';
import type { BlockTextsContext } from './documents/blockTexts';
import type { ComputePool } from './computePool';
import { createByteBudget } from './reading/concurrency';
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
import { createEarlyFiles } from './reading/earlyFiles';
import { FileJobs } from './reading/fileJobs';
import { withChosenEncodings } from './folders/chosenEncodings';
import { FolderLost, type FolderReader } from './folders/folderReader';
import { foldersAbove } from './folders/listedPath';
import { packFiles, unpackFiles, type StoredFile } from './storing/indexPack';
import { createKeptBytes } from './reading/keptBytes';
import { KeptTexts } from './documents/keptTexts';
import { Listing } from './reading/listing';
import { measurePaths } from './reading/measuring';
import { measureViews } from './reading/measuringViews';
import type { Outbox } from './outbox';
import { createQuarantine, type Quarantine } from './reading/quarantine';
import { reasonOf } from './reason';
import { createRuns, type RunEnd } from './runs';
import { createSummarizing, type Summarizing } from './storing/summarizing';
import { createSymbolCounts } from './storing/symbolCounts';
import { createViewMeasures, type ViewMeasures } from './storing/viewMeasures';
import { mergeChanges, type FolderChanges } from './reading/watching';
import { createWorkspaceIndex, type WorkspaceIndex } from './reading/workspaceIndex';

export interface SessionOptions extends OpenOptions {
  readonly reader: FolderReader;
  readonly pool: ComputePool;
  readonly outbox: Outbox;
  readonly summaryStore: SummaryStore;
  shelvesOf(encoding: TokenEncoding): Shelves;
}

/** Places to store things between visits. Without a shelf they are not stored. */
export interface Shelves {
  readonly index?: PackShelf;
  readonly views?: PackShelf;
}

/** Everything counted in one encoding. */
interface Counted {
  readonly encoding: TokenEncoding;
  readonly files: PackStore<StoredFile>;
  readonly views: ViewMeasures;
}

/** Bytes of files held between reading and counting. */
const BYTES_HELD = 64_000_000;

export class Session {
  readonly index: WorkspaceIndex;
  readonly listing: Listing;
  readonly texts: KeptTexts;
  readonly summarizing: Summarizing;
  readonly symbolCounts = createSymbolCounts();
  readonly #options: SessionOptions;
  readonly #reader: FolderReader;
  readonly #jobs: FileJobs;
  readonly #quarantine: Quarantine;
  readonly #keptBytes = createKeptBytes();
  readonly #runs = createRuns<FolderChanges>({
    merge: mergeChanges,
    run: (changes, signal) => this.#run(changes, signal),
    ended: (end) => this.#ended(end),
  });
  /** Files that the user asked for although they are left out or large. */
  readonly #wanted = new Set<RepoPath>();
  /** Files that are being measured because the index is out of date. */
  readonly #outdated = new Set<RepoPath>();
  readonly #viewHits = { viewsKept: 0, viewsMeasured: 0 };
  #userPatterns: string;
  #sourceEncodings: ReadonlyMap<RepoPath, SourceEncoding>;
  #counted: Counted;
  /** The value of `#counted` whose stored files are shown. */
  #shown: Counted | undefined;
  #fromStore = 0;
  #incomplete = false;
  #quiet = false;
  #timings: Timings = { scan: 0, read: 0, count: 0, render: 0, assemble: 0 };
  /** Ends the questions asked between runs. */
  #asides = new AbortController();
  #viewsUnderWay = 0;

  constructor(options: SessionOptions) {
    const { outbox, pool } = options;
    this.#options = options;
    this.#userPatterns = options.userPatterns;
    this.#sourceEncodings = options.sourceEncodings;
    const reader = withChosenEncodings(options.reader, (path) => this.#sourceEncodings.get(path));
    this.#reader = reader;
    this.index = createWorkspaceIndex(outbox);
    const progress: Outbox['progress'] = (...step) => {
      this.#progress(...step);
    };
    this.listing = new Listing({ reader, index: this.index, outbox: { ...outbox, progress } });
    this.texts = new KeptTexts(pool);
    const summarizing = createSummarizing({ ...options, store: options.summaryStore });
    this.summarizing = summarizing;
    const quarantine = createQuarantine(
      (path, stamp) => this.index.hashOf(path, stamp),
      (path, hash) => typeof this.symbolCounts.get(path, hash) === 'number',
    );
    this.#quarantine = quarantine;
    const budget = createByteBudget(BYTES_HELD);
    this.#jobs = new FileJobs({ reader, pool, budget, outbox, quarantine, summarizing });
    this.#counted = this.#countedIn(options.encoding);
  }

  get encoding(): TokenEncoding {
    return this.#counted.encoding;
  }

  /** Whether somebody waits for views to be measured. */
  get isMeasuringViews(): boolean {
    return this.#viewsUnderWay > 0;
  }

  /** Brings everything in step with the folder. */
  refresh(): Promise<void> {
    return this.#runs.request({ kind: 'everything' });
  }

  follow(changes: FolderChanges): Promise<void> {
    return this.#runs.request(changes);
  }

  /** Like `refresh`, but reports only changes. A run that the user has canceled is not taken up again. */
  async catchUp(): Promise<void> {
    if (!this.#incomplete) await this.#runs.request({ kind: 'everything', quiet: true });
  }

  async cancel(): Promise<void> {
    this.#stopAsides();
    await this.#runs.cancel();
  }

  setUserPatterns(patterns: string): Promise<void> {
    this.#userPatterns = patterns;
    return this.#runs.request({ kind: 'everything' }, true);
  }

  setEncoding(next: TokenEncoding): Promise<void> {
    if (next === this.encoding) return this.refresh();
    this.#stopAsides();
    void this.#counted.files.flush();
    this.#counted = this.#countedIn(next);
    this.index.forgetRecords();
    return this.#runs.request({ kind: 'everything' }, true);
  }

  setSourceEncodings(next: ReadonlyMap<RepoPath, SourceEncoding>): Promise<void> {
    const before = this.#sourceEncodings;
    const paths = new Set([...before.keys(), ...next.keys()]);
    const files = new Set([...paths].filter((path) => before.get(path) !== next.get(path)));
    this.#sourceEncodings = next;
    return this.#runs.request({ kind: 'some', folders: new Set(), files });
  }

  async measure(paths: readonly RepoPath[]): Promise<void> {
    for (const path of paths) this.#wanted.add(path);
    this.listing.adopt(paths);
    await this.#aside((signal) => this.#measure(paths, signal, true));
  }

  listIgnored(folder: RepoPath): Promise<void> {
    return this.#aside(() => this.listing.listIgnored(folder));
  }

  /** Whether a change of this path on the disk matters: inside a folder that is left out, only where it is listed. */
  concerns(path: RepoPath): boolean {
    if (this.#wanted.has(path) || this.listing.isOpen(path)) return true;
    return foldersAbove(path).every((folder) => this.index.entries.get(folder)?.leftOut === undefined);
  }

  /** Tokens of each text. */
  countTexts(texts: readonly string[], encoding = this.encoding): Promise<readonly number[]> {
    const count = (text: string): Promise<number> =>
      this.#options.pool.run({
        ...{ encoding, bytes: 0, urgent: true },
        call: (api) => api.countTokens(encoding, text),
      });
    return Promise.all(texts.map(count));
  }

  async assemble(plan: readonly BlockToAssemble[]): Promise<AssembledDocument> {
    const counted = this.#counted; // The encoding may change on the way; a document has only one.
    const { encoding, views } = counted;
    const isCurrent = (): boolean => counted === this.#counted;
    const assembling = assembleDocument(plan, {
      ...{ reader: this.#reader, pool: this.#options.pool, jobs: this.#jobs, texts: this.texts },
      ...{ encoding, views, symbolCounts: this.symbolCounts },
      contentOf: (path) => (isCurrent() ? this.index.record(path)?.content : undefined),
      countTexts: (texts) => this.countTexts(texts, encoding),
      learned: (path, stamp, content) => {
        if (isCurrent()) this.index.learn(path, stamp, content);
      },
    });
    const document = await assembling.catch((error: unknown) => this.#tellFault(error));
    this.#timings = { ...this.#timings, ...document.timings };
    return document;
  }

  async measureViews(wanted: readonly ViewsWanted[]): Promise<readonly MeasuredViews[]> {
    this.#viewsUnderWay += 1;
    try {
      const { encoding, views } = this.#counted;
      return await measureViews(wanted, {
        ...{ jobs: this.#jobs, index: this.index, views, encoding },
        ...{ symbolCounts: this.symbolCounts, keptBytes: this.#keptBytes, hits: this.#viewHits },
        signal: this.#asides.signal,
      });
    } finally {
      this.#viewsUnderWay -= 1;
    }
  }

  blockTexts(): BlockTextsContext {
    return {
      ...{ reader: this.#reader, pool: this.#options.pool, jobs: this.#jobs, index: this.index },
      ...{ texts: this.texts, encoding: this.encoding, summarizing: this.summarizing },
      quarantine: this.#quarantine,
      outdated: (path) => {
        this.#measureAgain(path);
      },
    };
  }

  async workDone(): Promise<WorkDone> {
    const { hits, times } = await this.#options.pool.workDone();
    return { hits: { ...hits, ...this.#viewHits }, times };
  }

  #countedIn(encoding: TokenEncoding): Counted {
    const shelves = this.#options.shelvesOf(encoding);
    const { summarizing } = this;
    return {
      encoding,
      files: createPackStore(shelves.index, { pack: packFiles, unpack: unpackFiles }),
      views: createViewMeasures(shelves.views, () =>
        summarizing.shelf === undefined ? Promise.resolve([]) : summarizing.list(),
      ),
    };
  }

  async #run(changes: FolderChanges, signal: AbortSignal): Promise<void> {
    const { pool } = this.#options;
    this.#quiet = changes.kind === 'everything' && changes.quiet === true;
    const busyBefore = pool.busyTime();
    pool.prepare(this.encoding);
    if (this.#shown !== this.#counted) await this.#showStored(signal);

    const scanStarted = performance.now();
    const paths = await this.#list(changes, signal);
    const isListed = (path: RepoPath): boolean => this.index.entries.has(path);
    this.#counted.files.keepOnly(isListed);
    if (changes.kind === 'everything') this.#counted.views.keepOnly(isListed);
    const readStarted = performance.now();
    await this.#measure(paths, signal, false);
    this.#reader.forgetListing();
    if (changes.kind === 'everything') {
      this.#incomplete = false;
      void this.summarizing.keepOnly(isListed);
    }
    if (this.#quiet) return;
    this.#timings = {
      ...this.#timings,
      scan: readStarted - scanStarted,
      read: performance.now() - readStarted,
      count: pool.busyTime() - busyBefore,
    };
  }

  /** Brings the entries in step with the folder. Returns the files to measure. */
  async #list(changes: FolderChanges, signal: AbortSignal): Promise<readonly RepoPath[]> {
    if (changes.kind === 'everything') {
      const early = await this.#scanAll(signal);
      return this.#measurable().filter((path) => !early.has(path));
    }
    const listedBefore = new Set(this.index.entries.keys());
    await this.listing.relist(changes.folders, signal);
    return this.#measurable().filter((path) => changes.files.has(path) || !listedBefore.has(path));
  }

  /** Walks the folder. Returns the first files found, which are measured by then. */
  async #scanAll(signal: AbortSignal): Promise<ReadonlySet<RepoPath>> {
    const early = createEarlyFiles((paths) => this.#measure(paths, signal, true));
    const walked = this.listing.scan(this.#userPatterns, signal, early.found);
    // Both must end, or the rest of one would overlap with the next run.
    await Promise.allSettled([walked.finally(early.begin), early.measured]);
    await walked;
    await early.measured;
    return early.paths;
  }

  /** Puts the files of the last visit on the screen before the disk is asked. */
  async #showStored(signal: AbortSignal): Promise<void> {
    const counted = this.#counted;
    const files = await counted.files.load();
    signal.throwIfAborted();
    this.#shown = counted;
    this.#fromStore = files.length;
    for (const { path, ...known } of files) {
      if (!this.index.entries.has(path)) this.index.note(path, 'file', undefined);
      if (this.index.record(path) === undefined) this.index.setRecord(path, { ...known, checked: false });
    }
  }

  /** All files that are not left out, and those that the user asked for. */
  #measurable(): readonly RepoPath[] {
    const paths: RepoPath[] = [];
    for (const { path, kind, leftOut } of this.index.entries.values()) {
      if (kind === 'folder') continue;
      if (leftOut === undefined || this.#wanted.has(path)) paths.push(path);
      if (leftOut !== undefined) this.#counted.files.remove(path);
    }
    return paths;
  }

  #measure(paths: readonly RepoPath[], signal: AbortSignal, urgent: boolean): Promise<void> {
    const { encoding, files } = this.#counted;
    return measurePaths(paths, {
      ...{ reader: this.#reader, pool: this.#options.pool, jobs: this.#jobs, index: this.index },
      ...{ encoding, store: files, keptBytes: this.#keptBytes, wanted: this.#wanted, signal, urgent },
      onProgress: (done) => {
        if (!urgent) this.#progress('read', done, paths.length);
      },
    });
  }

  #measureAgain(path: RepoPath): void {
    if (this.#outdated.has(path)) return;
    this.#outdated.add(path);
    const measured = this.#aside((signal) => this.#measure([path], signal, true));
    void measured.finally(() => this.#outdated.delete(path));
  }

  #progress(step: EngineStep, done: number, total: number): void {
    if (!this.#quiet) this.#options.outbox.progress(step, done, total);
  }

  async #ended(end: RunEnd): Promise<void> {
    const { outbox } = this.#options;
    this.#reader.forgetListing();
    if (end.kind === 'canceled') this.#incomplete = true;
    if (end.kind === 'failed') {
      const fault = end.error instanceof FolderLost ? end.error.fault : undefined;
      outbox.send({ kind: 'fault', fault: fault ?? { kind: 'broken', reason: reasonOf(end.error) } });
    } else {
      const [timings, fromStore] = [this.#timings, this.#fromStore];
      outbox.send({ kind: 'idle', timings, canceled: this.#incomplete, fromStore });
    }
    await Promise.all([outbox.delivered(), this.#counted.files.flush()]);
    // Views are likely to be asked for next, so their stored measures are loaded while nobody waits.
    void this.#counted.views.ready();
  }

  /** Runs a task beside the runs. Reports a lost folder as an event, and ends quietly when the user cancels. */
  async #aside(task: (signal: AbortSignal) => Promise<void>): Promise<void> {
    const { signal } = this.#asides;
    const { outbox } = this.#options;
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

  #stopAsides(): void {
    this.#asides.abort();
    this.#asides = new AbortController();
  }

  #tellFault(error: unknown): never {
    if (error instanceof FolderLost) this.#options.outbox.send({ kind: 'fault', fault: error.fault });
    throw error;
  }
}
