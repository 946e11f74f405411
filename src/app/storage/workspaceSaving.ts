import type { Composition, CompositionChange } from '../composition/composition.svelte';
import type { StoredHeld } from '../composition/heldContents';
import { KeptComposition } from './keptComposition';
import type { Notify } from '../notify';
import type { Clock, Storage } from '../ports';
import { Saving } from './saving';
import { saveValue, toStored } from './storedValue';
import { HELD, heldKey, VIEW, viewKey, type StoredView } from './workspaceState';

interface Stores {
  readonly id: string;
  readonly storage: Storage;
  readonly clock: Clock;
  readonly notify: Notify;
}

interface Saved {
  /** Revision of the stored composition. */
  readonly revision: number | undefined;
  composition(): Composition;
  view(): StoredView;
  held(): StoredHeld;
  /** Applies another tab's changes. */
  adopt(change: CompositionChange): void;
  /** Called after the first save, or after stored data was cleared. Resolves once the workspace can be found again. */
  onfirst(): Promise<void>;
}

/** Stores composition, tree state and contents of gone files separately, so that scrolling does not store 100,000 paths. */
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
        text: `Couldn't save your selection and settings: ${reason}`,
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
    const failedFor = (label: string) => (reason: string) => {
      notify({ kind: 'warning', text: `Couldn't save ${label}: ${reason}` });
    };
    this.#view = new Saving(
      clock,
      () => saveValue(storage, [viewKey(id), VIEW], saved.view()),
      failedFor(VIEW.label),
    );
    this.#held = new Saving(
      clock,
      () => saveValue(storage, [heldKey(id), HELD], { list: saved.held() }),
      failedFor(HELD.label),
    );
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

  /** Resolves when all changes so far are stored or have failed. */
  async flush(): Promise<void> {
    await Promise.all([this.#composition.flush(), this.#view.flush(), this.#held.flush()]);
  }

  /** The composition and the tree state as they would be stored. */
  unstored(): readonly (readonly [key: string, value: unknown])[] {
    return [this.#kept.entry(), [this.#viewKey, toStored(VIEW, this.#savedView())]];
  }

  /** Saves pending changes and then nothing more, because the composition belongs to another workspace from then on. */
  close(): Promise<void> {
    this.#isClosed = true;
    this.#kept.close();
    return this.flush();
  }
}
