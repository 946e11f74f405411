/** Interfaces to everything outside the app. `src/platform` implements them; tests pass their own. */
import type { LeavingText } from '../../workers/engine/documentContract';
import type { TokenEncoding } from '../core/tokens/encoding';
import type { ConversationsApi } from '../../workers/conversations/contract';
import type { EngineApi, RunFault } from '../../workers/engine/contract';
import type { PagesApi } from '../../workers/pages/contract';
import type { RepoPath } from '../core/files/repoPath';
import type { EndpointWindow, PageWindow, RepositoryWindow, SummarySubject } from './networkPorts';
import type { Notify } from './notify';

export type {
  CacheHits,
  EngineEvent,
  EngineStep,
  FolderSource,
  IgnoreProblem,
  IndexedFile,
  KeptSummary,
  OpenOptions,
  ScannedEntry,
  SnapshotFile,
  Timings,
  WorkDone,
} from '../../workers/engine/contract';
export type {
  AssembledDocument,
  AssembledUpdate,
  BlockInMessages,
  BlockLines,
  FoundSecret,
  SecretDecision,
  ImageFacts,
  FileSymbols,
  KeptDocument,
  LeavingText,
  MapItem,
  MeasuredText,
  MeasuredViews,
  MessagesMade,
  MessagesWanted,
  SearchMatch,
  SearchResult,
  SummaryOrigin,
  SymbolCount,
  SymbolInfo,
  UpdateWanted,
  ViewMeasure,
  ViewsWanted,
} from '../../workers/engine/documentContract';
export type {
  Accepted,
  AcceptedEdits,
  EditedFile,
  EditedPatch,
  FileEdits,
  PlacedReply,
  RefusedFile,
  UnplacedEdit,
} from '../../workers/engine/replyContract';
export type {
  FileSearchEnd,
  FileSearchNews,
  FileSearchProgress,
  FileSearchWanted,
  FilesRanked,
  FileLink,
  FocusedFile,
  FocusWanted,
  FolderLinks,
  FoundFile,
  ContentProgress,
  GitChange,
  GitChangeKind,
  GitCommit,
  GitRepository,
  GitState,
  LinksFound,
  RankedFile,
  RankingWanted,
  RelatedFound,
  RelatedWanted,
  SymbolsFound,
  SymbolsWanted,
  UsedFiles,
} from '../../workers/engine/searchContract';

export type { DocumentFacts, IssuesFound, IssuesWanted } from '../../workers/engine/sourceContract';

/** The engine of one workspace. Disposing it stops its work and rejects pending calls. */
export interface Engine extends Omit<EngineApi, 'prepare'> {
  dispose(): void;
}

/** Why a workspace no longer follows its folder. `stopped`: its engine crashed, and a new workspace gets a new one. */
export type WorkspaceFault = RunFault | { readonly kind: 'stopped'; readonly reason: string };

/** `onDeath` is called once, when the engine can't go on. */
export type EngineFactory = (onDeath: (fault: WorkspaceFault) => void) => Engine;

export interface Engines {
  /** Starts an engine for the next `create` ahead of time. Optional; does nothing if one is ready. */
  prepare(encoding: TokenEncoding): void;
  create: EngineFactory;
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

/** Writes exported files to disk. */
export interface Outputs {
  /** Starts a download in the browser. */
  download(name: string, content: Blob): void;
  /** Whether the browser lets the user choose a folder for numbered files. */
  readonly canChooseFolder: boolean;
  chooseFolder(): Promise<Picked<FileSystemDirectoryHandle>>;
  /** Asks for write permission if needed, which requires a user gesture. */
  canWrite(folder: FileSystemDirectoryHandle): Promise<boolean>;
  namesIn(folder: FileSystemDirectoryHandle): Promise<readonly string[]>;
  /** Writes a new file; fails if it exists. */
  writeNew(
    folder: FileSystemDirectoryHandle,
    name: string,
    content: Blob,
  ): Promise<{ kind: 'written' } | { kind: 'failed'; reason: string }>;
}

export type FolderText =
  | { readonly kind: 'absent' }
  /** All bytes, including a byte order mark. */
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'failed'; readonly reason: string };

/** Text files in the root of an opened folder that the app reads and writes itself. */
export interface FolderFiles {
  /** Files in an archive are absent here, because only the engine unpacks them. */
  read(folder: OpenedFolder, name: string): Promise<FolderText>;
  /** The text of a file that was read elsewhere; undefined if there is none. */
  textOf(file: Blob | undefined): Promise<FolderText>;
  /**
   * Replaces the file if its text is still `before` (undefined: no file). Returns `changed` and leaves the file alone if it
   * is not. Needs write permission.
   */
  replace(
    folder: FileSystemDirectoryHandle,
    name: string,
    before: string | undefined,
    text: string,
  ): Promise<{ readonly kind: 'written' | 'changed' } | { readonly kind: 'failed'; readonly reason: string }>;
}

export type WriteResult =
  | { readonly kind: 'written' }
  /** The file is not what it was, so nothing was written. */
  | { readonly kind: 'changed' }
  /** The reason is the end of a sentence that names the file. The file is as it was. */
  | { readonly kind: 'failed'; readonly reason: string };

/** Writes files of a live folder. Contents are undefined where there is no file. */
export interface FileWriter {
  /** Asks the browser if needed. Call inside a click. The user may leave the question unanswered. */
  allow(): Promise<boolean>;
  /** Rejects if the file can't be read. */
  read(path: RepoPath): Promise<Blob | undefined>;
  /** Gives a file other bytes, creates it with its folders, or removes it, if its bytes are still `before`. */
  write(path: RepoPath, before: Blob | undefined, after: Blob | undefined): Promise<WriteResult>;
}

export type ClipboardResult =
  { readonly kind: 'copied' } | { readonly kind: 'refused'; readonly reason: string };

export type ClipboardText =
  { readonly kind: 'read'; readonly text: string } | { readonly kind: 'refused'; readonly reason: string };

export interface Clipboard {
  /** Call inside a click; the text may arrive later. */
  write(content: Promise<Blob>): Promise<ClipboardResult>;
  /** Call inside a click; the browser may ask the user. */
  read(): Promise<ClipboardText>;
}

/** Images of the screen and of files. */
export interface Images {
  /** Whether the browser can capture the screen. */
  readonly canCapture: boolean;
  /** Asks the user for a screen, window, or tab. Undefined if the user cancels. Call inside a click. */
  capture(): Promise<File | undefined>;
  /** Shrinks an image to at most so many pixels a side. Rejects if the browser can't decode it. */
  shrink(image: Blob, side: number): Promise<Blob>;
  /** Puts an image on the clipboard. Call inside a click; the image may arrive later. */
  copy(image: Promise<Blob>): Promise<ClipboardResult>;
}

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

export type {
  FoundConversations,
  FoundDiscussion,
  TakenData,
  TextPieces,
} from '../../workers/conversations/contract';

/** Reads conversations, one file at a time, and takes large data out of texts. Calls reject once it is disposed of. */
export interface ConversationReader extends ConversationsApi {
  dispose(): void;
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

/** The saved summaries of all folders. Sizes are the bytes of their texts. */
export interface SummaryShelf {
  size(): Promise<number>;
  /** Removes all summaries. Resolves to the bytes freed. */
  clear(): Promise<number>;
}

export type BrowserModelState =
  { readonly kind: 'ready' | 'download' } | { readonly kind: 'absent'; readonly reason: string };

export type WrittenSummary =
  { readonly kind: 'text'; readonly text: string } | { readonly kind: 'failed'; readonly reason: string };

/** The summarizer that some browsers have built in. Its input stays on the machine. */
export interface BrowserModel {
  state(): Promise<BrowserModelState>;
  /** Make the first call inside a click, because the browser may need to download its model. */
  summarize(text: string, about: SummarySubject, signal: AbortSignal): Promise<WrittenSummary>;
}

/** Writes a ZIP file. */
export type ZipFiles = (
  files: Iterable<{ readonly path: RepoPath; readonly content: Blob }>,
) => Promise<Blob>;

/** Makes Markdown of pages. Never rejects. */
export type PageReader = PagesApi;

export type SharedText =
  { readonly kind: 'text'; readonly text: string } | { readonly kind: 'refused'; readonly reason: string };

/** Converts texts to codes for the fragment (`#`) of an address, which browsers never send to a server. */
export interface ShareCodec {
  encode(text: string): Promise<string>;
  /** Codes are untrusted. Broken ones, and those that would exceed the import limit, are refused. */
  decode(code: string): Promise<SharedText>;
}

/** The address of this page. Its fragment may contain a shared preset. */
export interface PageAddress {
  /** The code of a shared preset; undefined if the address has none. */
  sharedCode(): string | undefined;
  linkTo(code: string): string;
  /** Removes the code from the address. */
  clear(): void;
  /** Reports links that lead to this page while it is open. */
  watch(onchange: () => void): void;
}

export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Runs `task` once, `milliseconds` later. Returns a function to cancel it. */
  after(milliseconds: number, task: () => void): () => void;
  /** Runs `task` before the next frame is shown. */
  nextFrame(task: () => void): void;
}

/** Coordinates the tabs of this browser. A tab that closes or crashes releases everything it holds. */
export interface Tabs {
  /** Runs a task while no other tab runs one with the same name. */
  alone<T>(name: string, task: () => Promise<T>): Promise<T>;
  /** Marks something as used by this tab; other tabs may use it too. Resolves to a function that releases it. */
  hold(name: string): Promise<() => void>;
  /** Everything that any tab holds, including this one. */
  held(): Promise<ReadonlySet<string>>;
}

/** Remembers the folder this tab has open, so that a reload opens it again. */
export interface TabMemory {
  get(): string | undefined;
  set(open: string | undefined): void;
  /** Reloads the page. */
  reload(): void;
}

/** How much of the app is stored for use without a network. */
export type OfflineState =
  | { readonly kind: 'unsupported'; readonly reason: string }
  /** All files of a release are stored, so the app starts without a network. */
  | { readonly kind: 'offline-ready' }
  /** A newer release is stored. `apply` switches to it and reloads; without that, it waits for the last tab to close. */
  | { readonly kind: 'update-waiting'; readonly apply: () => void }
  /** A part of this release could not be fetched. `reload` reloads the page. */
  | { readonly kind: 'part-missing'; readonly reload: () => void };

/** Everything that the app needs from outside. */
export interface AppPorts {
  readonly engines: Engines;
  readonly folders: Folders;
  readonly folderFiles: FolderFiles;
  readonly fileWriter: (folder: FileSystemDirectoryHandle) => FileWriter;
  readonly outputs: Outputs;
  readonly clipboard: Clipboard;
  readonly zipFiles: ZipFiles;
  readonly images: Images;
  readonly storage: Storage;
  readonly attachmentStore: AttachmentStore;
  readonly startReader: () => ConversationReader;
  readonly summaries: SummaryShelf;
  readonly caches: FolderCaches;
  readonly browserModel: BrowserModel;
  readonly endpointWindow: EndpointWindow;
  readonly pageWindow: PageWindow;
  readonly repositoryWindow: RepositoryWindow;
  readonly pageReader: PageReader;
  readonly clock: Clock;
  readonly tab: TabMemory;
  readonly tabs: Tabs;
  readonly address: PageAddress;
  readonly shareCodec: ShareCodec;
  readonly notify: Notify;
}

/** How something leaves the app. */
export type LeavingBy = 'copy' | 'download' | 'save' | 'split' | 'share' | 'ask';

/** Resolves to the texts as they may leave the app. Rejects if the user cancels. */
export type PassTexts = (texts: readonly LeavingText[], by: LeavingBy) => Promise<readonly string[]>;
