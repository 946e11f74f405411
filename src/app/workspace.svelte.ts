import type { ViewRequest } from '../core/compose/block';
import type { FileContent } from '../core/files/fileContent';
import type { RepoPath } from '../core/files/repoPath';
import { DEFAULT_RULES } from '../core/items/power';
import type { TokenEncoding } from '../core/tokens/encoding';
import { Choices } from './choices';
import { Composition, type CompositionChange, type CompositionOptions } from './composition.svelte';
import { DocumentModel } from './document.svelte';
import { EngineRun } from './engineRun.svelte';
import { FileNotes, type FileNote } from './fileNotes';
import { FileViews } from './fileViews';
import { KeptSummaries } from './keptSummaries';
import { FolderReading } from './folderReading.svelte';
import { Forecast } from './forecast';
import type { Notify } from './notify';
import { Pace } from './pace';
import type {
  AssembledDocument,
  CacheHits,
  Clock,
  DocumentPart,
  Engine,
  EngineFactory,
  MeasuredViews,
  OpenedFolder,
  Storage,
  SummaryOrigin,
  ViewMeasure,
  ViewsWanted,
  WorkspaceFault,
} from './ports';
import { FileTree } from './tree/fileTree';
import { TreeView } from './tree/treeView.svelte';
import { WorkspaceSaving } from './workspaceSaving';
import type { WorkspaceState } from './workspaceState';

export interface WorkspaceOptions {
  readonly id: string;
  readonly folder: OpenedFolder;
  readonly createEngine: EngineFactory;
  readonly storage: Storage;
  readonly clock: Clock;
  readonly notify: Notify;
  readonly encoding: TokenEncoding;
  readonly userPatterns: string;
  readonly keepSummaries: boolean;
  /** What was composed here before. */
  readonly state: WorkspaceState | undefined;
}

const RULES = Object.keys(DEFAULT_RULES);

/** One opened folder: what is known of its files, what the user has put together from them, and the document of it. */
export class Workspace {
  readonly id: string;
  readonly folder: OpenedFolder;
  readonly tree = new FileTree();
  readonly view: TreeView;
  readonly run: EngineRun;
  readonly reading: FolderReading;
  readonly composition: Composition;
  readonly choices: Choices;
  readonly document: DocumentModel;
  readonly summaries: KeptSummaries;
  readonly #options: WorkspaceOptions;
  readonly #engine: Engine;
  readonly #saving: WorkspaceSaving;
  readonly #notes = new FileNotes();
  readonly #views: FileViews;
  readonly #forecast: Forecast;
  readonly #pace: Pace;
  readonly #showSoon: () => void;
  #revision = $state(0);
  #restored = false;

  constructor(options: WorkspaceOptions) {
    this.id = options.id;
    this.folder = options.folder;
    this.#options = options;
    this.run = new EngineRun(options.notify);
    this.#pace = new Pace(options.clock, () => this.run.busy);
    this.#showSoon = this.#pace.once(() => {
      this.#revision += 1;
    });
    this.#engine = options.createEngine((reason) => {
      this.reading.died(reason);
    });
    this.#saving = new WorkspaceSaving(
      options,
      () => this.composition,
      () => this.view.saved(),
    );
    this.composition = new Composition((change) => {
      this.#composed(change);
    });
    this.choices = new Choices(this.composition, this.tree, this.#engine);
    this.summaries = new KeptSummaries(this.#engine, options.keepSummaries, (paths) => {
      this.#filesKnown(paths);
      if (!this.busy) this.#measureViews();
    });
    this.#views = new FileViews(this.#engine, this, (paths) => {
      this.#filesKnown(paths);
    });
    this.reading = this.#createReading();
    this.document = this.#createDocument();
    this.#forecast = new Forecast(this.#engine, {
      composition: this.composition,
      document: this.document,
      views: this.#views,
    });
    this.view = this.#createView();
    if (options.state !== undefined) {
      this.composition.restore(options.state.composition);
      this.view.restore(options.state.view);
    }
    this.#restored = true;
  }

  get name(): string {
    return this.folder.name;
  }

  /** Rises when what is known of the files changes, at most once a frame. */
  get revision(): number {
    return this.#revision;
  }

  get busy(): boolean {
    return this.run.busy;
  }

  get fault(): WorkspaceFault | undefined {
    return this.run.fault;
  }

  /** What is to be known of ticked files before they are pasted, in the document's order. */
  get notes(): readonly FileNote[] {
    void this.#revision;
    return this.#notes.list;
  }

  /** What reading a file told, as far as it has been read. */
  contentOf(path: RepoPath): FileContent | undefined {
    return this.tree.byPath(path)?.content;
  }

  /** How a file stands in the document; undefined when it does not. */
  viewOf(path: RepoPath): ViewRequest | undefined {
    return this.#views.viewOf(path);
  }

  /** Reads these files and measures views of them; a few hundred a call. */
  lookInto(wanted: readonly ViewsWanted[]): Promise<readonly MeasuredViews[]> {
    return this.#engine.measureViews(wanted);
  }

  /** What a file would measure in these views, in their order; none where it cannot be read. */
  async measuresOf(path: RepoPath, views: readonly ViewRequest[]): Promise<readonly ViewMeasure[]> {
    const asked = views.map((view) => this.viewAs(path, view));
    return (await this.lookInto([{ path, views: asked }]))[0]?.views ?? [];
  }

  /** A view of a file as it would stand in the document. */
  viewAs(path: RepoPath, view: ViewRequest): ViewRequest {
    return this.#views.viewAs(path, view);
  }

  summaryOriginOf(path: RepoPath): SummaryOrigin | undefined {
    return this.#views.summaryOriginOf(path);
  }

  cacheHits(): Promise<CacheHits> {
    return this.#engine.cacheHits();
  }

  /** What the document would count with these options, one after the other; see `Forecast`. */
  forecast: Forecast['look'] = (changes, ontell, signal) => this.#forecast.look(changes, ontell, signal);

  async open(): Promise<void> {
    const { encoding, userPatterns, keepSummaries } = this.#options;
    await Promise.all([
      this.reading.open({ encoding, userPatterns, keepSummaries }),
      this.run.asMeasuring(() => this.summaries.load()),
    ]);
  }

  async setKeepSummaries(keep: boolean): Promise<void> {
    await this.run.guarded(() => this.summaries.setKeeping(keep));
  }

  setOptions(options: Partial<CompositionOptions>, name: string, mergeKey?: string): void {
    this.composition.apply({ options }, name, mergeKey);
  }

  /** Nothing is found in a workspace that is being closed. */
  async findFiles(query: string, limit: number): Promise<readonly number[]> {
    let found: readonly number[] = [];
    await this.run.guarded(async () => {
      found = await this.#engine.filter(query, limit);
    });
    return found;
  }

  readLines: Engine['readLines'] = (ref, from, to) => this.#engine.readLines(ref, from, to);

  search(query: string, limit: number): ReturnType<Engine['search']> {
    return this.#engine.search(this.document.refs, query, limit);
  }

  /** The document as it is now, what was typed a moment ago included. */
  async assemble(part: DocumentPart): Promise<AssembledDocument> {
    await this.document.settled();
    return this.#engine.assemble(this.document.refs, part, this.document.heading);
  }

  /** Resolves when the state is stored. */
  flush(): Promise<void> {
    return this.#saving.flush();
  }

  dispose(): void {
    this.run.close();
    this.choices.close();
    this.#saving.close();
    this.#engine.dispose();
  }

  #createReading(): FolderReading {
    return new FolderReading(this.#engine, this, {
      onknown: (paths) => {
        this.#filesKnown(paths);
      },
      onkept: (files) => {
        this.summaries.learn(files);
      },
      onlisted: () => {
        if (this.composition.options.fileTree === 'all') this.#refreshSection('fileTree');
      },
      onended: (complete) => {
        if (complete) {
          this.view.settle();
          this.#measure(this.composition.paths);
        }
        this.#revision += 1;
      },
      onrecount: () => {
        this.#views.forgetMeasures();
        this.#allFilesStand();
      },
      onforgotten: () => {
        this.#filesStand(this.composition.paths);
        this.view.touch();
      },
      recount: () => this.document.recount(),
    });
  }

  #createDocument(): DocumentModel {
    return new DocumentModel(this.#engine, this.composition, {
      revision: () => this.#revision,
      recounting: () => this.reading.recounting,
      contentOf: (path) => this.contentOf(path),
      viewOf: (path) => this.viewOf(path),
      measureOf: (path, content, view) => this.#views.measureOf(path, content, view),
      sizeOf: (path) => this.tree.byPath(path)?.size,
    });
  }

  #createView(): TreeView {
    return new TreeView(this.tree, {
      ontick: (paths, ticked, name) => {
        this.choices.tick(paths, ticked, name);
      },
      onconfirmSensitive: (paths) => {
        this.choices.tickSensitive(paths);
      },
      onmode: (nodes, mode) => {
        this.choices.setMode(nodes, mode);
      },
      onfocus: (nodes, focus) => {
        this.choices.setFocus(nodes, focus);
      },
      onlist: async (path) => {
        await this.run.guarded(() => this.#engine.listIgnored(path));
      },
      onfilter: (query, limit) => this.findFiles(query, limit),
      onchange: () => {
        this.#saving.viewChanged();
      },
      nextFrame: (task) => {
        this.#pace.run(task);
      },
    });
  }

  #composed({ items, options }: CompositionChange): void {
    if (items !== undefined) {
      for (const [path, item] of items) this.tree.markTicked(path, item !== undefined);
      this.#filesStand([...items.keys()]);
      if (!this.#restored) return;
      this.#revision += 1;
      this.view.update();
      if (!this.busy) this.#measure(items.keys());
      if (this.composition.options.fileTree === 'selected') this.#refreshSection('fileTree');
    }
    if (options !== undefined && RULES.some((rule) => rule in options) && this.#restored) {
      this.#allFilesStand();
      this.view.update();
      this.#revision += 1;
      this.#measureViews();
    }
    if (options?.instructions !== undefined || options?.systemPrompt !== undefined)
      this.#refreshSection('instructions');
    if (options?.task !== undefined) this.#refreshSection('task');
    if (options?.fileTree !== undefined) this.#refreshSection('fileTree');
    this.#saving.compositionChanged();
  }

  /** Something else is known of these files. The screen follows, once for all that comes in meanwhile. */
  #filesKnown(paths: Iterable<RepoPath>): void {
    this.#filesStand([...paths].filter((path) => this.composition.item(path) !== undefined));
    this.view.touch();
    this.#showSoon();
  }

  /** These files, which may have been taken out of the composition, stand otherwise in the document. */
  #filesStand(paths: readonly RepoPath[]): void {
    this.document.filesChanged(paths);
    this.#views.show(paths);
    for (const path of paths) this.#notes.set(path, this.composition.item(path) && this.contentOf(path));
  }

  #allFilesStand(): void {
    this.document.allFilesChanged();
    this.#views.show(this.composition.paths);
  }

  #refreshSection(section: 'instructions' | 'task' | 'fileTree'): void {
    if (!this.#restored) return;
    void this.run.guarded(() => this.document.refreshSection(section));
  }

  /** Asks for what no run has counted of these files where they are ticked: left out, large, or gone. */
  #measure(paths: Iterable<RepoPath>): void {
    const unknown: RepoPath[] = [];
    for (const path of paths) {
      const content = this.contentOf(path);
      const isUnknown = content === undefined || content.kind === 'unread';
      if (isUnknown && this.composition.item(path) !== undefined) unknown.push(path);
    }
    if (unknown.length > 0) void this.run.asMeasuring(() => this.#engine.measureFiles(unknown));
    this.#measureViews();
  }

  #measureViews(): void {
    void this.run.asMeasuring(() => this.#views.measure());
  }
}
