export interface Folders {
  /** Whether the browser can open live folders. If not, only a snapshot by file input is possible. */
  readonly canPick: boolean;
  pick(): Promise<Picked<OpenedFolder>>;
  /** Works in the same browsers as `pick`. */
  pickArchive(): Promise<Picked<OpenedFolder>>;
  /** Call synchronously inside the drop handler. */
  fromDrop(transfer: DataTransfer): Promise<Picked<OpenedFolder>>;
  fromInput(files: FileList): Picked<OpenedFolder>;
  fromArchiveInput(file: File): OpenedFolder;
  /** Needs the permission to read. */
  fromHandle(kept: KeptHandle): Promise<Picked<OpenedFolder>>;
  sample(): Promise<Picked<OpenedFolder>>;
  permission(handle: KeptHandle['handle']): Promise<Permission>;
  /** Needs a user gesture. */
  requestPermission(handle: KeptHandle['handle']): Promise<Permission>;
  isSame(one: KeptHandle['handle'], other: KeptHandle['handle']): Promise<boolean>;
}

/** A folder the user has opened. */
export type OpenedFolder =
  | {
      readonly kind: 'handle';
      readonly name: string;
      readonly handle: FileSystemDirectoryHandle;
      readonly origin: 'picked' | 'dropped';
    }
  | { readonly kind: 'snapshot'; readonly name: string; readonly files: FileList }
  | OpenedArchive
  | {
      readonly kind: 'memory';
      readonly name: string;
      readonly files: readonly { path: string; text: string }[];
      readonly ready: ReadyComposition;
    };

/** A ZIP or TAR file that is opened like a folder, read-only. */
export interface OpenedArchive {
  readonly kind: 'archive';
  readonly name: string;
  readonly file: File;
  /** To open it again later, in browsers that can. */
  readonly handle?: FileSystemFileHandle;
  readonly origin: 'picked' | 'dropped';
}

/** A handle of a folder or an archive from an earlier visit. */
export interface KeptHandle {
  readonly name: string;
  readonly origin: 'picked' | 'dropped';
  readonly handle: FileSystemDirectoryHandle | FileSystemFileHandle;
}

/** The initial composition of a folder that is opened for the first time. */
export interface ReadyComposition {
  /** Items in exchange form: a path, or an object with `path` and `view_mode`. */
  readonly files: readonly unknown[];
  readonly expanded: readonly string[];
  readonly instructions: string;
  readonly task: string;
  readonly fileTree: 'off' | 'selected' | 'all';
}

export type Picked<T> =
  | { readonly kind: 'picked'; readonly value: T }
  | { readonly kind: 'canceled' }
  | { readonly kind: 'refused'; readonly reason: string };

export type Permission = 'granted' | 'prompt' | 'denied';
