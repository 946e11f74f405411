/** A small key-value store. Values are structured-cloneable; readers must validate them. */
export interface Storage {
  get(key: string): Promise<unknown>;
  /** Reads, changes and writes in one transaction, so that tabs cannot lose updates. Rejects if `change` throws. */
  update(key: string, change: (value: unknown) => unknown): Promise<void>;
  /**
   * The same for many values by key: either all change or none. A value that `change` returns unchanged is not written;
   * undefined removes it.
   */
  updateAll(changes: ReadonlyMap<string, (value: unknown) => unknown>): Promise<void>;
  remove(key: string): Promise<void>;
  /** All values whose key begins with `prefix`, ascending by key. */
  entries(prefix: string): Promise<readonly (readonly [key: string, value: unknown])[]>;
  /** Reports the keys that another tab wrote or removed, once per transaction. Returns a function to stop. */
  watch(onchange: (keys: readonly string[]) => void): () => void;
  /** False if values are lost when this tab closes. */
  readonly durable: Promise<boolean>;
  /** Whether the browser keeps the values even if it runs out of space. */
  isPersisted(): Promise<boolean>;
  /** Asks the browser to do so. Call inside a click. Resolves to the browser's answer. */
  persist(): Promise<boolean>;
}

/** Blobs that the texts of a workspace refer to, by the SHA-256 of their bytes. */
export interface AttachmentStore {
  /** Resolves to the hash. Rejects if there is no room, with a reason for the user. */
  put(workspaceId: string, blob: Blob): Promise<string>;
  /** All blobs of a workspace by hash. Never rejects. */
  all(workspaceId: string): Promise<ReadonlyMap<string, Blob>>;
  /** Removes the blobs with other hashes. */
  keep(workspaceId: string, hashes: ReadonlySet<string>): Promise<void>;
  /** Bytes of all workspaces, and how many there may be. */
  room(): Promise<{ readonly used: number; readonly limit: number }>;
}

/** The workers' caches of folders. */
export interface FolderCaches {
  /** Removes the caches of a folder, except summaries by a model. Never rejects. */
  forget(workspaceId: string): Promise<void>;
  /** Removes the texts with these content hashes, which folders share. Never rejects. */
  dropTexts(hashes: ReadonlySet<string>): Promise<void>;
}
