import * as v from 'valibot';
import { mentionedHashes } from '../../core/storage/mentionedHashes';
import type { Notify } from '../notify';
import type { Folders, KeptHandle, OpenedFolder } from '../ports/folders';
import type { FolderCaches, Storage } from '../ports/storage';
import type { Tabs } from '../ports/tabs';
import { leaveUnread, loadValue, readStored, refuseNewer, toStored } from './storedValue';
import { forgetWorkspaceState, stateOf } from './workspaceState';

/** The handle that opens a folder or an archive again; undefined if the browser has none. */
export function keptHandle(folder: OpenedFolder): KeptHandle | undefined {
  if (folder.kind !== 'handle' && folder.kind !== 'archive') return undefined;
  const { name, origin, handle } = folder;
  return handle && { name, origin, handle };
}

/** A folder that is no longer listed. */
interface Gone {
  readonly id: string;
  /** Content hashes of the texts that its state referred to. */
  readonly texts: ReadonlySet<string>;
}

const KEY = 'recents';
const KEPT = 12;

/** Folders from a restored backup that have not been opened in this browser yet. */
const AWAITING_KEY = 'awaiting';

const awaitedSchema = v.object({ id: v.string(), name: v.string() });

type Awaited = Readonly<v.InferOutput<typeof awaitedSchema>>;

const AWAITING = {
  label: 'the list of restored folders',
  schema: v.object({ list: v.array(awaitedSchema) }),
  upgrades: [],
};

const recentSchema = v.object({
  id: v.string(),
  name: v.string(),
  origin: v.picklist(['picked', 'dropped']),
  /** Milliseconds since the epoch. */
  openedAt: v.number(),
  /** The handle of a folder or an archive. */
  handle: v.custom<KeptHandle['handle']>(
    (value) =>
      typeof value === 'object' &&
      value !== null &&
      'kind' in value &&
      (value.kind === 'directory' || value.kind === 'file'),
  ),
});

export type Recent = Readonly<v.InferOutput<typeof recentSchema>>;

const RECENTS = {
  label: 'the list of recent folders',
  // Checked one by one, so that an unreadable folder does not affect the others.
  schema: v.object({ list: v.array(v.unknown()) }),
  upgrades: [],
};

export interface Remembered {
  /** Id of the folder's workspace. */
  readonly id: string;
  /** Call when the folder is closed in this tab. Until then no tab drops it from the list. */
  readonly leave: () => void;
}

interface Parts {
  readonly storage: Storage;
  readonly notify: Notify;
  readonly folders: Pick<Folders, 'isSame'>;
  readonly caches: FolderCaches;
  readonly tabs: Tabs;
}

/** Name of the lock for changing the list or finding a folder's workspace in it. */
const TURN = 'recents';

/** Recently opened folders, newest first, with the handles to open them again. */
export class Recents {
  #list = $state.raw<readonly Recent[]>([]);
  #awaiting = $state.raw<readonly Awaited[]>([]);
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  get list(): readonly Recent[] {
    return this.#list;
  }

  /** Folders known only by name, from a backup. Opening a folder with that name identifies it. */
  get awaiting(): readonly Awaited[] {
    return this.#awaiting;
  }

  async load(): Promise<void> {
    const { list = [] } = (await loadValue(this.#parts, KEY, RECENTS)) ?? {};
    this.#list = readableOf(list);
    if (this.#list.length < list.length) {
      await leaveUnread(this.#parts, [KEY, list], {
        label: RECENTS.label,
        read: { kind: 'unreadable', reason: 'a folder in it is invalid' },
        rest: (stored) => toStored(RECENTS, { list: [...readRecents(stored)] }),
      });
    }
    this.#awaiting = (await loadValue(this.#parts, AWAITING_KEY, AWAITING))?.list ?? [];
  }

  /** Runs a task while no other tab changes the list or assigns workspaces to folders. */
  inTurn(task: () => Promise<void>): Promise<void> {
    return this.#parts.tabs.alone(TURN, async () => {
      await this.load();
      await task();
      await this.load();
    });
  }

  /** The change that assigns these workspaces to the next folders opened with their names. */
  toAwait(folders: readonly Awaited[]): readonly [key: string, change: (stored: unknown) => unknown] {
    const others = new Map(folders.map((folder) => [folder.id, folder]));
    for (const { id } of this.#list) others.delete(id);
    return [
      AWAITING_KEY,
      (stored) => {
        const before = readAwaiting(stored).filter(({ id }) => !others.has(id));
        return toStored(AWAITING, { list: [...others.values(), ...before] });
      },
    ];
  }

  /** Moves a folder to the top and returns its workspace: the existing one if the folder was opened before. */
  async remember(folder: KeptHandle, now: number): Promise<Remembered> {
    const { tabs } = this.#parts;
    const { gone, ...remembered } = await tabs.alone(TURN, async () => {
      await this.load(); // Another tab may have opened the same folder since.
      const known = await this.#find(folder.handle);
      const awaited = known === undefined ? this.#awaited(folder.name) : undefined;
      const entry: Recent = {
        id: known?.id ?? awaited?.id ?? crypto.randomUUID(),
        name: folder.name,
        origin: folder.origin,
        openedAt: now,
        handle: folder.handle,
      };
      const open = await tabs.held();
      const gone = await this.#change((list) =>
        [entry, ...list.filter(({ id }) => id !== entry.id)].filter(
          ({ id }, at) => at < KEPT || open.has(id),
        ),
      );
      if (awaited !== undefined) await this.#arrived(awaited);
      return { id: entry.id, leave: await tabs.hold(entry.id), gone };
    });
    void this.#forgetCaches(gone).catch(() => undefined); // Caches are also removed when space runs out.
    return remembered;
  }

  /** Lists an open folder again if the browser's data was cleared, so that its workspace can be found later. */
  keep(id: string, folder: KeptHandle, now: number): Promise<void> {
    return this.#parts.tabs.alone(TURN, async () => {
      await this.load();
      if ((await this.#find(folder.handle)) !== undefined) return;
      const { name, origin, handle } = folder;
      await this.#change((list) => [{ id, name, origin, openedAt: now, handle }, ...list]);
    });
  }

  /** Returns false and keeps the folder if a tab has it open. */
  async forget(id: string): Promise<boolean> {
    const { tabs } = this.#parts;
    const gone = await tabs.alone(TURN, async () =>
      (await tabs.held()).has(id)
        ? undefined
        : this.#change((list) => list.filter((recent) => recent.id !== id)),
    );
    if (gone !== undefined) await this.#forgetCaches(gone);
    return gone !== undefined;
  }

  async #find(handle: KeptHandle['handle']): Promise<Recent | undefined> {
    for (const recent of this.#list) {
      if (await this.#parts.folders.isSame(recent.handle, handle)) return recent;
    }
    return undefined;
  }

  #awaited(name: string): Awaited | undefined {
    return this.#awaiting.find(
      (folder) => folder.name === name && !this.#list.some(({ id }) => id === folder.id),
    );
  }

  async #arrived(awaited: Awaited): Promise<void> {
    await this.#parts.storage.update(AWAITING_KEY, (stored) => {
      const list = readAwaiting(stored).filter(({ id }) => id !== awaited.id);
      this.#awaiting = list;
      return toStored(AWAITING, { list });
    });
  }

  /**
   * Changes the list and removes the state of dropped folders, which is unreachable then. Returns the dropped folders. Rejects
   * with `NewerValue` if a newer release has stored the list.
   */
  async #change(change: (list: readonly Recent[]) => readonly Recent[]): Promise<readonly Gone[]> {
    const { storage } = this.#parts;
    let gone: readonly Recent[] = [];
    await storage.update(KEY, (stored) => {
      const before = readRecents(stored);
      const after = change(before);
      gone = before.filter(({ id }) => !after.some((kept) => kept.id === id));
      return toStored(RECENTS, { list: [...after] });
    });
    this.#list = change(this.#list);
    return Promise.all(
      gone.map(async ({ id }) => {
        const texts = mentionedHashes(await stateOf(storage, id));
        await forgetWorkspaceState(storage, id);
        return { id, texts };
      }),
    );
  }

  /** Call outside the lock, so that other tabs do not wait for databases that may never respond. */
  async #forgetCaches(gone: readonly Gone[]): Promise<void> {
    if (gone.length === 0) return;
    const { caches, storage } = this.#parts;
    await Promise.all(gone.map(({ id }) => caches.forget(id)));
    // Other folders and presets may refer to the same texts.
    const kept = mentionedHashes(await storage.entries(''));
    const own = gone.flatMap(({ texts }) => [...texts]);
    await caches.dropTexts(new Set(own.filter((hash) => !kept.has(hash))));
  }
}

function readRecents(stored: unknown): readonly Recent[] {
  refuseNewer(stored, RECENTS);
  const read = readStored(stored, RECENTS);
  return read.kind === 'found' ? readableOf(read.value.list) : [];
}

function readableOf(list: readonly unknown[]): readonly Recent[] {
  return list.flatMap((entry) => {
    const checked = v.safeParse(recentSchema, entry);
    return checked.success ? [checked.output] : [];
  });
}

function readAwaiting(stored: unknown): Awaited[] {
  refuseNewer(stored, AWAITING);
  const read = readStored(stored, AWAITING);
  return read.kind === 'found' ? read.value.list : [];
}
