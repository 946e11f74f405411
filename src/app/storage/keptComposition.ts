import { serial } from '../../core/async/serial';
import type { RepoPath } from '../../core/files/repoPath';
import { isSameItem, type FileItem } from '../../core/items/fileItem';
import { joined, type Composition, type CompositionChange } from '../composition/composition.svelte';
import { changedOptions } from '../../core/settings/compositionOptions';
import type { Storage } from '../ports';
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
  /** Of what was there when the workspace was opened. */
  readonly revision: number | undefined;
  composition(): Composition;
  /** Takes over what another tab has changed. */
  adopt(change: CompositionChange): void;
}

/**
 * What is composed in a workspace, as it is stored. Several tabs may have the same workspace open: what each of them has
 * changed goes into what is there, item by item and option by option, and the others take it over.
 */
export class KeptComposition {
  readonly #parts: Parts;
  readonly #stopWatching: () => void;
  #revision: number | undefined;
  /** What was changed here since the last save, the oldest first. */
  #unsaved: readonly CompositionChange[] = [];
  /** What is read must not be older than what was written before. */
  readonly #inTurn = serial();
  #isClosed = false;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#revision = parts.revision;
    const key = compositionKey(parts.id);
    this.#stopWatching = parts.storage.watch((written) => {
      if (written.includes(key)) void this.#inTurn(() => this.#take()).catch(() => undefined); // The next save tells.
    });
  }

  changed(change: CompositionChange): void {
    this.#unsaved = [...this.#unsaved, change];
  }

  /** Resolves to whether anything of it was stored before. */
  save(): Promise<boolean> {
    return this.#inTurn(() => this.#save());
  }

  /** What would be stored now. */
  entry(): readonly [key: string, value: StoredComposition] {
    return [
      compositionKey(this.#parts.id),
      compositionToStore(this.#parts.composition(), this.#revision ?? 0),
    ];
  }

  /** From here on what other tabs do concerns nobody. */
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
        // Only what another tab has written is read: that takes long where there are 100,000 items.
        const theirs = found === this.#revision ? undefined : compositionFromStore(stored);
        merged = theirs && withUnsaved(theirs, joined(unsaved), revision);
        return merged === undefined
          ? compositionToStore(this.#parts.composition(), revision)
          : readToStore(merged);
      });
    } catch (error) {
      this.#unsaved = [joined([...unsaved, ...this.#unsaved])];
      throw error;
    }
    // At once, not when the other tab tells: until then the next save would take what is here for all there is.
    if (merged !== undefined) this.#adopt(merged);
    else this.#revision = revision;
    return wasStored;
  }

  async #take(): Promise<void> {
    const theirs = compositionFromStore(await this.#parts.storage.get(compositionKey(this.#parts.id)));
    if (theirs !== undefined) this.#adopt(theirs);
  }

  /** Once closed nothing is taken over, and the last save merges what is there. */
  #adopt(theirs: ReadComposition): void {
    if (this.#isClosed) return;
    this.#revision = theirs.revision;
    const change = difference(this.#parts.composition(), theirs, joined(this.#unsaved));
    if (change !== undefined) this.#parts.adopt(change);
  }
}

/** What another tab has stored, with what was changed here. */
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

/** What makes this composition the other one, but for what is not saved yet; undefined where nothing does. */
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
