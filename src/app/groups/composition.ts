import { Choices } from '../composition/choices';
import { Composition } from '../composition/composition.svelte';
import { GoneFiles } from '../composition/goneFiles.svelte';
import { RecentFiles } from '../composition/recentFiles';
import type { Lifetime } from '../lifetime';
import type { Notify } from '../notify';
import type { Clock } from '../ports/clock';
import type { Storage } from '../ports/storage';
import type { SettingsData } from '../storage/settings.svelte';
import { WorkspaceSaving } from '../storage/workspaceSaving';
import type { WorkspaceState } from '../storage/workspaceState';
import type { LikelyOrder } from '../tree/treeSorting.svelte';
import { CHANGED_FILES } from '../tree/treeFilter.svelte';
import { TreeView } from '../tree/treeView.svelte';
import type { FolderGroup } from './folder';

export interface CompositionGroupOptions {
  readonly clock: Clock;
  readonly notify: Notify;
  readonly storage: Storage;
  readonly settings: {
    readonly data: Pick<SettingsData, 'encoding' | 'keepSummaries' | 'userPatterns'>;
  };
  /** The workspace was stored for the first time, or again after the browser's data was cleared. */
  readonly onfirststored: () => Promise<void>;
  /** The stored state from an earlier visit. */
  readonly state: WorkspaceState | undefined;
}

/** The user's composition of the files of a folder, and the tree in which it is made. */
export class CompositionGroup {
  readonly composition: Composition;
  readonly choices: Choices;
  readonly gone: GoneFiles;
  readonly recent: RecentFiles;
  readonly saving: WorkspaceSaving;
  readonly view: TreeView;

  /** `likely` ranks the tree's files once it is sorted by likelihood. */
  constructor(
    folder: FolderGroup,
    options: CompositionGroupOptions,
    lifetime: Lifetime,
    likely: () => LikelyOrder,
  ) {
    const { engine, git, tree, reading } = folder;
    const { clock, settings, state } = options;
    const composition = (this.composition = new Composition(state?.composition, folder.items));
    composition.changed.subscribe(({ change: { items } }) => {
      // First, so that nothing is measured in an encoding that is out of date.
      void reading.setSourceEncodings(composition.sourceEncodings);
      if (items !== undefined && items.size > 0) tree.itemsChanged([...items.keys()]);
    });
    const choices = (this.choices = new Choices(composition, tree, engine));
    const gone = (this.gone = new GoneFiles({ ...folder, composition, choices, clock }, state?.held));
    this.recent = new RecentFiles(composition);
    this.saving = new WorkspaceSaving(
      { ...options, id: folder.id },
      { composition, gone, state, onfirst: options.onfirststored },
    );
    this.view = this.#createView(folder, options.notify, likely);
    reading.listed.subscribe(() => this.view.listed());
    git.changed.subscribe(() => this.view.listed());
    if (state !== undefined) this.recent.restore(state.view.recent);
    this.saving.keepView(this.view.changed, () => this.view.saved());
    this.saving.keepView(this.recent.changed, () => ({ recent: [...this.recent.list] }));
    lifetime.add({
      open: (drawn) => {
        const { encoding, keepSummaries, userPatterns } = settings.data;
        const { sourceEncodings } = composition;
        return reading.open({ encoding, keepSummaries, userPatterns, sourceEncodings, drawn });
      },
      flush: () => this.saving.flush(),
      unstored: () => this.saving.unstored(),
      close: () => {
        choices.close();
        return this.saving.close();
      },
    });
  }

  #createView(
    { changes, engine, git, reading, run, tree }: FolderGroup,
    notify: Notify,
    likely: () => LikelyOrder,
  ): TreeView {
    const { choices } = this;
    return new TreeView(tree, {
      ontick: (paths, ticked, name) => choices.tick(paths, ticked, name),
      ontell: (text) => notify({ kind: 'info', text }),
      onconfirmSensitive: (paths) => choices.tickSensitive(paths),
      onmode: (nodes, mode) => choices.setMode(nodes, mode),
      onmark: (nodes, mark, on) => choices.setMark(nodes, mark, on),
      onlist: async (path) => {
        await run.guarded(() => engine.listIgnored(path));
      },
      onfilter: async (query, limit) =>
        query === CHANGED_FILES
          ? git.changes.map(({ path }) => path)
          : tree.pathsOf(await reading.findFiles(query, limit)),
      onbeforefilter: () => {
        reading.prepareFindFiles();
      },
      revision: () => changes.revision,
      endedRuns: () => run.ended,
      likely,
    });
  }
}
