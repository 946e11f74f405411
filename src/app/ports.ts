/** What the app needs from outside. The platform folder holds the real ones; tests pass their own. */
import type { TokenEncoding } from '../core/tokens/encoding';
import type { ModelMessage } from '../core/summaries/prompt';
import type { EngineApi, RunFault } from '../../workers/engine/contract';

export type {
  AssembledDocument,
  BlockLines,
  CacheHits,
  EngineEvent,
  FileSymbols,
  FolderSource,
  IgnoreProblem,
  IndexedFile,
  KeptSummary,
  MeasuredViews,
  OpenOptions,
  ScannedEntry,
  SearchMatch,
  SearchResult,
  SnapshotFile,
  SummaryOrigin,
  SymbolCount,
  SymbolInfo,
  Timings,
  ViewMeasure,
  ViewsWanted,
  WorkDone,
} from '../../workers/engine/contract';

/** The engine of one workspace. Disposing it ends everything it was doing; calls still pending reject. */
export interface Engine extends Omit<EngineApi, 'prepare'> {
  dispose(): void;
}

/** Why a workspace learns nothing new about its folder. `stopped`: its engine crashed; a new workspace gets a new one. */
export type WorkspaceFault = RunFault | { readonly kind: 'stopped'; readonly reason: string };

/** `onDeath` is called once, when the engine can't go on. */
export type EngineFactory = (onDeath: (fault: WorkspaceFault) => void) => Engine;

export interface Engines {
  /** Makes one ready for the next `create`; may be left out, and does nothing where one is ready. */
  prepare(encoding: TokenEncoding): void;
  create: EngineFactory;
}

/** A folder the user has opened, whichever way. `remembers`: how well the browser keeps its permission. */
export type OpenedFolder =
  | {
      readonly kind: 'handle';
      readonly name: string;
      readonly handle: FileSystemDirectoryHandle;
      readonly origin: 'picked' | 'dropped';
    }
  | { readonly kind: 'snapshot'; readonly name: string; readonly files: FileList }
  | {
      readonly kind: 'memory';
      readonly name: string;
      readonly files: readonly { path: string; text: string }[];
      readonly ready: ReadyComposition;
    };

/** What a folder comes with when it is opened for the first time. */
export interface ReadyComposition {
  /** Items as files outside the app hold them: a path, or an object with `path` and `view_mode`. */
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

export interface Folders {
  /** Whether the browser opens live folders at all; without it a snapshot by file input is what is left. */
  readonly canPick: boolean;
  pick(): Promise<Picked<OpenedFolder>>;
  /** Must be called synchronously inside the drop handler. */
  fromDrop(transfer: DataTransfer): Promise<Picked<OpenedFolder>>;
  fromInput(files: FileList): Picked<OpenedFolder>;
  sample(): Promise<Picked<OpenedFolder>>;
  permission(handle: FileSystemDirectoryHandle): Promise<Permission>;
  /** Needs a user gesture. */
  requestPermission(handle: FileSystemDirectoryHandle): Promise<Permission>;
  isSame(one: FileSystemDirectoryHandle, other: FileSystemDirectoryHandle): Promise<boolean>;
}

/** Files that leave the app for the disk. */
export interface Outputs {
  /** Saves through the browser's own download. */
  download(name: string, content: Blob): void;
  /** Whether a folder for numbered files can be chosen here. */
  readonly canChooseFolder: boolean;
  chooseFolder(): Promise<Picked<FileSystemDirectoryHandle>>;
  /** Asks for write permission where it is missing; needs a user gesture then. */
  canWrite(folder: FileSystemDirectoryHandle): Promise<boolean>;
  namesIn(folder: FileSystemDirectoryHandle): Promise<readonly string[]>;
  /** Writes a new file; refuses to touch one that exists. */
  writeNew(
    folder: FileSystemDirectoryHandle,
    name: string,
    content: Blob,
  ): Promise<{ kind: 'written' } | { kind: 'failed'; reason: string }>;
}

export type FolderText =
  | { readonly kind: 'absent' }
  /** Every byte is in it, a mark at the start included. */
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'failed'; readonly reason: string };

/** Text files at the top of an opened folder that the app reads by itself and may change. */
export interface FolderFiles {
  read(folder: OpenedFolder, name: string): Promise<FolderText>;
  /**
   * Writes a text in the place of `before`, undefined for no file. `changed`: right before the file was to be replaced,
   * something else stood there; it stays. Needs the permission to write.
   */
  replace(
    folder: FileSystemDirectoryHandle,
    name: string,
    before: string | undefined,
    text: string,
  ): Promise<{ readonly kind: 'written' | 'changed' } | { readonly kind: 'failed'; readonly reason: string }>;
}

export type ClipboardResult =
  { readonly kind: 'copied' } | { readonly kind: 'refused'; readonly reason: string };

export interface Clipboard {
  /** Call it inside the user's click; the text may follow later. */
  write(content: Promise<Blob>): Promise<ClipboardResult>;
}

/** A small key-value store. Values are structured-cloneable; whoever reads them checks them. */
export interface Storage {
  get(key: string): Promise<unknown>;
  set(key: string, value: unknown): Promise<void>;
  /** Read, change and write in one transaction, so that two tabs lose nothing. What `change` throws, it rejects with. */
  update(key: string, change: (value: unknown) => unknown): Promise<void>;
  /**
   * The same for many values by their keys: all of them change, or none. A value that `change` returns unchanged is not
   * written; undefined removes it.
   */
  updateAll(changes: ReadonlyMap<string, (value: unknown) => unknown>): Promise<void>;
  remove(key: string): Promise<void>;
  /** All values whose key begins with `prefix`, ascending by key. */
  entries(prefix: string): Promise<readonly (readonly [key: string, value: unknown])[]>;
  /** Tells of the values that another tab has written or removed, those of one transaction at once; returns how to stop. */
  watch(onchange: (keys: readonly string[]) => void): () => void;
  /** False when values live only as long as this tab. */
  readonly durable: Promise<boolean>;
  /** Whether the browser keeps them even where it runs out of room. */
  isPersisted(): Promise<boolean>;
  /** Asks the browser for that; call it inside a click. Resolves to its answer. */
  persist(): Promise<boolean>;
}

/** What the workers keep of folders to save time. */
export interface FolderCaches {
  /** Takes away what is kept of a folder, but for what a model has written. Never rejects. */
  forget(workspaceId: string): Promise<void>;
}

/** The summaries kept for all folders. Sizes in bytes of what is written in them. */
export interface SummaryShelf {
  size(): Promise<number>;
  /** Takes all away; resolves to the bytes freed. */
  clear(): Promise<number>;
}

export type BrowserModelState =
  { readonly kind: 'ready' | 'download' } | { readonly kind: 'absent'; readonly reason: string };

export type WrittenSummary =
  { readonly kind: 'text'; readonly text: string } | { readonly kind: 'failed'; readonly reason: string };

/** The summarizer that a browser may have built in; what it is given stays on the machine. */
export interface BrowserModel {
  state(): Promise<BrowserModelState>;
  /** The first call belongs into a click: the browser may have to load its model. Stops when the signal says so. */
  summarize(text: string, signal: AbortSignal): Promise<WrittenSummary>;
}

/** A file whose summary a model is to write. */
export interface FileForModel {
  readonly path: string;
  readonly text: string;
}

/** What the page that talks to an endpoint tells the page that opened it. */
export type EndpointMessage =
  | { readonly kind: 'answer'; readonly path: string; readonly text: string }
  | { readonly kind: 'failed'; readonly path: string; readonly reason: string };

export interface OpenedWindow {
  /** Closes the window; nothing is heard of it any more. */
  close(): void;
}

/** The page that talks to an endpoint, as the app's page sees it. */
export interface EndpointWindow {
  /** Call it inside a click. Undefined where the browser does not let it open. */
  open(
    files: readonly FileForModel[],
    onmessage: (message: EndpointMessage) => void,
  ): OpenedWindow | undefined;
}

/** The page that opened this one, as the endpoint's page sees it. */
export interface EndpointOpener {
  /** Asks for the files, which come once; never where no page of the app has opened this one. */
  listen(onfiles: (files: readonly FileForModel[]) => void): void;
  tell(message: EndpointMessage): void;
}

export interface EndpointTarget {
  /** Of the API, without what follows: `http://localhost:11434/v1`. */
  readonly address: string;
  readonly model: string;
  /** Empty where the endpoint asks for none. */
  readonly key: string;
}

/** As far as a browser tells. */
export type EndpointFailure =
  | { readonly kind: 'address'; readonly reason: string }
  /** Nobody answers there, or the browser does not let the page ask. */
  | { readonly kind: 'unreachable' }
  /** Somebody answers, but does not allow pages of other addresses to read it. */
  | { readonly kind: 'cors' }
  | { readonly kind: 'status'; readonly status: number; readonly message: string }
  | { readonly kind: 'timeout'; readonly seconds: number }
  | { readonly kind: 'malformed'; readonly reason: string }
  | { readonly kind: 'stopped' };

export type EndpointResult<T> =
  | { readonly kind: 'answer'; readonly value: T }
  | { readonly kind: 'failed'; readonly failure: EndpointFailure };

/** An API as OpenAI's: `/models` and `/chat/completions`. Nothing is sent anywhere else, and no redirect followed. */
export interface Endpoint {
  /** The address as it will be asked, or why it will not be. */
  check(
    address: string,
  ):
    | { readonly kind: 'address'; readonly address: string }
    | { readonly kind: 'refused'; readonly reason: string };
  models(target: EndpointTarget, signal: AbortSignal): Promise<EndpointResult<readonly string[]>>;
  complete(
    target: EndpointTarget,
    messages: readonly ModelMessage[],
    signal: AbortSignal,
  ): Promise<EndpointResult<string>>;
}

export type SharedText =
  { readonly kind: 'text'; readonly text: string } | { readonly kind: 'refused'; readonly reason: string };

/** Texts as codes that an address can carry behind its `#`, which browsers send to nobody. */
export interface ShareCodec {
  encode(text: string): Promise<string>;
  /** A code comes from outside: what is broken, or would become larger than an import may be, is refused. */
  decode(code: string): Promise<SharedText>;
}

/** The address of this page, whose end may carry a shared preset. */
export interface PageAddress {
  /** What a link has brought along; undefined where it is an ordinary one. */
  sharedCode(): string | undefined;
  linkTo(code: string): string;
  /** Takes the code out of the address. */
  clear(): void;
  /** Tells when a link leads to the page that is open already. */
  watch(onchange: () => void): void;
}

export interface Clock {
  now(): number;
  /** Runs `task` once, `milliseconds` later; returns how to call it off. */
  after(milliseconds: number, task: () => void): () => void;
  /** Runs `task` before the next frame is shown. */
  nextFrame(task: () => void): void;
}

/** What the tabs of this browser know of each other. A tab that is gone, however it went, holds nothing. */
export interface Tabs {
  /** Runs a task while no other tab runs one of that name. */
  alone<T>(name: string, task: () => Promise<T>): Promise<T>;
  /** This tab uses something from now on; resolves to how to end that. Several may. */
  hold(name: string): Promise<() => void>;
  /** What any tab holds, this one included. */
  held(): Promise<ReadonlySet<string>>;
}

/** Which folder this tab has open, so that a reload opens it again. */
export interface TabMemory {
  get(): string | undefined;
  set(open: string | undefined): void;
  /** Loads the page anew. */
  reload(): void;
}

/** How far the app is kept for use without a network. */
export type OfflineState =
  | { readonly kind: 'unsupported'; readonly reason: string }
  /** All files of a release are stored: the app starts without a network. */
  | { readonly kind: 'offline-ready' }
  /** A newer release is stored. `apply` switches to it and reloads this page; without it, it waits for the last tab to close. */
  | { readonly kind: 'update-waiting'; readonly apply: () => void }
  /** A part of this release could not be fetched when it was wanted. `reload` starts the page anew. */
  | { readonly kind: 'part-missing'; readonly reload: () => void };
