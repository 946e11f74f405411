import type { FileContent } from '../core/files/fileContent';
import type { RepoPath } from '../core/files/repoPath';
import { modelById } from '../core/tokens/models';
import { tokenText, type TokenText } from '../core/tokens/tokenText';
import { Choices } from './composition/choices';
import { Conversation, type ConversationPorts } from './conversation';
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
import { FileNotes, type FileNote } from './files/fileNotes';
import { RecentFiles } from './files/recentFiles';
import { FileViews } from './document/fileViews';
import { DocumentSync } from './documentSync';
import { GoneFiles } from './composition/goneFiles.svelte';
import { KeptSummaries } from './summaries/keptSummaries';
import { FolderReading } from './reading/folderReading.svelte';
import { Forecast } from './document/forecast';
import { DocumentOutput } from './document/documentOutput';
import { summariesToAsk } from './document/summariesToAsk';
import { Pace } from './reading/pace';
import type { Notify } from './notify';
import type { ProjectFile } from './presets/projectFile.svelte';
import type { Engine, EngineFactory, OpenedFolder, WorkspaceFault } from './ports';
import { SystemPrompt } from './prompt/systemPrompt.svelte';
import { FileSearch } from './search/fileSearch.svelte';
import { Slices } from './slices/slices';
import { LikelyFiles } from './references/likelyFiles.svelte';
import { References } from './references/references';
import { SymbolFinder } from './symbols/symbolFinder';
import { FileChanges } from './tree/fileChanges.svelte';
import { FileTree } from './tree/fileTree';
import { TreeView } from './tree/treeView.svelte';
import type { SettingsData } from './storage/settings.svelte';
import { WorkspaceSaving } from './storage/workspaceSaving';
import type { WorkspaceState } from './storage/workspaceState';

export interface WorkspaceOptions extends ConversationPorts {
  readonly id: string;
  readonly folder: OpenedFolder;
  readonly project: ProjectFile;
  readonly createEngine: EngineFactory;
  readonly settings: ConversationPorts['settings'] & {
    readonly data: Pick<
      SettingsData,
      'encoding' | 'globalInstructions' | 'keepSummaries' | 'modelId' | 'userPatterns'
    >;
  };
  /** The workspace was stored for the first time, or again after the browser's data was cleared. */
  readonly onfirststored: () => Promise<void>;
  /** The stored state from an earlier visit. */
  readonly state: WorkspaceState | undefined;
}

/** An open folder: its files, the user's composition of them, and the document. */
export class Workspace {
  readonly id: string;
  readonly folder: OpenedFolder;
  /** The presets and personas in the folder. */
  readonly project: ProjectFile;
  readonly changes: FileChanges;
  readonly tree: FileTree;
  readonly view: TreeView;
  readonly run: EngineRun;
  readonly reading: FolderReading;
  readonly composition: Composition;
  readonly choices: Choices;
  readonly slices: Slices;
  readonly symbols: SymbolFinder;
  readonly references: References;
  readonly likely: LikelyFiles;
  readonly fileSearch: FileSearch;
  readonly document: DocumentModel;
  readonly output: DocumentOutput;
  readonly prompt: SystemPrompt;
  readonly conversation: Conversation;
  readonly summaries: KeptSummaries;
  readonly views: FileViews;
  readonly gone: GoneFiles;
  readonly recent: RecentFiles;
  readonly forecast: Forecast;
  /** Files whose items a proposal was the last to set. */
  readonly fitted = new Set<RepoPath>();
  readonly #options: WorkspaceOptions;
  readonly #engine: Engine;
  readonly #saving: WorkspaceSaving;
  readonly #notes: FileNotes;
  readonly #sync: DocumentSync;
  readonly #pace: Pace;

  /** Formats counts for the chosen model. */
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
    this.#engine = options.createEngine((fault) => this.reading.died(fault));
    this.#saving = this.#createSaving();
    this.recent = new RecentFiles(() => this.#saving.viewChanged());
    this.composition = new Composition(
      (change, isOurs) => this.#composed(change, isOurs),
      options.state?.composition,
    );
    this.changes = new FileChanges(this.composition.items, options.clock, (task) => this.#pace.run(task));
    this.tree = new FileTree(this.composition.items, (paths, when) => this.changes[when](paths));
    this.choices = new Choices(this.composition, this.tree, this.#engine);
    this.gone = new GoneFiles(this, options.state?.held, {
      onheld: () => this.#saving.heldChanged(),
      later: (task) => options.clock.after(0, task),
    });
    this.slices = new Slices({
      ...{ engine: this.#engine, composition: this.composition, choices: this.choices },
      lookInto: (wanted) => this.lookInto(wanted),
    });
    this.symbols = new SymbolFinder(this.#engine);
    this.references = new References(this.#engine);
    this.likely = new LikelyFiles(this, options.clock);
    this.fileSearch = new FileSearch(this.#engine, options.clock, () => {
      this.#saving.viewChanged();
    });
    this.summaries = new KeptSummaries(this.#engine, options.settings.data.keepSummaries, {
      soon: (paths) => this.changes.soon(paths),
      onwritten: () => this.sectionsChanged(),
    });
    this.views = new FileViews(this.#engine, this);
    this.reading = this.#createReading();
    this.conversation = new Conversation(options, {
      ...{ id: this.id, engine: this.#engine, run: this.run, composition: this.composition },
      onchange: () => this.sectionsChanged(),
    });
    this.document = this.#createDocument();
    this.output = new DocumentOutput({
      ...{ engine: this.#engine, changes: this.changes, clock: options.clock, views: this.views },
      ...{ composition: this.composition, conversation: this.conversation, document: this.document },
      onexported: (change) => this.#saving.compositionChanged(change),
    });
    this.prompt = new SystemPrompt(this.#engine, this);
    this.#notes = new FileNotes(this);
    this.#sync = new DocumentSync(this.#engine, this);
    this.forecast = new Forecast(this);
    this.view = this.#createView();
    this.#project();
    this.tree.itemsChanged(this.composition.paths);
    if (options.state !== undefined) {
      this.view.restore(options.state.view);
      this.recent.restore(options.state.view.recent);
      if (options.state.view.search) this.fileSearch.restore(options.state.view.search);
    }
  }

  get name(): string {
    return this.folder.name;
  }

  /** Rises when something about the files changed: at once for a change by the user, else at most once a frame. */
  get revision(): number {
    return this.changes.revision;
  }

  get notify(): Notify {
    return this.#options.notify;
  }

  get busy(): boolean {
    return this.run.busy;
  }

  get fault(): WorkspaceFault | undefined {
    return this.run.fault;
  }

  /** Notes about files in the document that the user should see before pasting, in document order. */
  get notes(): readonly FileNote[] {
    void this.revision;
    return this.#notes.list;
  }

  /** Undefined until the file is read. */
  contentOf(path: RepoPath): FileContent | undefined {
    return this.tree.byPath(path)?.content;
  }

  /** How a file is shown in the document; undefined if it is not in it. */
  viewOf: FileViews['viewOf'] = (path) => this.views.viewOf(path);

  lookInto: FileViews['lookInto'] = (wanted) => this.views.lookInto(wanted);

  workDone: Engine['workDone'] = () => this.#engine.workDone();

  /** Reads the folder once the window is `drawn`: reading keeps all cores busy and would delay the first screen. */
  async open(drawn = Promise.resolve()): Promise<void> {
    const { encoding, userPatterns, keepSummaries } = this.#options.settings.data;
    await Promise.all([
      this.reading.open({
        ...{ encoding, userPatterns, keepSummaries },
        sourceEncodings: this.composition.sourceEncodings,
        drawn,
      }),
      this.run.asMeasuring(() => this.summaries.load()),
      this.run.asMeasuring(() => this.project.load()),
      this.conversation.load(),
    ]);
  }

  /** Looks for changes that the browser did not report, when the user returns to the window. */
  async windowFocused(): Promise<void> {
    await Promise.all([this.reading.windowFocused(), this.project.load()]);
  }

  async setKeepSummaries(keep: boolean): Promise<void> {
    await this.run.guarded(() => this.summaries.setKeeping(keep));
  }

  summariesToAsk(): readonly RepoPath[] {
    return summariesToAsk(this);
  }

  /** Follows a change of something other than the composition that sections are made from. */
  sectionsChanged(): void {
    this.#sync.sectionsChanged();
  }

  /** Sets one option; its descriptor names the undo step. */
  set<Name extends OptionName>(name: Name, value: CompositionOptions[Name]): void {
    this.setOptions({ [name]: value }, stepName(name, value), mergeKey(name));
  }

  setOptions(options: Partial<CompositionOptions>, name: string, mergeKey?: string): void {
    this.composition.apply(chosenOptions(this.composition, options), name, mergeKey);
  }

  /** Ids of the files that match, best first; none if the workspace is being closed. */
  async findFiles(query: string, limit: number): Promise<readonly number[]> {
    let found: readonly number[] = [];
    await this.run.guarded(async () => {
      found = await this.#engine.filter(query, limit);
    });
    return found;
  }

  /** Lists the ignored folders that these files are in. */
  list = async (paths: readonly RepoPath[]): Promise<void> => {
    await this.view.listAbove(paths);
    this.changes.raise();
  };

  readLines: Engine['readLines'] = (source, from, to) => this.#engine.readLines(source, from, to);

  /** Resolves when the screen shows all changes so far. */
  shown(): Promise<void> {
    return this.#pace.settled();
  }

  /** Yields to the page between two steps of long work. */
  pause(): Promise<void> {
    return new Promise((resolve) => this.#options.clock.nextFrame(resolve));
  }

  /** Resolves when the state is stored. */
  async flush(): Promise<void> {
    await Promise.all([this.#saving.flush(), this.conversation.flush()]);
  }

  /** The state that `flush` would store. */
  unstored(): readonly (readonly [key: string, value: unknown])[] {
    return [...this.#saving.unstored(), ...this.conversation.unstored()];
  }

  /** Resolves when the state is stored, or could not be. */
  async dispose(): Promise<void> {
    this.run.close();
    this.project.close();
    this.choices.close();
    const saving = Promise.all([this.#saving.close(), this.conversation.close()]);
    this.changes.close();
    this.#engine.dispose();
    await saving;
  }

  #project(): void {
    this.changes.project([this.views, this.document, this.gone, this.#notes, this.#sync], {
      onfollowed: () => {
        if (!this.busy) this.#sync.measureViews();
      },
      onraise: () => {
        if (!this.busy) this.gone.look();
      },
      onbehind: (following) => {
        void this.run.asMeasuring(async () => {
          await following;
          this.#sync.caughtUp();
        });
      },
    });
  }

  #createSaving(): WorkspaceSaving {
    return new WorkspaceSaving(this.#options, {
      revision: this.#options.state?.revision,
      composition: () => this.composition,
      view: () => ({ ...this.view.saved(), recent: [...this.recent.list], search: this.fileSearch.fields }),
      held: () => this.gone.toStore(),
      adopt: (change) => this.composition.restore(change),
      onfirst: () => this.#options.onfirststored(),
    });
  }

  #createReading(): FolderReading {
    return new FolderReading(this.#engine, this, {
      onkept: (files) => this.summaries.learn(files),
      onlisted: () => {
        this.view.listed();
        void this.run.guarded(() => this.document.follow('listed'));
      },
      onread: (paths) => this.#sync.contentsRead(paths),
      onended: (complete) => {
        if (complete) {
          this.#sync.measure();
          this.#sync.contentsRead(this.composition.paths);
          void this.project.load();
        }
        this.changes.raise();
      },
      onrecount: () => {
        this.views.forgetMeasures();
        this.conversation.recount();
        this.prompt.recount();
        this.changes.soon(this.composition.paths);
      },
      recount: () => this.document.recount(),
    });
  }

  #createDocument(): DocumentModel {
    return new DocumentModel(this.#engine, this.composition, {
      revision: () => this.revision,
      unsettled: () => this.reading.recounting || this.changes.behind,
      contentOf: (path) => this.contentOf(path),
      viewOf: (path) => this.viewOf(path),
      measureOf: (path, content, view) => this.views.measureOf(path, content, view),
      sizeOf: (path) => this.tree.byPath(path)?.size,
      workspaceMessage: () => this.conversation.discussions.current?.now.workspaceMessage ?? '',
      messages: () => this.conversation.discussions.seen,
      prompt: () => ({
        folder: this.name,
        globalInstructions: this.#options.settings.data.globalInstructions,
        writtenOf: (path) => this.views.viewAs(path, { mode: 'summary' }).written,
      }),
      attachedTo: this.conversation.attachments.attachedTo,
    });
  }

  #createView(): TreeView {
    return new TreeView(this.tree, {
      ontick: (paths, ticked, name) => this.choices.tick(paths, ticked, name),
      ontell: (text) => this.#options.notify({ kind: 'info', text }),
      onconfirmSensitive: (paths) => this.choices.tickSensitive(paths),
      onmode: (nodes, mode) => this.choices.setMode(nodes, mode),
      onmark: (nodes, mark, on) => this.choices.setMark(nodes, mark, on),
      onlist: async (path) => {
        await this.run.guarded(() => this.#engine.listIgnored(path));
      },
      onfilter: (query, limit) => this.findFiles(query, limit),
      onchange: () => this.#saving.viewChanged(),
      revision: () => this.revision,
      endedRuns: () => this.run.ended,
      likely: this.likely.order,
    });
  }

  #composed(change: CompositionChange, isOurs: boolean): void {
    const { items = new Map() } = change;
    // First, so that nothing is measured in an encoding that is out of date.
    void this.reading.setSourceEncodings(this.composition.sourceEncodings);
    for (const path of items.keys()) this.fitted.delete(path);
    if (items.size > 0) this.tree.itemsChanged([...items.keys()]);
    this.#sync.composed(change);
    this.likely.composed(change);
    if (!isOurs) return;
    const [ticked] = items;
    if (items.size === 1 && ticked?.[1] !== undefined) this.recent.note(ticked[0]);
    this.#saving.compositionChanged(change);
  }
}
