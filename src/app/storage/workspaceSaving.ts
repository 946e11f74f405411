import type { Composition, CompositionChange } from '../composition/composition.svelte';
import type { GoneFiles } from '../composition/goneFiles.svelte';
import type { Signal } from '../../core/async/signal';
import { KeptComposition } from './keptComposition';
import type { Notify } from '../notify';
import type { Clock } from '../ports/clock';
import type { Storage } from '../ports/storage';
import { Saving } from './saving';
import { saveValue, toStored } from './storedValue';
import { HELD, heldKey, VIEW, viewKey, type StoredView, type WorkspaceState } from './workspaceState';

interface Stores {
  readonly id: string;
  readonly storage: Storage;
  readonly clock: Clock;
  readonly notify: Notify;
}

interface Saved {
  readonly composition: Composition;
  readonly gone: Pick<GoneFiles, 'heldChanged' | 'toStore'>;
  /** The stored state of an earlier visit. */
  readonly state: Pick<WorkspaceState, 'revision' | 'view'> | undefined;
  /** Called after the first save, or after stored data was cleared. Resolves once the workspace can be found again. */
  readonly onfirst: () => Promise<void>;
}

/** Stores composition, tree state and contents of gone files separately, so that scrolling does not store 100,000 paths. */
export class WorkspaceSaving {
  readonly #kept: KeptComposition;
  readonly #composition: Saving;
  readonly #viewSaving: Saving;
  readonly #held: Saving;
  readonly #viewKey: string;
  readonly #storedView: StoredView | undefined;
  readonly #viewParts: (() => Partial<StoredView>)[] = [];
  #isClosed = false;

  constructor({ id, storage, clock, notify }: Stores, { composition, gone, state, onfirst }: Saved) {
    const failed = (reason: string) => {
      notify({
        kind: 'error',
        text: `Couldn't save your selection and settings: ${reason}`,
        details: ['Your work is kept in this tab. Strata tries to save again after the next change.'],
        offer: 'export',
      });
    };
    this.#kept = new KeptComposition({ id, storage, composition, revision: state?.revision });
    this.#composition = new Saving(
      clock,
      async () => {
        if (!(await this.#kept.save())) await onfirst();
      },
      failed,
    );
    this.#viewKey = viewKey(id);
    this.#storedView = state?.view;
    const failedFor = (label: string) => (reason: string) => {
      notify({ kind: 'warning', text: `Couldn't save ${label}: ${reason}` });
    };
    this.#viewSaving = new Saving(
      clock,
      () => saveValue(storage, [this.#viewKey, VIEW], this.#view()),
      failedFor(VIEW.label),
    );
    this.#held = new Saving(
      clock,
      () => saveValue(storage, [heldKey(id), HELD], { list: gone.toStore() }),
      failedFor(HELD.label),
    );
    composition.changed.subscribe(({ change, isOurs }) => {
      if (isOurs) this.compositionChanged(change);
    });
    gone.heldChanged.subscribe(() => {
      if (!this.#isClosed) this.#held.changed();
    });
  }

  /** Stores `part` with the view of the folder whenever it has changed. */
  keepView(changed: Signal, part: () => Partial<StoredView>): void {
    this.#viewParts.push(part);
    changed.subscribe(() => {
      if (!this.#isClosed) this.#viewSaving.changed();
    });
  }

  compositionChanged(change: CompositionChange): void {
    if (this.#isClosed) return;
    this.#kept.changed(change);
    this.#composition.changed();
  }

  /** Resolves when all changes so far are stored or have failed. */
  async flush(): Promise<void> {
    await Promise.all([this.#composition.flush(), this.#viewSaving.flush(), this.#held.flush()]);
  }

  /** The composition and the tree state as they would be stored. */
  unstored(): readonly (readonly [key: string, value: unknown])[] {
    return [this.#kept.entry(), [this.#viewKey, toStored(VIEW, this.#view())]];
  }

  /** Saves pending changes and then nothing more, because the composition belongs to another workspace from then on. */
  close(): Promise<void> {
    this.#isClosed = true;
    this.#kept.close();
    return this.flush();
  }

  /** Keeps stored fields that no part has loaded. */
  #view(): StoredView {
    return Object.assign({}, this.#storedView, ...this.#viewParts.map((part) => part()));
  }
}
