import type { DiscussionFormat } from '../core/conversation/formats';
import type { RepoPath } from '../core/files/repoPath';
import type { OpenDiscussion } from './conversation/openDiscussion.svelte';
import { FullBackup, type BackupFile } from './storage/fullBackup';
import type { Example } from './guide/exampleViews';
import { HeldExports } from './secrets/heldExports.svelte';
import { Canceled } from './secrets/canceled';
import { textGate } from './secrets/textGate';
import { Handover } from './handover/handover.svelte';
import { EndpointSetup } from './summaries/endpointSetup.svelte';
import { ModelSummaries } from './summaries/modelSummaries.svelte';
import { Offline } from './offline.svelte';
import type { Notice } from './notify';
import type { PassTexts } from './passTexts';
import type { AppPorts } from './ports/appPorts';
import type { FolderFiles } from './ports/files';
import type { OpenedArchive, OpenedFolder } from './ports/folders';
import type { AttachmentStore } from './ports/storage';
import type { BrowserModelState } from './ports/summaries';
import { PersonaActions } from './presets/personaActions';
import { Personas } from './presets/personas.svelte';
import { PresetActions } from './presets/presetActions';
import { PresetSharing } from './presets/presetSharing.svelte';
import type { ImportWishes } from './presets/presetImport';
import { Presets } from './presets/presets.svelte';
import { ProjectFile } from './presets/projectFile.svelte';
import { FolderEntrance } from './reading/folderEntrance.svelte';
import { keptHandle, Recents, type Recent, type Remembered } from './storage/recents.svelte';
import { Settings } from './storage/settings.svelte';
import { NewerValue } from './storage/storedValue';
import type { Workspace } from './workspace.svelte';
import { readWorkspaceState, readyState } from './storage/workspaceState';

/** Root of the app state: the open workspace, recent folders, records and settings. */
export class App {
  readonly settings: Settings;
  readonly recents: Recents;
  readonly personas: Personas;
  readonly personaActions: PersonaActions;
  readonly presets: Presets;
  readonly presetActions: PresetActions;
  readonly sharing: PresetSharing;
  readonly endpoint: EndpointSetup;
  readonly handover: Handover;
  readonly heldExports = new HeldExports();
  readonly passTexts: PassTexts;
  readonly backup: FullBackup;
  readonly offline = new Offline();
  readonly #ports: AppPorts;
  readonly #entrance: FolderEntrance;
  #workspace = $state.raw<Workspace | undefined>();
  #leave: () => void = () => undefined;
  #ready = $state(false);
  #durable = $state(true);
  #superseded = $state(false);
  #resumable = $state.raw<Recent | undefined>();
  #chatExport = $state.raw<OpenedArchive | undefined>();

  constructor(ports: AppPorts) {
    this.#ports = ports;
    this.#entrance = new FolderEntrance({
      ...ports,
      enter: (folder) => this.#replaceWorkspace(folder),
    });
    this.settings = new Settings(ports.storage, ports.clock, ports.notify);
    const { caches, attachmentStore } = ports;
    this.recents = new Recents({
      ...ports,
      caches: {
        ...caches,
        async forget(id) {
          await Promise.all([caches.forget(id), attachmentStore.keep(id, new Set())]);
        },
      },
    });
    const project = () => this.#workspace?.project;
    this.personas = new Personas(ports.storage, ports.notify, () => project()?.personas);
    this.personaActions = new PersonaActions({ personas: this.personas, notify: ports.notify });
    this.presets = new Presets(ports.storage, ports.notify, () => project()?.presets);
    this.presetActions = new PresetActions({
      ...{ presets: this.presets, notify: ports.notify },
      workspace: () => this.#workspace,
    });
    this.endpoint = new EndpointSetup(ports.storage);
    const { heldExports } = this;
    this.handover = new Handover({ ...ports, heldExports }, this.settings, this.endpoint);
    this.passTexts = textGate({ heldExports, workspace: () => this.#workspace });
    this.sharing = new PresetSharing({ ...ports, codec: ports.shareCodec, passTexts: this.passTexts });
    this.backup = new FullBackup({
      ...{ storage: ports.storage, outputs: ports.outputs, recents: this.recents },
      attachmentStore,
      unstored: async () => {
        await this.flush();
        return this.#workspace?.unstored() ?? [];
      },
      now: () => new Date().toISOString(),
    });
  }

  get workspace(): Workspace | undefined {
    return this.#workspace;
  }

  /** True from the moment the user chooses a folder until its workspace is on the screen. */
  get opening(): boolean {
    return this.#entrance.busy;
  }

  get ready(): boolean {
    return this.#ready;
  }

  /** False if the browser stores nothing. The composition is then lost when the tab closes. */
  get durable(): boolean {
    return this.#durable;
  }

  /** True once a newer release has taken over the database. This tab then stops saving. */
  get superseded(): boolean {
    return this.#superseded;
  }

  supersede(): void {
    this.#superseded = true;
  }

  get canPick(): boolean {
    return this.#ports.folders.canPick;
  }

  /** The folder this tab had open before a reload, if the browser asks for permission again. */
  get resumable(): Recent | undefined {
    return this.#resumable;
  }

  /** The open archive if it is an export of chats, which its user may want to import instead. */
  get chatExport(): File | undefined {
    const archive = this.#chatExport;
    return archive === this.#workspace?.folder ? archive?.file : undefined;
  }

  async load(): Promise<void> {
    try {
      const kept = [this.settings, this.recents, this.personas, this.presets, this.endpoint];
      await Promise.all([...kept.map((each) => each.load()), this.sharing.receiveLink()]);
      this.#durable = await this.#ports.storage.durable;
      await this.#resume();
      this.#prepareEngine();
    } finally {
      // Show the start screen even if loading failed; the error is reported like any other.
      this.#ready = true;
    }
  }

  openPicked(): Promise<void> {
    return this.#entrance.open(() => this.#ports.folders.pick());
  }

  /** Call it synchronously in the drop handler. */
  openDropped(transfer: DataTransfer): Promise<void> {
    const dropped = this.#ports.folders.fromDrop(transfer);
    return this.#entrance.open(() => this.#entrance.whenGiven(dropped));
  }

  openPickedArchive(): Promise<void> {
    return this.#entrance.open(() => this.#ports.folders.pickArchive());
  }

  openArchiveInput(file: File): Promise<void> {
    const { folders } = this.#ports;
    return this.#entrance.open(() =>
      Promise.resolve({ kind: 'picked', value: folders.fromArchiveInput(file) }),
    );
  }

  /** Opens the network page for a repository, and then the files that the user fetches there. Call inside a click. */
  openRepository(address: string): void {
    const isOpen = this.#ports.repositoryWindow.open(address, (archive) => {
      void this.openArchiveInput(archive);
    });
    if (!isOpen)
      this.notify({ kind: 'warning', text: 'The browser blocked the window. Allow pop-ups for this page.' });
  }

  openInput(files: FileList): Promise<void> {
    return this.#entrance.open(() => Promise.resolve(this.#ports.folders.fromInput(files)));
  }

  openSample(): Promise<void> {
    return this.#entrance.open(() => this.#ports.folders.sample());
  }

  /** Call inside a click: the browser may ask for permission again. */
  openRecent(recent: Recent): Promise<void> {
    return this.#entrance.open(async () => {
      const permission = await this.#ports.folders.requestPermission(recent.handle);
      if (permission !== 'granted')
        return { kind: 'refused', reason: `the browser denied access to ${recent.name}` };
      return this.#ports.folders.fromHandle(recent);
    });
  }

  notify(notice: Notice): void {
    this.#ports.notify(notice);
  }

  async forgetRecent({ id, name }: Recent): Promise<void> {
    if (await this.recents.forget(id)) return;
    this.#ports.notify({
      kind: 'warning',
      text: `Couldn't forget ${name}: it is open in another tab.`,
    });
  }

  /** Asks for a lost permission again and keeps the composition. */
  async reopen(): Promise<void> {
    const workspace = this.#workspace;
    if (workspace?.folder.kind !== 'handle') return;
    const permission = await this.#ports.folders.requestPermission(workspace.folder.handle);
    if (permission === 'granted') await workspace.reading.refresh();
    else this.#ports.notify({ kind: 'error', text: `The browser denied access to ${workspace.name}.` });
  }

  /** Opens the same folder in a new workspace after its engine has stopped. The composition is kept. */
  async openAgain(): Promise<void> {
    const folder = this.#workspace?.folder;
    if (folder !== undefined)
      await this.#entrance.open(() => Promise.resolve({ kind: 'picked', value: folder }));
  }

  /** Reloads the page after saving everything. */
  async reload(): Promise<void> {
    await this.flush();
    this.#ports.tab.reload();
  }

  /** Bytes of all saved summaries in all folders. */
  sizeOfSummaries(): Promise<number> {
    return this.#ports.summaries.size();
  }

  /** Resolves to the bytes freed. */
  async clearSummaries(): Promise<number> {
    const freed = await this.#ports.summaries.clear();
    this.#workspace?.summaries.forget();
    return freed;
  }

  /** Starts a review of summaries that a model writes for these files. */
  summarize(workspace: Workspace, paths: readonly RepoPath[]): ModelSummaries {
    const { clipboard, browserModel, endpointWindow } = this.#ports;
    const { passTexts } = this;
    const summaries = new ModelSummaries(workspace, {
      ...{ clipboard, browserModel, endpointWindow, passTexts },
      now: () => new Date().toISOString(),
      newCode: () => crypto.randomUUID().slice(0, 8),
    });
    void workspace.run.guarded(() => summaries.load(paths));
    return summaries;
  }

  browserModelState(): Promise<BrowserModelState> {
    return this.#ports.browserModel.state();
  }

  async setKeepSummaries(keep: boolean): Promise<void> {
    this.settings.change({ keepSummaries: keep });
    await this.#workspace?.setKeepSummaries(keep);
  }

  async setUserPatterns(userPatterns: string): Promise<void> {
    this.settings.change({ userPatterns });
    await this.#workspace?.reading.setUserPatterns(userPatterns);
  }

  /** Sets the instructions for all folders, as an undo step of the open one. */
  setGlobalInstructions(text: string): void {
    const before = this.settings.data.globalInstructions;
    const set = (globalInstructions: string) => () => {
      this.settings.change({ globalInstructions });
      this.#workspace?.sectionsChanged();
    };
    const change = { back: set(before), forth: set(text) };
    this.#workspace?.composition.applyOutside(change, 'Edit instructions for all folders', 'global');
  }

  /** Stores the chosen parts of an import, all or none. Resolves to the reasons if it stores none. */
  async storeImport(wishes: ImportWishes): Promise<readonly string[]> {
    const { presets, personas, settings } = this;
    const { storeWanted } = await import('./presets/presetImport');
    return storeWanted(
      {
        ...{ presets, personas, settings, storage: this.#ports.storage },
        setUserPatterns: (patterns) => this.setUserPatterns(patterns),
        setKeepSummaries: (keep) => this.setKeepSummaries(keep),
      },
      wishes,
    );
  }

  /** Saves a discussion as a file. */
  async downloadDiscussion(discussion: OpenDiscussion, format: DiscussionFormat): Promise<void> {
    try {
      const { downloadDiscussion } = await import('./conversation/downloadDiscussion');
      await downloadDiscussion(discussion, format, { ...this.#ports, passTexts: this.passTexts });
    } catch (error) {
      if (error instanceof Canceled) return;
      const reason = error instanceof Error ? error.message : String(error);
      this.notify({ kind: 'error', text: `Couldn't export the discussion: ${reason}` });
    }
  }

  /** Saves an attachment as a file. */
  downloadAttachment(name: string, data: Blob): void {
    this.#ports.outputs.download(name, data);
  }

  /** All views of one file of the sample project, for the guide. */
  async exampleViews(): Promise<Example> {
    const { exampleViews } = await import('./guide/exampleViews');
    const example = await exampleViews(this.#ports, this.settings.data.encoding);
    this.#prepareEngine(); // The example used the prepared one, if there was one.
    return example;
  }

  /** Bytes of all attachments in all folders, and how many there may be. */
  roomOfAttachments(): ReturnType<AttachmentStore['room']> {
    return this.#ports.attachmentStore.room();
  }

  /** Restores a backup from another browser and reloads the page. */
  async restoreBackup(file: BackupFile, keepPresent: boolean): Promise<void> {
    // The open workspace must not overwrite restored values.
    await this.closeWorkspace();
    await this.backup.restore(file, keepPresent);
    this.#ports.tab.reload();
  }

  async closeWorkspace(): Promise<void> {
    const closing = this.#workspace;
    await closing?.flush();
    if (this.#workspace !== closing) return; // Another folder was opened meanwhile.
    this.#show(undefined);
    this.#prepareEngine();
  }

  /** Saves pending changes. Called when the page is hidden or left. */
  async flush(): Promise<void> {
    await Promise.all([this.settings.flush(), this.#workspace?.flush()]);
  }

  async #resume(): Promise<void> {
    const open = this.#ports.tab.get();
    if (open === undefined) return;
    if (open.startsWith('memory/')) return this.openSample();
    const recent = this.recents.list.find(({ id }) => id === open);
    if (recent === undefined) return;
    // Only check here. Asking for permission needs a click, which the button on the start screen provides.
    if ((await this.#ports.folders.permission(recent.handle)) === 'granted') await this.openRecent(recent);
    else this.#resumable = recent;
  }

  async #replaceWorkspace(folder: OpenedFolder): Promise<void> {
    const remembered = await this.#remember(folder);
    if (remembered === undefined) return;
    const { id, leave } = remembered;
    void this.heldExports.answer(false); // It was of the folder that is replaced.
    try {
      const workspace = await this.#loadWorkspace(id, folder);
      this.#show(workspace, leave);
      const { clock } = this.#ports;
      const drawn = new Promise<void>((resolve) => {
        clock.nextFrame(() => {
          clock.nextFrame(resolve);
        });
      });
      // Reading continues while the workspace is in use and reports through events.
      void workspace.open(drawn);
      if (folder.kind === 'archive') void drawn.then(() => this.#offerImport(folder));
    } catch (error) {
      leave();
      throw error;
    }
  }

  /** Whoever drops an export of chats on the window may want its conversations, not its files. */
  async #offerImport(archive: OpenedArchive): Promise<void> {
    if (!/\.zip$/i.test(archive.name)) return;
    const reader = this.#ports.startReader();
    // A damaged archive is reported by its workspace.
    const isExport = await reader.isExport(archive.file).catch(() => false);
    reader.dispose();
    if (!isExport || this.#workspace?.folder !== archive) return;
    this.#chatExport = archive;
    this.#ports.notify({
      kind: 'info',
      text: `${archive.name} is an export of chats. Its files are shown here.`,
      offer: { label: 'Import the chats…', command: 'chats-in-archive' },
    });
  }

  /** Undefined if a newer release has stored the recent folders, because the folder's workspace can't be found then. */
  async #remember(folder: OpenedFolder): Promise<Remembered | undefined> {
    const kept = keptHandle(folder);
    if (kept === undefined) return { id: `${folder.kind}/${folder.name}`, leave: () => undefined };
    try {
      return await this.recents.remember(kept, Date.now());
    } catch (error) {
      if (!(error instanceof NewerValue)) throw error;
      const text = `Couldn't open ${folder.name}: ${error.message}.`;
      this.#ports.notify({ kind: 'error', text, offer: 'reload' });
      return undefined;
    }
  }

  async #loadWorkspace(id: string, folder: OpenedFolder): Promise<Workspace> {
    // The old workspace stays on the screen until the new one is ready.
    await this.#workspace?.flush();
    const { engines, folderFiles, outputs, storage, notify } = this.#ports;
    const first = folder.kind === 'memory' ? readyState(folder.ready) : undefined;
    const [state, { Workspace }] = await Promise.all([
      readWorkspaceState(this.#ports, id, first),
      import('./workspace.svelte'),
    ]);
    const workspace: Workspace = new Workspace({
      ...this.#ports,
      ...{ id, passTexts: this.passTexts },
      folder,
      project: new ProjectFile({
        ...{ workspace: id, folder, outputs, storage, notify },
        files: folder.kind === 'archive' ? archivedFiles(folderFiles, () => workspace) : folderFiles,
        appliedPreset: () => this.#workspace?.composition.options.preset ?? '',
        now: () => new Date().toISOString(),
      }),
      createEngine: (onDeath) => engines.create(onDeath),
      settings: this.settings,
      onfirststored: async () => {
        const kept = keptHandle(folder);
        if (kept !== undefined) await this.recents.keep(id, kept, Date.now());
      },
      state,
    });
    return workspace;
  }

  /** Starts an engine while the user chooses a folder, so that it is ready sooner. */
  #prepareEngine(): void {
    if (this.#workspace === undefined) this.#ports.engines.prepare(this.settings.data.encoding);
  }

  /** `leave` tells other tabs that the workspace is no longer open here. */
  #show(workspace: Workspace | undefined, leave: () => void = () => undefined): void {
    void this.#workspace?.dispose().finally(this.#leave);
    this.#leave = leave;
    this.#workspace = workspace;
    this.#resumable = undefined;
    this.#ports.tab.set(workspace?.id);
  }
}

/** Reads the files of an archive through the engine, which has unpacked it. */
function archivedFiles(files: FolderFiles, workspace: () => Workspace): FolderFiles {
  return {
    ...files,
    async read(_, name) {
      try {
        return await files.textOf(await workspace().readFile(name));
      } catch (error) {
        return { kind: 'failed', reason: error instanceof Error ? error.message : String(error) };
      }
    },
  };
}
