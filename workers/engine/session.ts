/** One opened folder: its runs, which keep the index in step with the disk, and the questions asked between them. */
import type { RepoPath } from '../../src/core/files/repoPath';
import type { SourceEncoding } from '../../src/core/files/sourceEncoding';
import type { TokenEncoding } from '../../src/core/tokens/encoding';
import type { BlockStore } from '../caches/blockStore';
import type { SummaryStore } from '../caches/summaryStore';
import { DocumentMaker, type FolderToShow } from './documents/documentMaker';
import type { BlockTextsContext } from './documents/blockTexts';
import type { ComputePool } from './computePool';
import type { ContentSources } from './contents/folderContents';
import { createByteBudget } from './reading/byteBudget';
import type { OpenOptions, WorkDone } from './contract';
import type { GitState } from './searchContract';
import type {
  AssembledDocument,
  BlockToAssemble,
  FoundSecret,
  MeasuredViews,
  ViewsWanted,
} from './documentContract';
import { FileJobs } from './reading/fileJobs';
import { FolderRuns } from './reading/folderRuns';
import { withChosenEncodings } from './folders/chosenEncodings';
import { FolderLost, type FolderReader } from './folders/folderReader';
import { foldersAbove } from './folders/listedPath';
import { createKeptBytes, withKeptBytes } from './reading/keptBytes';
import { KeptTexts } from './documents/keptTexts';
import type { ListedSummaries } from './documents/promptTexts';
import type { Listing } from './reading/listing';
import { measurePaths, type MeasureEvents } from './reading/measuring';
import { measureViews } from './reading/measuringViews';
import type { Outbox } from './outbox';
import { createQuarantine, type Quarantine } from './reading/quarantine';
import { createCounted, type Counted, type Shelves } from './storing/counted';
import type { FolderGit } from './git/folderGit';
import type { FolderReplies } from './replies/folderReplies';
import { FileSearch } from './searching/fileSearch';
import { createSummarizing, type Summarizing } from './storing/summarizing';
import { createSymbolCounts } from './storing/symbolCounts';
import { DocumentFiles } from './sources/documentFiles';
import type { DocumentConverter } from './sources/documentConverter';
import { IssueFile, isIssueFile } from './sources/issueFile';
import { Screenshots } from './sources/screenshots';
import { ReferenceIndex } from './references/referenceIndex';
import { SymbolIndex } from './symbols/symbolIndex';
import { UserWork } from './userWork';
import { createWorkspaceIndex, type WorkspaceIndex } from './reading/workspaceIndex';

export interface SessionOptions extends OpenOptions {
  readonly reader: FolderReader;
  readonly pool: ComputePool;
  /** False for an archive, from which ranges of a pack can't be read. */
  readonly readsGit: boolean;
  createSearchPool(): ComputePool;
  readonly converter: DocumentConverter;
  readonly outbox: Outbox;
  readonly summaryStore: SummaryStore;
  readonly blockStore: BlockStore;
  shelvesOf(encoding: TokenEncoding): Shelves;
}

/** Bytes of files held between reading and counting. */
const BYTES_HELD = 64_000_000;

export class Session {
  readonly index: WorkspaceIndex;
  readonly runs: FolderRuns;
  readonly texts: KeptTexts;
  readonly documents: DocumentMaker;
  readonly summarizing: Summarizing;
  readonly symbols: SymbolIndex;
  readonly references: ReferenceIndex;
  readonly search: FileSearch;
  readonly issues: IssueFile;
  readonly documentFiles: DocumentFiles;
  readonly screenshots: Screenshots;
  readonly symbolCounts = createSymbolCounts();
  readonly userWork = new UserWork();
  readonly listedSummaries: ListedSummaries = { current: new Map() };
  readonly #options: SessionOptions;
  readonly #reader: FolderReader;
  readonly #jobs: FileJobs;
  readonly #quarantine: Quarantine;
  readonly #keptBytes = createKeptBytes();
  /** Files that the user asked for although they are left out or large. */
  readonly #wanted = new Set<RepoPath>();
  /** Files that are being measured because the index is out of date. */
  readonly #outdated = new Set<RepoPath>();
  readonly #viewHits = { viewsKept: 0, viewsMeasured: 0 };
  #sourceEncodings: ReadonlyMap<RepoPath, SourceEncoding>;
  #counted: Counted;
  /** Ends the questions asked between runs. */
  #asides = new AbortController();
  #git: Promise<FolderGit> | undefined;
  #replies: Promise<FolderReplies> | undefined;
  /** The reading of the repository's history, and what ends it. */
  #history: Promise<void> = Promise.resolve();
  #endHistory = new AbortController();

  constructor(options: SessionOptions) {
    const { outbox, pool, summaryStore, userPatterns } = options;
    this.#options = options;
    this.#sourceEncodings = options.sourceEncodings;
    const reader = withChosenEncodings(options.reader, (path) => this.#sourceEncodings.get(path));
    this.#reader = reader;
    const index = createWorkspaceIndex(outbox);
    this.index = index;
    this.texts = new KeptTexts(pool);
    this.documents = new DocumentMaker({
      loadImage: (image) => this.screenshots.load(image),
      blockStore: options.blockStore,
      folder: () => this.#folderToShow(),
    });
    const summarizing = createSummarizing({ ...options, store: summaryStore });
    this.summarizing = summarizing;
    const quarantine = createQuarantine(
      (path, stamp) => index.hashOf(path, stamp),
      (path, hash) => typeof this.symbolCounts.get(path, hash) === 'number',
    );
    this.#quarantine = quarantine;
    const budget = createByteBudget(BYTES_HELD);
    this.#jobs = new FileJobs({ reader, pool, budget, outbox, quarantine, summarizing });
    const contents: ContentSources = {
      ...{ jobs: this.#jobs, pool, index, userWork: this.userWork },
      encoding: () => this.encoding,
      toRead: ({ path }) => withKeptBytes(path, index, this.#keptBytes),
      outdated: ({ path }) => {
        this.#measureAgain(path);
      },
      failed: (error) => {
        this.#sendFault(error);
      },
    };
    this.symbols = new SymbolIndex(contents, outbox);
    this.references = new ReferenceIndex(contents, outbox, options.shelvesOf(options.encoding).references);
    this.search = new FileSearch({
      ...{ reader, budget, index, keptBytes: this.#keptBytes },
      createPool: () => options.createSearchPool(),
      outdated: (path) => {
        this.#measureAgain(path);
      },
    });
    this.screenshots = new Screenshots(reader);
    this.issues = new IssueFile({ reader, pool, encoding: () => this.encoding });
    this.documentFiles = new DocumentFiles({
      ...{ reader, pool, outbox, converter: options.converter },
      encoding: () => this.encoding,
    });
    this.#counted = this.#countedIn(options.encoding);
    this.runs = new FolderRuns({
      ...{ reader, pool, outbox, index, summarizing, userPatterns, wanted: this.#wanted },
      userWork: this.userWork,
      counted: () => this.#counted,
      measure: (paths, signal, events) => this.#measure(paths, signal, events),
    });
  }

  get listing(): Listing {
    return this.runs.listing;
  }

  get encoding(): TokenEncoding {
    return this.#counted.encoding;
  }

  async cancel(): Promise<void> {
    this.#stopAsides();
    await this.runs.cancel();
  }

  setEncoding(next: TokenEncoding): Promise<void> {
    if (next === this.encoding) return this.runs.refresh();
    this.#stopAsides();
    void this.#counted.files.flush();
    this.#counted = this.#countedIn(next);
    this.index.forgetRecords();
    return this.runs.refresh(true);
  }

  setSourceEncodings(next: ReadonlyMap<RepoPath, SourceEncoding>): Promise<void> {
    const before = this.#sourceEncodings;
    const paths = new Set([...before.keys(), ...next.keys()]);
    const files = new Set([...paths].filter((path) => before.get(path) !== next.get(path)));
    this.#sourceEncodings = next;
    return this.runs.follow({ kind: 'some', folders: new Set(), files });
  }

  async measure(paths: readonly RepoPath[]): Promise<void> {
    for (const path of paths) this.#wanted.add(path);
    this.listing.adopt(paths);
    await this.#aside((signal) => this.#measure(paths, signal));
  }

  listIgnored(folder: RepoPath): Promise<void> {
    return this.#aside(() => this.listing.listIgnored(folder));
  }

  /** Whether to handle a change of this path on disk. Inside a left-out folder, only listed entries count. */
  concerns(path: RepoPath): boolean {
    if (this.#wanted.has(path) || this.listing.isOpen(path)) return true;
    if (isIssueFile(path) || this.documentFiles.shows(path) || this.screenshots.shows(path)) return true;
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
    const assembling = this.userWork.during(() => this.documents.assemble(plan));
    const document = await assembling.catch((error: unknown) => this.#tellFault(error));
    this.runs.noteTimings(document.timings);
    return document;
  }

  /** The secrets of these blocks of the document. Rejects when a run is canceled. */
  findSecrets(blocks: readonly BlockToAssemble[]): Promise<readonly FoundSecret[]> {
    return this.documents.findSecrets(blocks, this.#asides.signal);
  }

  /** What reads the repository, loaded on the first question. */
  git(): Promise<FolderGit> {
    this.#git ??= import('./git/folderGit').then(({ FolderGit: Reader }) => {
      const { index, listing } = this;
      const reader = this.#options.reader;
      const isLeftOut = (path: RepoPath): boolean =>
        !this.#wanted.has(path) && listing.whyLeftOut(path) !== undefined;
      return new Reader({ reader, index, listing, isLeftOut });
    });
    return this.#git;
  }

  /** Places replies of models in the folder's files, loaded on the first one. */
  replies(): Promise<FolderReplies> {
    this.#replies ??= import('./replies/folderReplies').then(
      ({ FolderReplies: Replies }) =>
        new Replies({
          ...{ reader: this.#reader, index: this.index, documents: this.documents },
          symbols: this.symbols,
          blockStore: this.#options.blockStore,
        }),
    );
    return this.#replies;
  }

  /** Reads the repository, and when its last commit is another one, also the past commits that rankings learn from. */
  async gitState(): Promise<GitState> {
    if (!this.#options.readsGit) return { kind: 'none' };
    try {
      const git = await this.git();
      const state = await git.state();
      if (git.hasNewHead()) this.#history = this.#readHistory(git);
      return state;
    } catch (error) {
      return this.#tellFault(error);
    }
  }

  /** Resolves when rankings know the past commits. */
  historyRead(): Promise<void> {
    return this.#history;
  }

  async #readHistory(git: FolderGit): Promise<void> {
    this.#endHistory.abort();
    const { signal } = (this.#endHistory = new AbortController());
    try {
      const past = await git.history(signal);
      if (!signal.aborted) await this.references.setHistory(past.length === 0 ? undefined : past);
    } catch (error) {
      this.#sendFault(error); // Without a fault of the folder, rankings go without past commits.
    }
  }

  #folderToShow(): FolderToShow {
    const counted = this.#counted; // The encoding may change on the way; a document has only one.
    const { encoding, views } = counted;
    const isCurrent = (): boolean => counted === this.#counted;
    return {
      ...{ reader: this.#reader, pool: this.#options.pool, jobs: this.#jobs, texts: this.texts },
      ...{ encoding, views, symbolCounts: this.symbolCounts },
      contentOf: (path) => (isCurrent() ? this.index.record(path)?.content : undefined),
      countTexts: (texts) => this.countTexts(texts, encoding),
      learned: (path, stamp, content) => {
        if (isCurrent()) this.index.learn(path, stamp, content);
      },
    };
  }

  async measureViews(wanted: readonly ViewsWanted[]): Promise<readonly MeasuredViews[]> {
    const { encoding, views } = this.#counted;
    return this.userWork.during(() =>
      measureViews(wanted, {
        ...{ jobs: this.#jobs, index: this.index, views, encoding },
        ...{ symbolCounts: this.symbolCounts, keptBytes: this.#keptBytes, hits: this.#viewHits },
        signal: this.#asides.signal,
      }),
    );
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
    await Promise.all([this.#counted.files.flush(), this.documents.stored()]);
    const { hits, times } = await this.#options.pool.workDone();
    return { hits: { ...hits, ...this.#viewHits }, times };
  }

  #countedIn(encoding: TokenEncoding): Counted {
    return createCounted(encoding, this.#options.shelvesOf(encoding), this.summarizing);
  }

  /** Urgent without `onProgress`. */
  #measure(paths: readonly RepoPath[], signal: AbortSignal, events: MeasureEvents = {}): Promise<void> {
    const { encoding, files } = this.#counted;
    return measurePaths(paths, {
      ...{ reader: this.#reader, pool: this.#options.pool, jobs: this.#jobs, index: this.index },
      ...{ encoding, store: files, keptBytes: this.#keptBytes, wanted: this.#wanted, signal },
      ...{ urgent: events.onProgress === undefined, events },
    });
  }

  #measureAgain(path: RepoPath): void {
    if (this.#outdated.has(path)) return;
    this.#outdated.add(path);
    const measured = this.#aside((signal) => this.#measure([path], signal));
    void measured.finally(() => this.#outdated.delete(path));
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
    this.#sendFault(error);
    throw error;
  }

  #sendFault(error: unknown): void {
    if (error instanceof FolderLost) this.#options.outbox.send({ kind: 'fault', fault: error.fault });
  }
}
