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
  FolderSource,
  IgnoreProblem,
  MeasuredViews,
  OpenedFolder,
  SnapshotFile,
  Storage,
  Timings,
  ViewsWanted,
  WorkspaceFault,
} from './ports';
import { FileNotes, type FileNote } from './fileNotes';
import { WorkspaceSaving } from './workspaceSaving';
import type { WorkspaceState } from './workspaceState';
import { FileTree } from './tree/fileTree';
import { filesIn, type FileNode, type TreeNode } from './tree/treeNode';
import { TreeView } from './tree/treeView.svelte';
import { inMode, viewName } from './modes';
import { ViewMeasures } from './viewMeasures';

/** `File` objects are handed to the engine in slices: posting all at once blocks the page for seconds. */
const SNAPSHOT_SLICE = 200;

/** Milliseconds between two looks at what streams in: the screen follows, and the page stays free in between. */
const PAUSE = 150;

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
  readonly #saving: WorkspaceSaving;
  readonly #notes = new FileNotes();
  readonly #views: ViewMeasures;
  readonly #start: Pick<WorkspaceOptions, 'encoding' | 'userPatterns'>;
  #revision = $state(0);
  #touched = false;
  #shownAt = -Infinity;
  #busy = $state(true);
  #measuring = $state(0);
  #recounting = $state(0);
  #progress = $state.raw<Progress | undefined>();
  #fault = $state.raw<WorkspaceFault | undefined>();
  #questions = $state.raw<readonly Question[]>([]);
  #problems = $state.raw<readonly IgnoreProblem[]>([]);
  #timings = $state.raw<Timings | undefined>();
  #cancelled = $state(false);
  #run = 0;
  /** Files counted since a change of encoding began; undefined when none is under way. */
  #recounted: Set<number> | undefined;
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
    this.#engine = options.createEngine((reason) => {
      this.#died(reason);
    });
    this.#saving = new WorkspaceSaving(
      options,
      () => this.composition,
      () => this.view.saved(),
    );
    this.composition = new Composition((change) => {
      this.#composed(change);
    });
    this.#views = new ViewMeasures(this.#engine, (paths) => {
      this.#filesKnown(paths);
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
  get fault(): WorkspaceFault | undefined {
    return this.#fault;
  }

  /** One at a time; the next one follows its answer. */
  get question(): Question | undefined {
    return this.#questions[0];
  }

  get problems(): readonly IgnoreProblem[] {
    return this.#problems;
  }

  /** What is to be known of ticked files before they are pasted, in the document's order. */
  get notes(): readonly FileNote[] {
    void this.#revision;
    return this.#notes.list;
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
    if (this.#disposed) return;
    const items = new Map<RepoPath, FileItem>();
    const folderModes = new Map(this.composition.options.folderModes);
    for (const node of nodes) {
      if (node.kind === 'folder') folderModes.set(node.path, mode);
      const files = node.kind === 'file' ? [node] : filesIn(node).filter(({ ticked }) => ticked);
      for (const { path } of this.#withoutQuestion(files))
        items.set(path, { ...this.#itemAt(path), viewMode: mode });
    }
    const hasFolder = nodes.some(({ kind }) => kind === 'folder');
    if (items.size === 0 && !hasFolder) return;
    this.composition.apply(
      { items, ...(hasFolder && { options: { folderModes } }) },
      `Show ${nodes.length === 1 && nodes[0] ? nameOf(nodes[0]) : `${nodes.length} entries`} ${inMode(mode)}`,
    );
  }

  /** Shows all ticked files in a mode. */
  setModeOfAll(mode: ViewMode): void {
    const nodes = filesIn(this.tree.root).filter(({ ticked }) => ticked);
    if (nodes.length > 0) this.setMode(nodes, mode);
  }

  /** What of a file's symbols is shown; the file is then shown by its mask. */
  setMask(path: RepoPath, astMask: FileItem['astMask'], name: string): void {
    const node = this.tree.byPath(path);
    if (this.#disposed || (node?.kind === 'file' && this.#withoutQuestion([node]).length === 0)) return;
    const viewMode = astMask.length === 0 ? 'full' : 'masked';
    this.composition.apply({ items: new Map([[path, { ...this.#itemAt(path), astMask, viewMode }]]) }, name);
  }

  /** Opens the folder; resolves when everything is read and counted, or the run has ended otherwise. */
  async open(): Promise<void> {
    await this.#asRun(async () => {
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
    await this.#asRun(() => this.#engine.refresh());
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
    await this.#asRun(() => this.#engine.setUserPatterns(patterns));
  }

  async setEncoding(encoding: TokenEncoding): Promise<void> {
    const recounted = new Set<number>();
    this.#recounted = recounted;
    this.#views.clear();
    this.document.allFilesChanged();
    this.#showViews(this.composition.paths);
    this.#recounting += 1;
    await this.#asRun(() => this.#engine.setEncoding(encoding));
    if (this.#recounted === recounted) this.#recounted = undefined;
    await this.#guarded(() => this.document.recount());
    this.#recounting -= 1;
  }

  /** Ticks or unticks files, as one step to undo. Large files not read yet are asked about first. */
  tick(paths: readonly RepoPath[], ticked: boolean, name: string): void {
    if (this.#disposed) return;
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
    this.#saving.close();
    this.#engine.dispose();
  }

  #createView({ clock }: WorkspaceOptions): TreeView {
    return new TreeView(this.tree, {
      ontick: (paths, ticked, name) => {
        this.tick(paths, ticked, name);
      },
      onconfirmSensitive: (paths) => {
        if (!this.#disposed) this.#ask({ kind: 'sensitive', paths });
      },
      onmode: (nodes, mode) => {
        this.setMode(nodes, mode);
      },
      onlist: async (path) => {
        await this.#guarded(() => this.#engine.listIgnored(path));
      },
      onfilter: (query, limit) => this.findFiles(query, limit),
      onchange: () => {
        this.#saving.viewChanged();
      },
      nextFrame: (task) => {
        this.#paced(task, clock);
      },
    });
  }

  /** Those of the files that are ticked already, or may be without asking. Asks about the others. */
  #withoutQuestion(files: readonly FileNode[]): readonly FileNode[] {
    const untold = files.filter(({ ticked }) => !ticked);
    const sensitive = untold.filter(({ leftOut }) => leftOut?.source === 'sensitive').map(({ path }) => path);
    const large = untold.filter(({ content }) => content?.kind === 'unread').map(({ path }) => path);
    if (sensitive.length > 0) this.#ask({ kind: 'sensitive', paths: sensitive });
    if (large.length > 0) this.#ask({ kind: 'large', paths: large, ...this.#sizeOf(large) });
    const asked = new Set([...sensitive, ...large]);
    return files.filter(({ path }) => !asked.has(path));
  }

  #ask(question: Question): void {
    this.#questions = [...this.#questions, question];
  }

  #receive(event: EngineEvent): void {
    if (this.#disposed) return;
    switch (event.kind) {
      case 'entries':
        this.tree.addEntries(event.entries);
        this.#filesKnown(event.entries.map(({ path }) => path));
        this.#filesChanged();
        return;
      case 'removed': {
        const paths = this.#pathsOf(event.ids);
        this.tree.removeIds(event.ids);
        this.#filesKnown(paths);
        this.#filesChanged();
        return;
      }
      case 'indexed': {
        for (const { id } of event.files) this.#recounted?.add(id);
        const paths = this.#pathsOf(event.files.map(({ id }) => id));
        this.tree.setIndexed(event.files);
        this.#filesKnown(paths);
        this.#touch();
        return;
      }
      case 'progress':
        this.#busy = true;
        this.#progress = event;
        return;
      case 'idle':
        this.#busy = false;
        this.#progress = undefined;
        this.#fault = undefined;
        this.#cancelled = event.cancelled;
        this.#timings = event.timings;
        if (event.cancelled) this.#forgetOldCounts();
        this.view.settle();
        this.#measure(this.composition.paths);
        this.#revision += 1;
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
        this.#forgetOldCounts();
        this.#revision += 1;
    }
  }

  #filesChanged(): void {
    this.#touch();
    if (this.composition.options.fileTree === 'all') this.#refreshSection('fileTree');
  }

  /** Lets the screen follow, once for all that came in meanwhile. */
  #touch(): void {
    this.view.touch();
    if (this.#touched) return;
    this.#touched = true;
    this.#paced(() => {
      this.#touched = false;
      this.#revision += 1;
    }, this.#clock);
  }

  /** Runs a task before the next frame; while files stream in, a few times a second. */
  #paced(task: () => void, clock: Clock): void {
    const wait = this.#busy ? this.#shownAt + PAUSE - clock.now() : 0;
    const show = () => {
      clock.nextFrame(() => {
        this.#shownAt = clock.now();
        task();
      });
    };
    if (wait > 0) clock.after(wait, show);
    else show();
  }

  #composed(change: CompositionChange): void {
    if (change.items !== undefined) {
      for (const [path, item] of change.items) this.tree.markTicked(path, item !== undefined);
      this.#filesStand([...change.items.keys()]);
      if (!this.#restored) return;
      this.#revision += 1;
      this.view.update();
      if (!this.#busy) this.#measure(change.items.keys());
      if (this.composition.options.fileTree === 'selected') this.#refreshSection('fileTree');
    }
    if (change.options?.strategy !== undefined && this.#restored) {
      this.document.allFilesChanged();
      this.#showViews(this.composition.paths);
      this.#revision += 1;
      void this.#measureViews();
    }
    if (change.options?.instructions !== undefined) this.#refreshSection('instructions');
    if (change.options?.task !== undefined) this.#refreshSection('task');
    if (change.options?.fileTree !== undefined) this.#refreshSection('fileTree');
    this.#saving.compositionChanged();
  }

  #pathsOf(ids: readonly number[]): readonly RepoPath[] {
    return ids.flatMap((id) => this.tree.byId(id)?.path ?? []);
  }

  /** What is known of these files, or how they stand in the document, has changed. */
  #filesKnown(paths: Iterable<RepoPath>): void {
    const composed = [...paths].filter((path) => this.composition.item(path) !== undefined);
    this.#filesStand(composed);
  }

  /** The same of files that may have been taken out of the composition. */
  #filesStand(paths: readonly RepoPath[]): void {
    this.document.filesChanged(paths);
    this.#showViews(paths);
    for (const path of paths) this.#notes.set(path, this.composition.item(path) && this.contentOf(path));
  }

  /** When a change of encoding ends early, the files it has not come to are counted in another one. */
  #forgetOldCounts(): void {
    if (this.#recounted === undefined) return;
    this.tree.forgetContents(this.#recounted);
    this.#recounted = undefined;
    this.#filesKnown(this.composition.paths);
    this.view.touch();
  }

  #refreshSection(section: 'instructions' | 'task' | 'fileTree'): void {
    if (!this.#restored) return;
    void this.#guarded(() => this.document.refreshSection(section));
  }

  /** Asks for what no run has counted of these files where they are ticked: left out, large, or gone. */
  #measure(paths: Iterable<RepoPath>): void {
    const unknown: RepoPath[] = [];
    for (const path of paths) {
      const content = this.contentOf(path);
      const isUnknown = content === undefined || content.kind === 'unread';
      if (isUnknown && this.composition.item(path) !== undefined) unknown.push(path);
    }
    if (unknown.length > 0) void this.#measuringWith(() => this.#engine.measureFiles(unknown));
    void this.#measureViews();
  }

  #measureViews(): Promise<void> {
    return this.#measuringWith(() => this.#views.fill((path) => this.contentOf(path)));
  }

  async #measuringWith(call: () => Promise<void>): Promise<void> {
    this.#measuring += 1;
    await this.#guarded(call);
    this.#measuring -= 1;
  }

  #measureOf(path: RepoPath, content: FileContent, view: ViewRequest): BlockMeasure | undefined {
    if (view.mode === 'full') return content.block;
    const measured = this.#views.get(path, content, view)?.block;
    return measured ?? (content.kind === 'text' || view.mode === 'none' ? undefined : content.block);
  }

  /** Tells the tree how these files are shown, and has measured what is not known of it. */
  #showViews(paths: Iterable<RepoPath>): void {
    for (const path of paths) {
      const item = this.composition.item(path);
      const view = this.viewOf(path);
      const isFull = item === undefined || view?.mode === 'full';
      this.#views.want(path, isFull ? undefined : view);
      if (isFull) {
        this.tree.setShownAs(path, undefined);
        continue;
      }
      const content = this.contentOf(path);
      const isPlain = content?.kind === 'binary';
      const measure = view && content && this.#measureOf(path, content, view);
      const label = view === undefined ? 'left out' : viewName(view);
      const tokens = view === undefined ? 0 : measure?.tokens;
      this.tree.setShownAs(path, isPlain ? undefined : { mode: view?.mode ?? 'absent', label, tokens });
    }
  }

  #itemAt(path: RepoPath): FileItem {
    return this.composition.item(path) ?? this.composition.newItem(path);
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

  /** A call that the engine answers by a run: its events tell how that goes on and ends. */
  async #asRun(call: () => Promise<void>): Promise<void> {
    const run = (this.#run += 1);
    this.#busy = true;
    // Without a run there is no event that ends it; a newer run goes on.
    if (!(await this.#guarded(call)) && run === this.#run) this.#busy = false;
  }

  /**
   * Whether the call came through. The engine's calls reject when it is disposed, which is no failure, or when it has
   * died, which `#died` tells.
   */
  async #guarded(call: () => Promise<void>): Promise<boolean> {
    try {
      await call();
      return true;
    } catch (error) {
      if (!this.#disposed)
        this.#notify({ kind: 'error', text: error instanceof Error ? error.message : String(error) });
      return false;
    }
  }

  #died(reason: string): void {
    if (this.#disposed) return;
    this.#busy = false;
    this.#fault = { kind: 'stopped', reason };
    this.#forgetOldCounts();
    this.#revision += 1;
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

function nameOf(node: TreeNode): string {
  return node.name === '' ? 'everything' : node.name;
}
