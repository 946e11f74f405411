import { serial } from '../../core/async/serial';
import type { RepoPath } from '../../core/files/repoPath';
import { isSameItem, type FileItem } from '../../core/items/fileItem';
import { joined, type Composition, type CompositionChange } from '../composition/composition.svelte';
import { changedOptions } from '../../core/settings/compositionOptions';
import type { Storage } from '../ports/storage';
import {
  compositionFromStore,
  compositionKey,
  compositionToStore,
  readToStore,
  revisionInStore,
  type ReadComposition,
  type StoredComposition,
} from './workspaceState';

interface Parts {
  readonly id: string;
  readonly storage: Storage;
  /** Revision of the stored composition when the workspace was opened. */
  readonly revision: number | undefined;
  readonly composition: Composition;
}

/**
 * Stores the composition of a workspace. Several tabs may have the workspace open: each merges its changes into the stored
 * composition, item by item and option by option, and adopts the changes of the others.
 */
export class KeptComposition {
  readonly #parts: Parts;
  readonly #stopWatching: () => void;
  #revision: number | undefined;
  /** Changes in this tab since the last save, oldest first. */
  #unsaved: readonly CompositionChange[] = [];
  /** Serializes reads and writes, so that a read never returns a state older than the last write. */
  readonly #inTurn = serial();
  #isClosed = false;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#revision = parts.revision;
    const key = compositionKey(parts.id);
    this.#stopWatching = parts.storage.watch((written) => {
      if (written.includes(key)) void this.#inTurn(() => this.#take()).catch(() => undefined); // The next save reports the error.
    });
  }

  changed(change: CompositionChange): void {
    this.#unsaved = [...this.#unsaved, change];
  }

  /** Resolves to whether the composition was stored before. */
  save(): Promise<boolean> {
    return this.#inTurn(() => this.#save());
  }

  /** The entry that a save would write now. */
  entry(): readonly [key: string, value: StoredComposition] {
    return [compositionKey(this.#parts.id), compositionToStore(this.#parts.composition, this.#revision ?? 0)];
  }

  /** Stops following other tabs. */
  close(): void {
    this.#isClosed = true;
    this.#stopWatching();
  }

  async #save(): Promise<boolean> {
    const { id, storage } = this.#parts;
    const unsaved = this.#unsaved;
    this.#unsaved = [];
    let merged: ReadComposition | undefined;
    let revision = this.#revision;
    let wasStored = false;
    try {
      await storage.update(compositionKey(id), (stored) => {
        wasStored = stored !== undefined;
        const found = revisionInStore(stored);
        revision = (found ?? 0) + 1;
        // Reading 100,000 items takes long, so only read the value if another tab has written it.
        const theirs = found === this.#revision ? undefined : compositionFromStore(stored);
        merged = theirs && withUnsaved(theirs, joined(unsaved), revision);
        return merged === undefined
          ? compositionToStore(this.#parts.composition, revision)
          : readToStore(merged);
      });
    } catch (error) {
      this.#unsaved = [joined([...unsaved, ...this.#unsaved])];
      throw error;
    }
    // Adopt now and not when notified: a save in between would drop the other tab's changes.
    if (merged !== undefined) this.#adopt(merged);
    else this.#revision = revision;
    return wasStored;
  }

  async #take(): Promise<void> {
    const theirs = compositionFromStore(await this.#parts.storage.get(compositionKey(this.#parts.id)));
    if (theirs !== undefined) this.#adopt(theirs);
  }

  /** Does nothing once closed; the last save still merges. */
  #adopt(theirs: ReadComposition): void {
    if (this.#isClosed) return;
    this.#revision = theirs.revision;
    const change = difference(this.#parts.composition, theirs, joined(this.#unsaved));
    if (change !== undefined) this.#parts.composition.restore(change);
  }
}

/** Another tab's stored composition with this tab's unsaved changes on top. */
function withUnsaved(
  theirs: ReadComposition,
  unsaved: Required<CompositionChange>,
  revision: number,
): ReadComposition {
  const items = new Map(theirs.items);
  for (const [path, item] of unsaved.items) {
    if (item === undefined) items.delete(path);
    else items.set(path, item);
  }
  return { items, options: { ...theirs.options, ...unsaved.options }, revision };
}

/** The change that turns this composition into `theirs`, except for unsaved parts. Undefined if there is none. */
function difference(
  here: Composition,
  theirs: ReadComposition,
  unsaved: Required<CompositionChange>,
): CompositionChange | undefined {
  const items = new Map<RepoPath, FileItem | undefined>();
  for (const [path, item] of theirs.items) {
    const own = here.item(path);
    const isSame = own !== undefined && isSameItem(own, item);
    if (!isSame && !unsaved.items.has(path)) items.set(path, item);
  }
  for (const path of here.paths) {
    if (!unsaved.items.has(path) && !theirs.items.has(path)) items.set(path, undefined);
  }
  const others = changedOptions(here.options, theirs.options).filter((name) => !(name in unsaved.options));
  if (items.size === 0 && others.length === 0) return undefined;
  return {
    items,
    ...(others.length > 0 && {
      options: Object.fromEntries(others.map((key) => [key, theirs.options[key]])),
    }),
  };
}
