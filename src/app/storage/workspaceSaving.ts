import type { Composition, CompositionChange } from '../composition/composition.svelte';
import type { StoredHeld } from '../composition/goneFiles';
import { KeptComposition } from './keptComposition';
import type { Notify } from '../notify';
import type { Clock, Storage } from '../ports';
import { Saving } from './saving';
import { heldKey, viewKey, type StoredView } from './workspaceState';

interface Stores {
  readonly id: string;
  readonly storage: Storage;
  readonly clock: Clock;
  readonly notify: Notify;
}

interface Saved {
  /** Of the composition that was there. */
  readonly revision: number | undefined;
  composition(): Composition;
  view(): StoredView;
  held(): StoredHeld;
  /** Takes over what another tab has changed. */
  adopt(change: CompositionChange): void;
  /** Nothing was stored of it before, or not any more. Resolves when it can be found again. */
  onfirst(): Promise<void>;
}

/** Stores what is composed, how the tree stands and what gone files held, each for itself: a scroll stores no 100,000 paths. */
export class WorkspaceSaving {
  readonly #kept: KeptComposition;
  readonly #composition: Saving;
  readonly #view: Saving;
  readonly #held: Saving;
  readonly #viewKey: string;
  readonly #savedView: () => StoredView;
  #isClosed = false;

  constructor({ id, storage, clock, notify }: Stores, saved: Saved) {
    const failed = (reason: string) => {
      notify({
        kind: 'error',
        text: `The state of this workspace could not be saved: ${reason}`,
        details: ['Your work is kept in this tab. Strata tries to save again after the next change.'],
        offer: 'export',
      });
    };
    this.#kept = new KeptComposition({ id, storage, ...saved });
    this.#composition = new Saving(
      clock,
      async () => {
        if (!(await this.#kept.save())) await saved.onfirst();
      },
      failed,
    );
    this.#viewKey = viewKey(id);
    this.#savedView = () => saved.view();
    this.#view = new Saving(clock, () => storage.set(this.#viewKey, saved.view()), failed);
    this.#held = new Saving(clock, () => storage.set(heldKey(id), saved.held()), failed);
  }

  compositionChanged(change: CompositionChange): void {
    if (this.#isClosed) return;
    this.#kept.changed(change);
    this.#composition.changed();
  }

  viewChanged(): void {
    if (!this.#isClosed) this.#view.changed();
  }

  heldChanged(): void {
    if (!this.#isClosed) this.#held.changed();
  }

  /** Resolves when everything changed so far is stored, or has failed to be. */
  async flush(): Promise<void> {
    await Promise.all([this.#composition.flush(), this.#view.flush(), this.#held.flush()]);
  }

  /** What is composed and how the tree stands, as they would be stored. */
  unstored(): readonly (readonly [key: string, value: unknown])[] {
    return [this.#kept.entry(), [this.#viewKey, this.#savedView()]];
  }

  /** Stores what is left to store, and nothing after that: what is there belongs to another workspace then. */
  close(): Promise<void> {
    this.#isClosed = true;
    this.#kept.close();
    return this.flush();
  }
}
