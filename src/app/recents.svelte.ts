import * as v from 'valibot';
import type { Folders, OpenedFolder, Storage } from './ports';
import { forgetWorkspaceState } from './workspaceState';

const KEY = 'recents';
const KEPT = 12;

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
  readonly #storage: Storage;
  readonly #folders: Pick<Folders, 'isSame'>;

  constructor(storage: Storage, folders: Pick<Folders, 'isSame'>) {
    this.#storage = storage;
    this.#folders = folders;
  }

  get list(): readonly Recent[] {
    return this.#list;
  }

  async load(): Promise<void> {
    this.#list = readRecents(await this.#storage.get(KEY));
  }

  /** Puts a folder on top and gives the id of its workspace: the old one when the same folder was open before. */
  async remember(folder: Extract<OpenedFolder, { kind: 'handle' }>, now: number): Promise<string> {
    await this.load(); // Another tab may have opened the same folder since.
    const known = await this.#find(folder.handle);
    const entry: Recent = {
      id: known?.id ?? crypto.randomUUID(),
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

  /** What leaves the list takes along what was composed there: nothing leads to it any more. */
  async #change(change: (list: readonly Recent[]) => readonly Recent[]): Promise<void> {
    this.#list = change(this.#list);
    let gone: readonly Recent[] = [];
    await this.#storage.update(KEY, (stored) => {
      const before = readRecents(stored);
      const after = change(before);
      gone = before.filter(({ id }) => !after.some((kept) => kept.id === id));
      return after;
    });
    await Promise.all(gone.map(({ id }) => forgetWorkspaceState(this.#storage, id)));
  }
}

function readRecents(stored: unknown): readonly Recent[] {
  if (!Array.isArray(stored)) return [];
  return stored.flatMap((entry) => {
    const checked = v.safeParse(recentSchema, entry);
    return checked.success ? [checked.output] : [];
  });
}
