import type { FileContent } from '../core/files/fileContent';
import type { RepoPath } from '../core/files/repoPath';
import {
  mergeKey,
  stepName,
  type CompositionOptions,
  type OptionName,
} from '../core/settings/compositionOptions';
import { modelById } from '../core/tokens/models';
import { tokenText, type TokenText } from '../core/tokens/tokenText';
import { chosenOptions } from './composition/ruleChoice';
import type { FileNote } from './document/fileNotes';
import type { FileViews } from './document/fileViews';
import { summariesToAsk } from './document/summariesToAsk';
import { Parts, type PartsOptions } from './groups/parts';
import { Lifetime, type Unstored } from './lifetime';
import type { Notify } from './notify';
import type { Engine } from './ports/engine';
import type { ProjectFile } from './presets/projectFile.svelte';
import type { SettingsData } from './storage/settings.svelte';

export type WorkspaceOptions = PartsOptions & {
  readonly project: ProjectFile;
  readonly settings: { readonly data: Pick<SettingsData, 'modelId'> };
};

/** An open folder: its files, the user's composition of them, and the document. */
export class Workspace extends Parts {
  /** The presets and personas in the folder. */
  readonly project: ProjectFile;
  readonly notify: Notify;
  readonly #settings: WorkspaceOptions['settings'];
  readonly #lifetime: Lifetime;

  /** Formats counts for the chosen model. */
  readonly tokens: TokenText = $derived.by(() => {
    const { modelId, encoding } = this.#settings.data;
    return tokenText(modelById(this.composition.options.modelId ?? modelId), encoding);
  });

  constructor(options: WorkspaceOptions) {
    const lifetime = new Lifetime();
    super(options, lifetime);
    const { notify, project, settings } = options;
    this.notify = notify;
    this.project = project;
    this.#settings = settings;
    this.#lifetime = lifetime;
    this.reading.ended.subscribe((end) => {
      if (end === 'done' || end === 'canceled') void project.load();
    });
    project.beadsChanged.subscribe(() => this.sectionsChanged());
    lifetime.add({ open: () => this.run.asMeasuring(() => project.load()), close: () => project.close() });
    this.tree.itemsChanged(this.composition.paths);
  }

  /** Notes about files in the document that the user should see before pasting, in document order. */
  get notes(): readonly FileNote[] {
    void this.revision;
    return this.made.notes.list;
  }

  /** Undefined until the file is read. */
  contentOf(path: RepoPath): FileContent | undefined {
    return this.tree.byPath(path)?.content;
  }

  /** How a file is shown in the document; undefined if it is not in it. */
  viewOf: FileViews['viewOf'] = (path) => this.views.viewOf(path);

  lookInto: FileViews['lookInto'] = (wanted) => this.views.lookInto(wanted);

  workDone: Engine['workDone'] = () => this.folderGroup.engine.workDone();

  readFile: Engine['readFile'] = (path) => this.folderGroup.engine.readFile(path);

  readLines: Engine['readLines'] = (source, from, to) => this.folderGroup.engine.readLines(source, from, to);

  /** Loads what was stored of the folder, and reads it once the window is `drawn`. */
  open(drawn = Promise.resolve()): Promise<void> {
    return this.#lifetime.open(drawn);
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
    this.made.sync.sectionsChanged();
  }

  /** Sets one option; its descriptor names the undo step. */
  set<Name extends OptionName>(name: Name, value: CompositionOptions[Name]): void {
    this.setOptions({ [name]: value }, stepName(name, value), mergeKey(name));
  }

  setOptions(options: Partial<CompositionOptions>, name: string, mergeKey?: string): void {
    this.composition.apply(chosenOptions(this.composition, options), name, mergeKey);
  }

  /** Ids of the files that match, best first; none if the workspace is being closed. */
  findFiles(query: string, limit: number): Promise<readonly number[]> {
    return this.reading.findFiles(query, limit);
  }

  /** Prepares the search for files by name. */
  prepareFindFiles(): void {
    this.reading.prepareFindFiles();
  }

  /** Lists the ignored folders that these files are in. */
  list = async (paths: readonly RepoPath[]): Promise<void> => {
    await this.view.listAbove(paths);
    this.changes.raise();
  };

  /** Resolves when the screen shows all changes so far. */
  shown(): Promise<void> {
    return this.folderGroup.pace.settled();
  }

  /** Yields to the page between two steps of long work. */
  pause(): Promise<void> {
    return this.folderGroup.pace.pause();
  }

  /** Resolves when the state is stored. */
  flush(): Promise<void> {
    return this.#lifetime.flush();
  }

  /** The state that `flush` would store. */
  unstored(): readonly Unstored[] {
    return this.#lifetime.unstored();
  }

  /** Resolves when the state is stored, or could not be. */
  dispose(): Promise<void> {
    return this.#lifetime.close();
  }
}
