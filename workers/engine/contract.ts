/** The messages between the app and the engine worker: plain data only. Every call may be made at any time. */
import type { BlockSource } from '../../src/core/document/block';
import type { BodyRequest, PromptRequest } from '../../src/core/document/bodyRequest';
import type { SectionId } from '../../src/core/document/sections/registry';
import type { ContentHash, FileContent } from '../../src/core/files/fileContent';
import type { RepoPath } from '../../src/core/files/repoPath';
import type { SourceEncoding } from '../../src/core/files/sourceEncoding';
import type { LeftOut } from '../../src/core/ignore/leftOut';
import type { DiffStart } from '../../src/core/settings/settings';
import type { CustomSlice, SliceRequest } from '../../src/core/slices/customSlice';
import type { SummaryEntry } from '../../src/core/summaries/entry';
import type { PartLimits } from '../../src/core/parts/chatProfile';
import type { SplitDocument } from '../../src/core/parts/part';
import type { TokenEncoding } from '../../src/core/tokens/encoding';
import type {
  ContentProgress,
  FileSearchEnd,
  FileSearchNews,
  FileSearchWanted,
  FilesRanked,
  FocusedFile,
  FocusWanted,
  FolderLinks,
  GitCommit,
  GitState,
  LinksFound,
  RankingWanted,
  RelatedFound,
  RelatedWanted,
  SymbolsFound,
  SymbolsWanted,
} from './searchContract';
import type {
  Accepted,
  ChosenPlace,
  EditedFiles,
  EditedPatch,
  PlacedReply,
  ReplyToPlace,
} from './replyContract';
import type { PlacedHunk } from '../../src/core/replies/placedEdit';
import type { IssuesFound, IssuesWanted } from './sourceContract';
import type {
  AssembledDocument,
  AssembledUpdate,
  BlockLines,
  BlockToAssemble,
  FoundSecret,
  KeptBlock,
  KeptBlockToSplit,
  KeptDocument,
  LeavingText,
  MaskedTexts,
  MeasuredText,
  MeasuredViews,
  MessagesMade,
  MessagesWanted,
  SearchResult,
  SecretDecisions,
  UpdateWanted,
  ViewsWanted,
} from './documentContract';

export interface SnapshotFile {
  readonly path: string;
  readonly file: File;
}

/** The source of a workspace's files. For a snapshot, pass them in slices to `addSnapshotFiles` before `open`. */
export type FolderSource =
  | { readonly kind: 'handle'; readonly handle: FileSystemDirectoryHandle }
  | { readonly kind: 'snapshot'; readonly name: string }
  /** A ZIP or TAR file, opened like a folder. */
  | { readonly kind: 'archive'; readonly file: File }
  | {
      readonly kind: 'memory';
      readonly name: string;
      readonly files: readonly { path: string; text: string }[];
    };

export interface OpenOptions {
  /** Key of the stored index. The same folder always has the same id. */
  readonly workspaceId: string;
  readonly encoding: TokenEncoding;
  /** The user's own patterns, in .gitignore syntax. */
  readonly userPatterns: string;
  /** The encodings that the user chose for files. Those of other files are detected from their bytes. */
  readonly sourceEncodings: ReadonlyMap<RepoPath, SourceEncoding>;
  /** Whether summaries are saved between visits. */
  readonly keepSummaries: boolean;
}

/** A file, or a left-out folder, whose contents are listed only by `listIgnored`. */
export interface ScannedEntry {
  readonly id: number;
  readonly path: RepoPath;
  readonly kind: 'file' | 'folder';
  readonly leftOut?: LeftOut;
}

export interface IndexedFile {
  readonly id: number;
  readonly size: number;
  /** Milliseconds since the epoch. */
  readonly modified: number;
  readonly content: FileContent;
  /** False if it comes from the stored index and is not confirmed by the disk yet. */
  readonly checked: boolean;
}

/** `unpack` counts bytes, the others entries or files. */
export type EngineStep = 'unpack' | 'scan' | 'read';

export interface Timings {
  readonly scan: number;
  readonly read: number;
  readonly count: number;
  readonly render: number;
  readonly assemble: number;
}

/** A skipped line of an ignore file, with the reason. */
export interface IgnoreProblem {
  readonly file: RepoPath | 'user';
  readonly line: number;
  readonly reason: string;
}

export type FolderFault =
  | { readonly kind: 'permission' }
  | { readonly kind: 'gone' }
  | { readonly kind: 'blocked'; readonly reason: string };

/** Why a run ended early. `broken`: the folder is fine, but a part of the app failed or did not load. */
export type RunFault = FolderFault | { readonly kind: 'broken'; readonly reason: string };

export type EngineEvent =
  | { readonly kind: 'entries'; readonly entries: readonly ScannedEntry[] }
  | { readonly kind: 'removed'; readonly ids: readonly number[] }
  | { readonly kind: 'indexed'; readonly files: readonly IndexedFile[] }
  | { readonly kind: 'progress'; readonly step: EngineStep; readonly done: number; readonly total: number }
  /** The files of the last visit have been sent. Reading begins when the listener's promise resolves. */
  | { readonly kind: 'stored' }
  /** No work is left until the folder or a setting changes. `canceled`: the user stopped the run, so counts are incomplete. */
  | {
      readonly kind: 'idle';
      readonly timings: Timings;
      readonly canceled: boolean;
      readonly fromStore: number;
    }
  /** Summaries by rules of the current contents of these files were saved. */
  | { readonly kind: 'summaries-kept'; readonly files: readonly Pick<KeptSummary, 'path' | 'hash'>[] }
  /** The folder's repository has changed on disk. */
  | { readonly kind: 'git' }
  /** Pages of a document have been converted. */
  | { readonly kind: 'document'; readonly source: string; readonly done: number; readonly total: number }
  /** More symbols can be found than before. */
  | { readonly kind: 'symbols'; readonly progress: ContentProgress }
  /** More files, or the past commits, have been read for rankings and links. */
  | { readonly kind: 'references'; readonly progress: ContentProgress }
  /** From now on the browser reports changes on disk. Without this event, the app must call `refresh`. */
  | { readonly kind: 'watched' }
  | { readonly kind: 'ignore-problems'; readonly problems: readonly IgnoreProblem[] }
  /** A worker died and was replaced. `path` is the file that caused it and was set aside, if any. */
  | { readonly kind: 'worker-replaced'; readonly reason: string; readonly path?: RepoPath }
  /** The browser ran out of space. `isStored`: evicting caches helped; else something was not stored. */
  | { readonly kind: 'storage-full'; readonly isStored: boolean }
  | { readonly kind: 'fault'; readonly fault: RunFault };

/** A stored summary. `current` is false if it has an older version and is no longer used. */
export interface KeptSummary {
  readonly path: RepoPath;
  readonly hash: ContentHash;
  /** Identifies a model's summary (see `writtenOf`); empty for one by rules. */
  readonly written: string;
  readonly current: boolean;
}

/** Cache hits and misses since the workers started. */
export interface CacheHits {
  readonly factsStored: number;
  readonly factsParsed: number;
  readonly summariesKept: number;
  readonly summariesMade: number;
  readonly viewsKept: number;
  readonly viewsMeasured: number;
}

/** Total milliseconds spent by all workers since they started. */
export interface WorkTimes {
  readonly parse: number;
  readonly render: number;
}

export interface WorkDone {
  readonly hits: CacheHits;
  readonly times: WorkTimes;
}

export interface EngineApi {
  /** Starts the workers before a folder is open. Resolves once they are starting. */
  prepare(encoding: TokenEncoding): Promise<void>;
  addSnapshotFiles(files: readonly SnapshotFile[]): Promise<void>;
  /** Resolves when the first run is idle, canceled or failed. Results arrive as events. */
  open(source: FolderSource, options: OpenOptions, onEvent: (event: EngineEvent) => unknown): Promise<void>;
  /** Walks the folder again and reads changed files. */
  refresh(): Promise<void>;
  /** Stops the current run. Results so far stay. */
  cancel(): Promise<void>;
  setUserPatterns(patterns: string): Promise<void>;
  setEncoding(encoding: TokenEncoding): Promise<void>;
  /** Reads files again if their chosen encoding has changed. */
  setSourceEncodings(chosen: ReadonlyMap<RepoPath, SourceEncoding>): Promise<void>;
  /** If false, summaries are neither loaded nor stored. Stored ones stay. */
  setKeepSummaries(keep: boolean): Promise<void>;
  /** All saved summaries of this folder's files. */
  keptSummaries(): Promise<readonly KeptSummary[]>;
  /** Resolves to false if they could not be stored. */
  keepSummaries(entries: readonly SummaryEntry[]): Promise<boolean>;
  /** Also waits until everything counted so far is stored. */
  workDone(): Promise<WorkDone>;
  /** Lists the direct children of a left-out folder, as `entries` events. */
  listIgnored(path: RepoPath): Promise<void>;
  /** Reads and counts these files first, even if they are left out, large, or gone. */
  measureFiles(paths: readonly RepoPath[]): Promise<void>;
  /** Reads files and measures views of them. Request at most a few hundred per call. */
  measureViews(wanted: readonly ViewsWanted[]): Promise<readonly MeasuredViews[]>;
  /**
   * Creates slices of these lines of a file's current content, which `fileHash` identifies, with the anchors to find them
   * again. Stores the text for that purpose. Undefined if the file has no text.
   */
  anchorSlices(path: RepoPath, wanted: readonly SliceRequest[]): Promise<readonly CustomSlice[] | undefined>;
  /**
   * Renders the blocks of a text section, and keeps their bodies by key instead of the section's earlier ones: of a symbol map apart,
   * also the printed ones. Calls for one section must not overlap.
   */
  setSection(section: SectionId, request: BodyRequest | undefined): Promise<readonly MeasuredText[]>;
  /** Measures the blocks of a text section without keeping them. */
  measureSection(section: SectionId, request: BodyRequest): Promise<readonly MeasuredText[]>;
  /** Renders a text without keeping it; empty if it leaves no trace. */
  renderText(request: PromptRequest): Promise<string>;
  /** Tokens of each text in the current encoding. */
  countTexts(texts: readonly string[]): Promise<readonly number[]>;
  /** The bytes of a file by its listed path; undefined if there is none. Rejects if it can't be read. */
  readFile(path: string): Promise<Blob | undefined>;
  /** Body lines [from, to) of a block, without heading and separator. */
  readLines(source: BlockSource, from: number, to: number): Promise<BlockLines>;
  /** Renders a plan and keeps the bodies of its blocks. Rejects if one of its text blocks is gone. */
  assemble(plan: readonly BlockToAssemble[]): Promise<AssembledDocument>;
  /** Replaces the user's decisions about secrets. */
  setSecrets(decisions: SecretDecisions): Promise<void>;
  /** Secrets of blocks of the document, without any hurry. Rejects when a run is canceled. */
  findSecrets(blocks: readonly BlockToAssemble[]): Promise<readonly FoundSecret[]>;
  /** Masks secrets in texts that leave the app; in those for a report, also secrets that the user has allowed. */
  maskTexts(texts: readonly LeavingText[], isForReport: boolean): Promise<MaskedTexts>;
  /**
   * Renders the differences between two documents, and the blocks that have changed. Keeps the bodies if it is to be handed over.
   * Rejects if one of its text blocks is gone, or if a text that has changed is not kept because it is too large.
   */
  assembleUpdate(wanted: UpdateWanted, isToKeep: boolean): Promise<AssembledUpdate>;
  /** Splits an earlier document; undefined if the body of one of its blocks is gone. */
  splitKept(blocks: readonly KeptBlockToSplit[], limits: PartLimits): Promise<SplitDocument | undefined>;
  /** Rejects if the body of one of the blocks is gone. */
  makeMessages(wanted: MessagesWanted): Promise<MessagesMade>;
  /** Those of these hashes of blocks whose bodies are kept. */
  keptBlocks(hashes: readonly string[]): Promise<ReadonlySet<string>>;
  /** The text of an earlier document, from the bodies that were kept of it; undefined if one of them is gone. */
  assembleKept(blocks: readonly (KeptBlock & { readonly key: string })[]): Promise<KeptDocument | undefined>;
  /** Literal, case-insensitive search. A new search cancels the previous one, which resolves to undefined. */
  search(sources: readonly BlockSource[], query: string, limit: number): Promise<SearchResult | undefined>;
  /** Fuzzy search in all listed paths. Returns ids, best match first. */
  filter(query: string, limit: number): Promise<readonly number[]>;
  /** Prepares the listed paths ahead of the first `filter`. */
  prepareFilter(): Promise<void>;
  /**
   * Searches the symbols known so far, ranked as by `rankSymbols`. Files whose symbols are not known yet are read and parsed
   * in the background; `symbols` events say when to search again. A new search cancels the previous one, which resolves to
   * undefined.
   */
  findSymbols(wanted: SymbolsWanted): Promise<SymbolsFound | undefined>;
  /** Stops parsing files for `findSymbols`, or continues. */
  readSymbols(on: boolean): Promise<void>;
  /**
   * Ranks the files of the folder for a task. Files that are not known yet are read and parsed in the background;
   * `references` events say when to ask again. A new ranking cancels the previous one, which resolves to undefined.
   */
  rankFiles(wanted: RankingWanted): Promise<FilesRanked | undefined>;
  /** Slices of these files' lines that match a task best, in the order of the files. */
  focusFiles(wanted: FocusWanted): Promise<readonly FocusedFile[]>;
  /** Tokens of each file's block in the symbol map; 0 for a file that is not in the folder. */
  mapTokens(paths: readonly RepoPath[]): Promise<readonly number[]>;
  /** The links of a file. Looks up names in at most a few hundred other files. */
  linksOf(path: RepoPath): Promise<LinksFound>;
  relatedFiles(wanted: RelatedWanted): Promise<RelatedFound>;
  folderLinks(): Promise<FolderLinks>;
  /** Reads files for rankings and links in the background, unless that was stopped. */
  readReferencesAhead(): Promise<void>;
  /** Stops reading files for rankings and links, or continues. */
  readReferences(on: boolean): Promise<void>;
  /**
   * Searches the texts of files, first of those that are in memory. Awaits each `onNews` before the next. A new search, or
   * `cancelFileSearch`, cancels the previous one, which resolves to undefined. Rejects if the query or the paths are invalid.
   */
  searchFiles(
    wanted: FileSearchWanted,
    onNews: (news: FileSearchNews) => void | Promise<void>,
  ): Promise<FileSearchEnd | undefined>;
  cancelFileSearch(): Promise<void>;
  /** Starts the workers of the search ahead of the first one. */
  prepareFileSearch(): Promise<void>;
  /** Reads what has changed since the last commit. */
  gitState(): Promise<GitState>;
  /** Resolves when rankings know the past commits, as far as `gitState` found any. */
  gitHistoryRead(): Promise<void>;
  /** The files of the folder that differ from the last commit, or from where the branch left the main branch. */
  gitChangedSince(start: DiffStart): Promise<readonly RepoPath[]>;
  /** The last commits, the newest first; none without a repository. */
  gitCommits(count: number): Promise<readonly GitCommit[]>;
  /** The issues of the tracker in the folder. */
  findIssues(wanted: IssuesWanted): Promise<IssuesFound>;
  /** Ends the conversion of a document, see `DocumentsRequest`. Its block gives that as the reason why it has no text. */
  cancelDocument(source: string): Promise<void>;
  /** Places the edits of a reply in the files as they are now, which stay known until the next reply. */
  placeReply(reply: ReplyToPlace): Promise<PlacedReply>;
  /** Places a hunk of the last reply where the user wants it. Undefined if its file has no text. */
  placeHunk(place: ChosenPlace): Promise<PlacedHunk | undefined>;
  /** Makes the accepted files from those that the last reply was placed in. */
  editedFiles(accepted: Accepted): Promise<EditedFiles>;
  /** The same as a patch. */
  editedPatch(accepted: Accepted): Promise<EditedPatch>;
  /** Ids of listed files that match a glob. Left-out files match only if the glob spells out their path. */
  matchGlob(glob: string): Promise<readonly number[]>;
}
