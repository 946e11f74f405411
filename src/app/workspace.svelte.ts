import type { BlockMeasure, ViewRequest } from '../core/compose/block';
import type { FileContent } from '../core/files/fileContent';
import type { RepoPath } from '../core/files/repoPath';
import type { FileItem, ViewMode } from '../core/items/fileItem';
import { effectiveView } from '../core/items/power';
import type { TokenEncoding } from '../core/tokens/encoding';
import { Composition, type CompositionChange, type CompositionOptions } from './composition.svelte';
import { DocumentModel } from './document.svelte';
import type { Notify } from './notify';
import type {
  AssembledDocument,
  Clock,
  DocumentPart,
  Engine,
  EngineEvent,
  EngineFactory,
  FolderFault,
  FolderSource,
  IgnoreProblem,
  MeasuredViews,
  OpenedFolder,
  SnapshotFile,
  Storage,
  Timings,
  ViewsWanted,
} from './ports';
import { Saving } from './saving';
import { workspaceStateOf, type WorkspaceState } from './workspaceState';
import { FileTree } from './tree/fileTree';
import { filesIn, type TreeNode } from './tree/treeNode';
import { TreeView } from './tree/treeView.svelte';
import { MODE_NAMES, viewName } from './modes';
import { ViewMeasures } from './viewMeasures';

/** `File` objects are handed to the engine in slices: posting all at once blocks the page for seconds. */
const SNAPSHOT_SLICE = 200;

export interface Progress {
  readonly step: 'scan' | 'read';
  readonly done: number;
  readonly total: number;
}

/** Something the user has to say yes to before it happens. */
export type Question =
  | { readonly kind: 'sensitive'; readonly paths: readonly RepoPath[] }
  | {
      readonly kind: 'large';
      readonly paths: readonly RepoPath[];
      readonly bytes: number;
      readonly tokens: number;
    };

export interface WorkspaceOptions {
  readonly id: string;
  readonly folder: OpenedFolder;
  readonly createEngine: EngineFactory;
  readonly storage: Storage;
  readonly clock: Clock;
  readonly notify: Notify;
  readonly encoding: TokenEncoding;
  readonly userPatterns: string;
  /** What was composed here before. */
  readonly state: WorkspaceState | undefined;
}

/** One opened folder: its engine, what is known of its files, and what the user has put together from them. */
export class Workspace {
  readonly id: string;
  readonly folder: OpenedFolder;
  readonly tree = new FileTree();
  readonly view: TreeView;
  readonly composition: Composition;
  readonly document: DocumentModel;
  readonly #engine: Engine;
  readonly #clock: Clock;
  readonly #notify: Notify;
  readonly #storage: Storage;
  readonly #saving: Saving;
  readonly #views: ViewMeasures;
  readonly #start: Pick<WorkspaceOptions, 'encoding' | 'userPatterns'>;
  #revision = $state(0);
  #touched = false;
  #busy = $state(true);
  #measuring = $state(0);
  #recounting = $state(0);
  #progress = $state.raw<Progress | undefined>();
  #fault = $state.raw<FolderFault | undefined>();
  #questions = $state.raw<readonly Question[]>([]);
  #problems = $state.raw<readonly IgnoreProblem[]>([]);
  #timings = $state.raw<Timings | undefined>();
  #cancelled = $state(false);
  #restored = false;
  /** Whether the browser tells what changes on the disk. */
  #watched = false;
  #disposed = false;

  constructor(options: WorkspaceOptions) {
    this.id = options.id;
    this.folder = options.folder;
    this.#start = options;
    this.#clock = options.clock;
    this.#notify = options.notify;
    this.#storage = options.storage;
    this.#engine = options.createEngine((reason) => {
      this.#died(reason);
    });
    this.#saving = new Saving(
      options.clock,
      () => this.#save(),
      (reason) => {
        options.notify({ kind: 'error', text: `The state of this workspace could not be saved: ${reason}` });
      },
    );
    this.composition = new Composition((change) => {
      this.#composed(change);
    });
    this.#views = new ViewMeasures(this.#engine, (paths) => {
      this.#showViews(paths);
      this.#touch();
    });
    this.document = new DocumentModel(this.#engine, this.composition, {
      revision: () => this.#revision,
      recounting: () => this.#recounting > 0,
      contentOf: (path) => this.contentOf(path),
      viewOf: (path) => this.viewOf(path),
      measureOf: (path, content, view) => this.#measureOf(path, content, view),
      sizeOf: (path) => this.tree.byPath(path)?.size,
    });
    this.view = this.#createView(options);
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
    return this.#busy;
  }

  /** True while ticked files are read that no run has counted. */
  get measuring(): boolean {
    return this.#measuring > 0;
  }

  get progress(): Progress | undefined {
    return this.#progress;
  }

  /** Why the folder cannot be read any more. What is known and composed stays. */
  get fault(): FolderFault | undefined {
    return this.#fault;
  }

  /** One at a time; the next one follows its answer. */
  get question(): Question | undefined {
    return this.#questions[0];
  }

  get problems(): readonly IgnoreProblem[] {
    return this.#problems;
  }

  get timings(): Timings | undefined {
    return this.#timings;
  }

  /** True when the last run was stopped by the user, so that counts are missing. */
  get cancelled(): boolean {
    return this.#cancelled;
  }

  /** What reading a file told, as far as it has been read. */
  contentOf(path: RepoPath): FileContent | undefined {
    return this.tree.byPath(path)?.content;
  }

  /** How a file stands in the document; undefined when it does not. */
  viewOf(path: RepoPath): ViewRequest | undefined {
    const item = this.composition.item(path);
    return item && effectiveView(item, this.composition.options.strategy);
  }

  /** Reads these files and measures views of them; a few hundred a call. */
  lookInto(wanted: readonly ViewsWanted[]): Promise<readonly MeasuredViews[]> {
    return this.#engine.measureViews(wanted);
  }

  /**
   * Shows files in a mode, ticking those that are not ticked. A folder hands the mode on to what is ticked below it,
   * now and later.
   */
  setMode(nodes: readonly TreeNode[], mode: ViewMode): void {
    const items = new Map<RepoPath, FileItem>();
    const folderModes = new Map(this.composition.options.folderModes);
    for (const node of nodes) {
      if (node.kind === 'folder') folderModes.set(node.path, mode);
      const files = node.kind === 'file' ? [node] : filesIn(node).filter(({ ticked }) => ticked);
      for (const { path } of files) items.set(path, { ...this.#itemAt(path), viewMode: mode });
    }
    const hasFolder = nodes.some(({ kind }) => kind === 'folder');
    this.composition.apply(
      { items, ...(hasFolder && { options: { folderModes } }) },
      `Set ${items.size === 1 ? [...items.keys()].join('') : `${items.size} files`} to ${MODE_NAMES[mode]}`,
    );
  }

  /** Shows all ticked files in a mode. */
  setModeOfAll(mode: ViewMode): void {
    const nodes = filesIn(this.tree.root).filter(({ ticked }) => ticked);
    if (nodes.length > 0) this.setMode(nodes, mode);
  }

  /** What of a file's symbols is shown; the file is then shown by its mask. */
  setMask(path: RepoPath, astMask: FileItem['astMask'], name: string): void {
    const viewMode = astMask.length === 0 ? 'full' : 'masked';
    this.composition.apply({ items: new Map([[path, { ...this.#itemAt(path), astMask, viewMode }]]) }, name);
  }

  /** Opens the folder; resolves when everything is read and counted, or the run has ended otherwise. */
  async open(): Promise<void> {
    await this.#guarded(async () => {
      if (this.folder.kind === 'snapshot') await this.#handOver(this.folder.files);
      const { encoding, userPatterns } = this.#start;
      const opened = this.#engine.open(
        sourceOf(this.folder),
        { workspaceId: this.id, encoding, userPatterns },
        (event) => {
          this.#receive(event);
        },
      );
      // Both at once: when the workspace is closed meanwhile both reject, and neither may go unheard.
      await Promise.all([opened, this.document.recount()]);
    });
  }

  async refresh(): Promise<void> {
    this.#fault = undefined;
    await this.#run(() => this.#engine.refresh());
  }

  /** The user is back at the window: looks for changes where the browser does not tell them. */
  async windowFocused(): Promise<void> {
    if (this.folder.kind !== 'handle' || this.#watched || this.#busy || this.#fault !== undefined) return;
    await this.refresh();
  }

  async cancel(): Promise<void> {
    await this.#guarded(() => this.#engine.cancel());
  }

  async setUserPatterns(patterns: string): Promise<void> {
    await this.#run(() => this.#engine.setUserPatterns(patterns));
  }

  async setEncoding(encoding: TokenEncoding): Promise<void> {
    this.#views.clear();
    this.#recounting += 1;
    await this.#run(() => this.#engine.setEncoding(encoding));
    await this.#guarded(() => this.document.recount());
    this.#recounting -= 1;
  }

  /** Ticks or unticks files, as one step to undo. Large files not read yet are asked about first. */
  tick(paths: readonly RepoPath[], ticked: boolean, name: string): void {
    const large = ticked ? paths.filter((path) => this.contentOf(path)?.kind === 'unread') : [];
    if (large.length > 0) this.#ask({ kind: 'large', paths: large, ...this.#sizeOf(large) });
    const asked = new Set(large);
    const items = new Map(
      paths
        .filter((path) => !asked.has(path) && (this.composition.item(path) !== undefined) !== ticked)
        .map((path) => [path, ticked ? this.composition.newItem(path) : undefined] as const),
    );
    if (items.size > 0) this.composition.apply({ items }, name);
  }

  /** Ticks what a glob names, as "Tick by pattern" does; returns how many files it matched. */
  async tickMatching(glob: string, ticked: boolean): Promise<number> {
    const ids = await this.#engine.matchGlob(glob);
    const paths = ids.flatMap((id) => this.tree.byId(id)?.path ?? []);
    this.tick(paths, ticked, `${ticked ? 'Tick' : 'Untick'} ${glob}`);
    return paths.length;
  }

  answer(yes: boolean): void {
    const [question, ...others] = this.#questions;
    this.#questions = others;
    if (question === undefined || !yes) return;
    const items = new Map(question.paths.map((path) => [path, this.composition.newItem(path)] as const));
    this.composition.apply({ items }, `Tick ${question.paths.length} ${question.kind} files`);
  }

  setOptions(options: Partial<CompositionOptions>, name: string, mergeKey?: string): void {
    this.composition.apply({ options }, name, mergeKey);
  }

  /** Nothing is found in a workspace that is being closed. */
  async findFiles(query: string, limit: number): Promise<readonly number[]> {
    let found: readonly number[] = [];
    await this.#guarded(async () => {
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
    return this.#engine.assemble(this.document.refs, part);
  }

  /** Resolves when the state is stored. */
  flush(): Promise<void> {
    return this.#saving.flush();
  }

  dispose(): void {
    this.#disposed = true;
    void this.#saving.flush();
    this.#engine.dispose();
  }

  #createView({ clock }: WorkspaceOptions): TreeView {
    return new TreeView(this.tree, {
      ontick: (paths, ticked, name) => {
        this.tick(paths, ticked, name);
      },
      onconfirmSensitive: (paths) => {
        this.#ask({ kind: 'sensitive', paths });
      },
      onmode: (nodes, mode) => {
        this.setMode(nodes, mode);
      },
      onlist: (path) => this.#guarded(() => this.#engine.listIgnored(path)),
      onfilter: (query, limit) => this.findFiles(query, limit),
      onchange: () => {
        this.#saving.changed();
      },
      nextFrame: clock.nextFrame,
    });
  }

  #ask(question: Question): void {
    this.#questions = [...this.#questions, question];
  }

  #receive(event: EngineEvent): void {
    if (this.#disposed) return;
    switch (event.kind) {
      case 'entries':
        this.tree.addEntries(event.entries);
        this.#filesChanged();
        return;
      case 'removed':
        this.tree.removeIds(event.ids);
        this.#filesChanged();
        return;
      case 'indexed':
        this.tree.setIndexed(event.files);
        this.#touch();
        return;
      case 'progress':
        this.#busy = true;
        this.#progress = event;
        return;
      case 'idle':
        this.#busy = false;
        this.#progress = undefined;
        this.#cancelled = event.cancelled;
        this.#timings = event.timings;
        this.view.settle();
        this.#measureUnknown();
        this.#touch();
        return;
      case 'watched':
        this.#watched = true;
        return;
      case 'ignore-problems':
        this.#problems = event.problems;
        return;
      case 'worker-replaced':
        this.#notify({
          kind: 'warning',
          text:
            event.path === undefined
              ? `A worker was replaced: ${event.reason}`
              : `${event.path} was set aside: ${event.reason}`,
        });
        return;
      case 'fault':
        this.#busy = false;
        this.#progress = undefined;
        this.#fault = event.fault;
    }
  }

  #filesChanged(): void {
    this.#touch();
    if (this.composition.options.fileTree === 'all') this.#refreshSection('fileTree');
  }

  /** Lets the screen follow before the next frame, once for all that came in between. */
  #touch(): void {
    this.view.touch();
    if (this.#touched) return;
    this.#touched = true;
    this.#clock.nextFrame(() => {
      this.#touched = false;
      this.#revision += 1;
    });
  }

  #composed(change: CompositionChange): void {
    if (change.items !== undefined) {
      for (const [path, item] of change.items) this.tree.markTicked(path, item !== undefined);
      this.#showViews(change.items.keys());
      if (!this.#restored) return;
      this.#revision += 1;
      this.view.touch();
      if (!this.#busy) this.#measureUnknown();
      if (this.composition.options.fileTree === 'selected') this.#refreshSection('fileTree');
    }
    if (change.options?.strategy !== undefined && this.#restored) {
      this.#showViews(this.composition.paths);
      this.#revision += 1;
      this.#measureUnknown();
    }
    if (change.options?.instructions !== undefined) this.#refreshSection('instructions');
    if (change.options?.task !== undefined) this.#refreshSection('task');
    if (change.options?.fileTree !== undefined) this.#refreshSection('fileTree');
    this.#saving.changed();
  }

  #refreshSection(section: 'instructions' | 'task' | 'fileTree'): void {
    if (!this.#restored) return;
    void this.#guarded(() => this.document.refreshSection(section));
  }

  /** Asks for ticked files that no run has counted: left out, large, or gone. */
  #measureUnknown(): void {
    const unknown = this.composition.paths.filter((path) => {
      const content = this.contentOf(path);
      return content === undefined || content.kind === 'unread';
    });
    if (unknown.length > 0) void this.#measure(unknown);
    this.#showViews(this.composition.paths);
    void this.#measureViews();
  }

  async #measureViews(): Promise<void> {
    this.#measuring += 1;
    await this.#guarded(() =>
      this.#views.fill(
        () => this.#viewsWanted(),
        (path) => this.contentOf(path),
      ),
    );
    this.#measuring -= 1;
  }

  *#viewsWanted(): Iterable<ViewsWanted> {
    for (const path of this.composition.paths) {
      const view = this.viewOf(path);
      if (view !== undefined && view.mode !== 'full') yield { path, views: [view] };
    }
  }

  #measureOf(path: RepoPath, content: FileContent, view: ViewRequest): BlockMeasure | undefined {
    if (view.mode === 'full') return content.block;
    const measured = this.#views.get(path, content, view)?.block;
    return measured ?? (content.kind === 'text' || view.mode === 'none' ? undefined : content.block);
  }

  /** Tells the tree how these files are shown. */
  #showViews(paths: Iterable<RepoPath>): void {
    for (const path of paths) {
      const item = this.composition.item(path);
      const view = this.viewOf(path);
      const content = this.contentOf(path);
      const isPlain = item === undefined || view?.mode === 'full' || content?.kind === 'binary';
      const measure = view && content && this.#measureOf(path, content, view);
      const label = view === undefined ? 'left out' : viewName(view);
      const tokens = view === undefined ? 0 : measure?.tokens;
      this.tree.setShownAs(path, isPlain ? undefined : { mode: view?.mode ?? 'absent', label, tokens });
    }
  }

  #itemAt(path: RepoPath): FileItem {
    return this.composition.item(path) ?? this.composition.newItem(path);
  }

  async #measure(paths: readonly RepoPath[]): Promise<void> {
    this.#measuring += 1;
    await this.#guarded(() => this.#engine.measureFiles(paths));
    this.#measuring -= 1;
  }

  #sizeOf(paths: readonly RepoPath[]): { bytes: number; tokens: number } {
    let bytes = 0;
    let tokens = 0;
    for (const path of paths) {
      const node = this.tree.byPath(path);
      bytes += node?.size ?? 0;
      tokens += node?.content?.kind === 'unread' ? node.content.tokens : 0;
    }
    return { bytes, tokens };
  }

  async #run(call: () => Promise<void>): Promise<void> {
    this.#busy = true;
    await this.#guarded(call);
  }

  /** The engine's calls reject when it is disposed, which is no failure, or when it has died, which `#died` tells. */
  async #guarded(call: () => Promise<void>): Promise<void> {
    try {
      await call();
    } catch (error) {
      if (this.#disposed) return;
      this.#busy = false;
      this.#notify({ kind: 'error', text: error instanceof Error ? error.message : String(error) });
    }
  }

  #died(reason: string): void {
    if (this.#disposed) return;
    this.#busy = false;
    this.#fault = { kind: 'blocked', reason: `The reading worker stopped: ${reason}` };
  }

  async #handOver(files: FileList): Promise<void> {
    for (let start = 0; start < files.length; start += SNAPSHOT_SLICE) {
      const slice: SnapshotFile[] = [];
      for (let i = start; i < Math.min(files.length, start + SNAPSHOT_SLICE); i++) {
        const file = files.item(i);
        if (file !== null) slice.push({ path: file.webkitRelativePath, file });
      }
      await this.#engine.addSnapshotFiles(slice);
    }
  }

  #save(): Promise<void> {
    return this.#storage.set(`workspace/${this.id}`, workspaceStateOf(this.composition, this.view.saved()));
  }
}

function sourceOf(folder: OpenedFolder): FolderSource {
  switch (folder.kind) {
    case 'handle':
      return { kind: 'handle', handle: folder.handle };
    case 'snapshot':
      return { kind: 'snapshot', name: folder.name };
    case 'memory':
      return { kind: 'memory', name: folder.name, files: folder.files };
  }
}
