import type { ViewRequest } from '../core/views/viewRequest';
import { partOf, type DocumentPart } from '../core/document/plan';
import type { FileContent } from '../core/files/fileContent';
import type { RepoPath } from '../core/files/repoPath';
import { WORKER } from '../core/summaries/agentTier';
import type { FileItem } from '../core/items/fileItem';
import { isFocus } from '../core/items/focus';
import { modelById } from '../core/tokens/models';
import { tokenText, type TokenText } from '../core/tokens/tokenText';
import { Choices } from './composition/choices';
import { Composition, type CompositionChange } from './composition/composition.svelte';
import {
  mergeKey,
  stepName,
  type CompositionOptions,
  type OptionName,
} from '../core/settings/compositionOptions';
import { DocumentModel } from './document/document.svelte';
import { chosenOptions } from './composition/ruleChoice';
import { EngineRun } from './reading/engineRun.svelte';
import type { FileNote } from './files/fileNotes';
import { RecentFiles } from './files/recentFiles';
import { FileViews } from './document/fileViews';
import { GoneFiles } from './composition/goneFiles';
import { KeptSummaries } from './summaries/keptSummaries';
import { FolderReading } from './reading/folderReading.svelte';
import { Forecast } from './document/forecast';
import type { Notify } from './notify';
import { Pace } from './reading/pace';
import type { ProjectFile } from './presets/projectFile.svelte';
import type {
  AssembledDocument,
  Clock,
  Engine,
  EngineFactory,
  MeasuredViews,
  OpenedFolder,
  Storage,
  ViewsWanted,
  WorkDone,
  WorkspaceFault,
} from './ports';
import { Slices } from './slices/slices';
import { FileTree } from './tree/fileTree';
import { TreeView } from './tree/treeView.svelte';
import { Upkeep } from './upkeep';
import type { SettingsData } from './storage/settings.svelte';
import { WorkspaceSaving } from './storage/workspaceSaving';
import type { WorkspaceState } from './storage/workspaceState';

export interface WorkspaceOptions {
  readonly id: string;
  readonly folder: OpenedFolder;
  readonly project: ProjectFile;
  readonly createEngine: EngineFactory;
  readonly storage: Storage;
  readonly clock: Clock;
  readonly notify: Notify;
  readonly settings: {
    readonly data: Pick<SettingsData, 'encoding' | 'keepSummaries' | 'modelId' | 'userPatterns'>;
  };
  /** Something is stored of it for the first time, or again where the browser's data was cleared: it is to be listed. */
  readonly onfirststored: () => Promise<void>;
  /** What was composed here before. */
  readonly state: WorkspaceState | undefined;
}

/** One opened folder: what is known of its files, what the user has put together from them, and the document of it. */
export class Workspace {
  readonly id: string;
  readonly folder: OpenedFolder;
  /** The presets and personas that the folder brings along. */
  readonly project: ProjectFile;
  readonly tree = new FileTree();
  readonly view: TreeView;
  readonly run: EngineRun;
  readonly reading: FolderReading;
  readonly composition: Composition;
  readonly choices: Choices;
  readonly slices: Slices;
  readonly document: DocumentModel;
  readonly summaries: KeptSummaries;
  readonly views: FileViews;
  readonly gone: GoneFiles;
  readonly recent: RecentFiles;
  readonly #options: WorkspaceOptions;
  readonly #engine: Engine;
  readonly #saving: WorkspaceSaving;
  readonly #upkeep: Upkeep;
  readonly #forecast: Forecast;
  readonly #pace: Pace;
  readonly #showSoon: () => void;
  #revision = $state(0);
  #restored = false;

  /** Says what counts mean for the chosen model. */
  readonly tokens: TokenText = $derived.by(() => {
    const { modelId, encoding } = this.#options.settings.data;
    return tokenText(modelById(this.composition.options.modelId ?? modelId), encoding);
  });

  constructor(options: WorkspaceOptions) {
    this.id = options.id;
    this.folder = options.folder;
    this.project = options.project;
    this.#options = options;
    this.run = new EngineRun(options.notify);
    this.#pace = new Pace(options.clock, () => this.run.busy);
    this.#showSoon = this.#pace.once(() => {
      this.#revision += 1;
    });
    this.#engine = options.createEngine((fault) => {
      this.reading.died(fault);
    });
    this.#saving = new WorkspaceSaving(options, {
      revision: options.state?.revision,
      composition: () => this.composition,
      view: () => ({ ...this.view.saved(), recent: this.recent.list }),
      held: () => this.gone.toStore(),
      adopt: (change) => {
        this.composition.restore(change);
      },
      onfirst: () => options.onfirststored(),
    });
    this.recent = new RecentFiles(() => {
      this.#saving.viewChanged();
    });
    this.composition = new Composition((change, isOurs) => {
      this.#composed(change, isOurs);
    });
    this.choices = new Choices(this.composition, this.tree, this.#engine);
    this.gone = new GoneFiles(this, options.state?.held, {
      onheld: () => {
        this.#saving.heldChanged();
      },
      onfound: this.#showSoon,
      later: (task) => options.clock.after(0, task),
    });
    this.slices = new Slices({
      ...{ engine: this.#engine, composition: this.composition, choices: this.choices },
      lookInto: (wanted) => this.lookInto(wanted),
    });
    this.summaries = new KeptSummaries(this.#engine, options.settings.data.keepSummaries, (paths) => {
      this.#filesKnown(paths);
      if (!this.busy) this.#upkeep.measureViews();
    });
    this.views = new FileViews(this.#engine, this, (paths) => {
      this.#filesKnown(paths);
    });
    this.reading = this.#createReading();
    this.document = this.#createDocument();
    this.#upkeep = new Upkeep(this.#engine, this, {
      clock: options.clock,
      onfollowed: () => {
        this.#revision += 1;
        this.view.update();
      },
    });
    this.#forecast = new Forecast(this);
    this.view = this.#createView();
    if (options.state !== undefined) {
      this.composition.restore(options.state.composition);
      this.view.restore(options.state.view);
      this.recent.restore(options.state.view.recent);
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
    return this.#upkeep.notes;
  }

  /** What reading a file told, as far as it has been read. */
  contentOf(path: RepoPath): FileContent | undefined {
    return this.tree.byPath(path)?.content;
  }

  /** How a file stands in the document; undefined when it does not. */
  viewOf(path: RepoPath): ViewRequest | undefined {
    return this.views.viewOf(path);
  }

  lookInto(wanted: readonly ViewsWanted[]): Promise<readonly MeasuredViews[]> {
    return this.views.lookInto(wanted);
  }

  workDone(): Promise<WorkDone> {
    return this.#engine.workDone();
  }

  /** What the document would count with these options, one after the other; see `Forecast`. */
  forecast: Forecast['look'] = (changes, ontell, signal) => this.#forecast.look(changes, ontell, signal);

  async open(): Promise<void> {
    const { encoding, userPatterns, keepSummaries } = this.#options.settings.data;
    await Promise.all([
      this.reading.open({
        ...{ encoding, userPatterns, keepSummaries },
        sourceEncodings: this.composition.sourceEncodings,
      }),
      this.run.asMeasuring(() => this.summaries.load()),
      this.run.asMeasuring(() => this.project.load()),
    ]);
  }

  /** The user is back at the window: looks for changes that nobody tells of. */
  async windowFocused(): Promise<void> {
    await Promise.all([this.reading.windowFocused(), this.project.load()]);
  }

  async setKeepSummaries(keep: boolean): Promise<void> {
    await this.run.guarded(() => this.summaries.setKeeping(keep));
  }

  /** Sets one option; its setting names the step to undo. */
  set<Name extends OptionName>(name: Name, value: CompositionOptions[Name]): void {
    this.setOptions({ [name]: value }, stepName(name, value), mergeKey(name));
  }

  setOptions(options: Partial<CompositionOptions>, name: string, mergeKey?: string): void {
    this.composition.apply(chosenOptions(this.composition, options), name, mergeKey);
  }

  /** Nothing is found in a workspace that is being closed. */
  async findFiles(query: string, limit: number): Promise<readonly number[]> {
    let found: readonly number[] = [];
    await this.run.guarded(async () => {
      found = await this.#engine.filter(query, limit);
    });
    return found;
  }

  /** Lists what of these files lies in folders that are left out. */
  list = async (paths: readonly RepoPath[]): Promise<void> => {
    await this.view.listAbove(paths);
    this.#revision += 1;
  };

  readLines: Engine['readLines'] = (source, from, to) => this.#engine.readLines(source, from, to);

  search(query: string, limit: number): ReturnType<Engine['search']> {
    const sources = this.document.blocks.map(({ source }) => source);
    return this.#engine.search(sources, query, limit);
  }

  /** The document as it is now, what was typed a moment ago included. */
  async assemble(part: DocumentPart): Promise<AssembledDocument> {
    await Promise.all([this.document.settled(), this.#upkeep.settled()]);
    const learn = this.views.learner();
    const plan = partOf(this.document.blocks, part).map(({ lead, source }) => ({ lead, source }));
    const document = await this.#engine.assemble(plan);
    learn(document.viewed);
    return document;
  }

  /** Whether no file is marked as focus, and the worker role therefore shows none in full. */
  get lacksFocus(): boolean {
    const { agentTier, strategy } = this.composition.options;
    if (agentTier !== WORKER || strategy === 'full') return false;
    const files = this.document.blocks.map(({ source }) => source).filter((source) => source.kind === 'file');
    if (files.length === 0 || this.composition.markedItems.some(isFocus)) return false;
    return files.every(({ view }) => view.mode !== 'full');
  }

  /** Resolves when the screen shows all that is known. */
  shown(): Promise<void> {
    return this.#pace.settled();
  }

  /** Resolves when the state is stored. */
  flush(): Promise<void> {
    return this.#saving.flush();
  }

  /** What would be stored of it now. */
  unstored(): readonly (readonly [key: string, value: unknown])[] {
    return this.#saving.unstored();
  }

  /** Resolves when what was left to store is stored, or has failed to be. */
  async dispose(): Promise<void> {
    this.run.close();
    this.project.close();
    this.choices.close();
    const saving = this.#saving.close();
    this.#upkeep.close();
    this.#engine.dispose();
    await saving;
  }

  #createReading(): FolderReading {
    return new FolderReading(this.#engine, this, {
      onknown: (paths) => {
        this.#filesKnown(paths);
        if (!this.busy) this.#upkeep.contentsSettled(paths);
      },
      onkept: (files) => {
        this.summaries.learn(files);
      },
      onlisted: () => {
        void this.run.guarded(() => this.document.follow('listed'));
      },
      onended: (complete) => {
        if (complete) {
          this.view.settle();
          this.#upkeep.measure();
          this.#upkeep.contentsSettled(this.composition.paths);
          void this.project.load();
        }
        this.#revision += 1;
      },
      onrecount: () => {
        this.views.forgetMeasures();
        this.#upkeep.allChanged();
      },
      onforgotten: () => {
        this.#upkeep.changed(this.composition.paths);
        this.view.touch();
      },
      recount: () => this.document.recount(),
    });
  }

  #createDocument(): DocumentModel {
    return new DocumentModel(this.#engine, this.composition, {
      revision: () => this.#revision,
      unsettled: () => this.reading.recounting || this.#upkeep.behind,
      contentOf: (path) => this.contentOf(path),
      viewOf: (path) => this.viewOf(path),
      measureOf: (path, content, view) => this.views.measureOf(path, content, view),
      sizeOf: (path) => this.tree.byPath(path)?.size,
    });
  }

  #createView(): TreeView {
    return new TreeView(this.tree, {
      ontick: (paths, ticked, name) => this.choices.tick(paths, ticked, name),
      ontell: (text) => {
        this.#options.notify({ kind: 'info', text });
      },
      onconfirmSensitive: (paths) => {
        this.choices.tickSensitive(paths);
      },
      onmode: (nodes, mode) => {
        this.choices.setMode(nodes, mode);
      },
      onmark: (nodes, mark, on) => {
        this.choices.setMark(nodes, mark, on);
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

  #composed(change: CompositionChange, isOurs: boolean): void {
    const items = change.items ?? new Map<RepoPath, FileItem | undefined>();
    for (const [path, item] of items) this.tree.markTicked(path, item !== undefined);
    if (!this.#restored) {
      this.#upkeep.changed([...items.keys()]);
      return;
    }
    void this.reading.setSourceEncodings(this.composition.sourceEncodings);
    if (this.#upkeep.composed(change)) {
      this.#revision += 1;
      this.view.update();
    }
    const [ticked] = items;
    if (isOurs && items.size === 1 && ticked?.[1] !== undefined) this.recent.note(ticked[0]);
    if (isOurs) this.#saving.compositionChanged(change);
  }

  /** Something else is known of these files. The screen follows, once for all that comes in meanwhile. */
  #filesKnown(paths: Iterable<RepoPath>): void {
    this.#upkeep.known(paths);
    this.view.touch();
    this.#showSoon();
  }
}
