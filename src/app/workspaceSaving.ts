import type { Composition } from './composition.svelte';
import type { Notify } from './notify';
import type { Clock, Storage } from './ports';
import { Saving } from './saving';
import { compositionKey, compositionToStore, viewKey } from './workspaceState';
import type { SavedView } from './tree/savedView';

interface Stores {
  readonly id: string;
  readonly storage: Storage;
  readonly clock: Clock;
  readonly notify: Notify;
}

/** Stores what is composed and how the tree stands, each for itself: a scroll stores no 100,000 paths. */
export class WorkspaceSaving {
  readonly #composition: Saving;
  readonly #view: Saving;
  #isClosed = false;

  constructor({ id, storage, clock, notify }: Stores, composition: () => Composition, view: () => SavedView) {
    const failed = (reason: string) => {
      notify({ kind: 'error', text: `The state of this workspace could not be saved: ${reason}` });
    };
    const saveComposition = () => storage.set(compositionKey(id), compositionToStore(composition()));
    this.#composition = new Saving(clock, saveComposition, failed);
    this.#view = new Saving(clock, () => storage.set(viewKey(id), view()), failed);
  }

  compositionChanged(): void {
    if (!this.#isClosed) this.#composition.changed();
  }

  viewChanged(): void {
    if (!this.#isClosed) this.#view.changed();
  }

  /** Resolves when everything changed so far is stored, or has failed to be. */
  async flush(): Promise<void> {
    await Promise.all([this.#composition.flush(), this.#view.flush()]);
  }

  /** Stores what is left to store, and nothing after that: what is there belongs to another workspace then. */
  close(): void {
    this.#isClosed = true;
    void this.flush();
  }
}
