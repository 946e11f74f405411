import * as v from 'valibot';
import type { FolderCaches, Folders, OpenedFolder, Storage } from '../ports';
import { forgetWorkspaceState } from './workspaceState';

const KEY = 'recents';
const KEPT = 12;

/** Folders that were composed in elsewhere, and have not been opened in this browser yet. */
const AWAITING_KEY = 'awaiting';

const awaitingSchema = v.array(v.object({ id: v.string(), name: v.string() }));

type Awaited = Readonly<v.InferOutput<typeof awaitingSchema>[number]>;

const recentSchema = v.object({
  id: v.string(),
  name: v.string(),
  origin: v.picklist(['picked', 'dropped']),
  /** Milliseconds since the epoch. */
  openedAt: v.number(),
  handle: v.custom<FileSystemDirectoryHandle>(
    (value) => typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'directory',
  ),
});

export type Recent = Readonly<v.InferOutput<typeof recentSchema>>;

/** Folders opened before, newest first, with the handles that open them again. */
export class Recents {
  #list = $state.raw<readonly Recent[]>([]);
  #awaiting = $state.raw<readonly Awaited[]>([]);
  readonly #storage: Storage;
  readonly #folders: Pick<Folders, 'isSame'>;
  readonly #caches: FolderCaches;

  constructor(storage: Storage, folders: Pick<Folders, 'isSame'>, caches: FolderCaches) {
    this.#storage = storage;
    this.#folders = folders;
    this.#caches = caches;
  }

  get list(): readonly Recent[] {
    return this.#list;
  }

  /** Known from a file: which folder of that name it is, only opening it can tell. */
  get awaiting(): readonly Awaited[] {
    return this.#awaiting;
  }

  async load(): Promise<void> {
    this.#list = readRecents(await this.#storage.get(KEY));
    this.#awaiting = readAwaiting(await this.#storage.get(AWAITING_KEY));
  }

  /** The next folder opened under one of these names is that workspace. */
  async await(folders: readonly Awaited[]): Promise<void> {
    const others = new Map(folders.map((folder) => [folder.id, folder]));
    for (const { id } of this.#list) others.delete(id);
    await this.#changeAwaiting((awaiting) => [
      ...others.values(),
      ...awaiting.filter(({ id }) => !others.has(id)),
    ]);
  }

  /** Puts a folder on top and gives the id of its workspace: the old one when the same folder was open before. */
  async remember(folder: Extract<OpenedFolder, { kind: 'handle' }>, now: number): Promise<string> {
    await this.load(); // Another tab may have opened the same folder since.
    const known = await this.#find(folder.handle);
    const entry: Recent = {
      id: known?.id ?? (await this.#arrived(folder.name)) ?? crypto.randomUUID(),
      name: folder.name,
      origin: folder.origin,
      openedAt: now,
      handle: folder.handle,
    };
    await this.#change((list) => [entry, ...list.filter((other) => other.id !== entry.id)].slice(0, KEPT));
    return entry.id;
  }

  async forget(id: string): Promise<void> {
    await this.#change((list) => list.filter((recent) => recent.id !== id));
  }

  async #find(handle: FileSystemDirectoryHandle): Promise<Recent | undefined> {
    for (const recent of this.#list) {
      if (await this.#folders.isSame(recent.handle, handle)) return recent;
    }
    return undefined;
  }

  async #arrived(name: string): Promise<string | undefined> {
    const awaited = this.#awaiting.find((folder) => folder.name === name);
    if (awaited !== undefined)
      await this.#changeAwaiting((awaiting) => awaiting.filter(({ id }) => id !== awaited.id));
    return awaited?.id;
  }

  async #changeAwaiting(change: (awaiting: readonly Awaited[]) => readonly Awaited[]): Promise<void> {
    await this.#storage.update(AWAITING_KEY, (stored) => {
      this.#awaiting = change(readAwaiting(stored));
      return this.#awaiting;
    });
  }

  /** What leaves the list takes along what was composed and is kept of it: nothing leads to it any more. */
  async #change(change: (list: readonly Recent[]) => readonly Recent[]): Promise<void> {
    this.#list = change(this.#list);
    let gone: readonly Recent[] = [];
    await this.#storage.update(KEY, (stored) => {
      const before = readRecents(stored);
      const after = change(before);
      gone = before.filter(({ id }) => !after.some((kept) => kept.id === id));
      return after;
    });
    await Promise.all(
      gone.flatMap(({ id }) => [forgetWorkspaceState(this.#storage, id), this.#caches.forget(id)]),
    );
  }
}

function readRecents(stored: unknown): readonly Recent[] {
  if (!Array.isArray(stored)) return [];
  return stored.flatMap((entry) => {
    const checked = v.safeParse(recentSchema, entry);
    return checked.success ? [checked.output] : [];
  });
}

function readAwaiting(stored: unknown): readonly Awaited[] {
  const checked = v.safeParse(awaitingSchema, stored);
  return checked.success ? checked.output : [];
}
