/** The messages between the app and the engine worker: plain data only. Every call may be made at any time. */
import type { BlockMeasure } from '../../src/core/tokens/blockMeasure';
import type { ViewRequest } from '../../src/core/views/viewRequest';
import type { Block, BlockSource } from '../../src/core/document/block';
import type { BodyRequest, PromptRequest } from '../../src/core/document/bodyRequest';
import type { SectionId } from '../../src/core/document/sections/registry';
import type { SymbolKind } from '../../src/core/facts/fileFacts';
import type { ContentHash, FileContent } from '../../src/core/files/fileContent';
import type { RepoPath } from '../../src/core/files/repoPath';
import type { SourceEncoding } from '../../src/core/files/sourceEncoding';
import type { LeftOut } from '../../src/core/ignore/leftOut';
import type { CustomSlice, SliceRequest } from '../../src/core/slices/customSlice';
import type { ResolvedSlice } from '../../src/core/slices/resolvedSlice';
import type { SummaryEntry } from '../../src/core/summaries/entry';
import type { SpokenMessage } from '../../src/core/messages/messageTypes';
import type { RefusedBlocks } from '../../src/core/messages/block';
import type { ClassicInput, FlatInput } from '../../src/core/messages/inputs';
import type { MessagesFormat } from '../../src/core/messages/format';
import type { PartLimits } from '../../src/core/parts/chatProfile';
import type { SplitDocument } from '../../src/core/parts/part';
import type { StabilityTier } from '../../src/core/tiers/tier';
import type { PresentBlock, SeenBlock } from '../../src/core/update/differences';
import type { DiffUse } from '../../src/core/update/diffUse';
import type { UpdateBlock } from '../../src/core/update/updateBlock';
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
  LinksFound,
  RankingWanted,
  RelatedFound,
  RelatedWanted,
  SymbolsFound,
  SymbolsWanted,
} from './searchContract';

export interface SnapshotFile {
  readonly path: string;
  readonly file: File;
}

/** The source of a workspace's files. For a snapshot, pass them in slices to `addSnapshotFiles` before `open`. */
export type FolderSource =
  | { readonly kind: 'handle'; readonly handle: FileSystemDirectoryHandle }
  | { readonly kind: 'snapshot'; readonly name: string }
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

export type EngineStep = 'scan' | 'read';

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
  /** No work is left until the folder or a setting changes. `canceled`: the user stopped the run, so counts are incomplete. */
  | {
      readonly kind: 'idle';
      readonly timings: Timings;
      readonly canceled: boolean;
      readonly fromStore: number;
    }
  /** Summaries by rules of the current contents of these files were saved. */
  | { readonly kind: 'summaries-kept'; readonly files: readonly Pick<KeptSummary, 'path' | 'hash'>[] }
  /** More symbols can be found than before. */
  | { readonly kind: 'symbols'; readonly progress: ContentProgress }
  /** More files have been read for rankings and links. */
  | { readonly kind: 'references'; readonly progress: ContentProgress }
  /** From now on the browser reports changes on disk. Without this event, the app must call `refresh`. */
  | { readonly kind: 'watched' }
  | { readonly kind: 'ignore-problems'; readonly problems: readonly IgnoreProblem[] }
  /** A worker died and was replaced. `path` is the file that caused it and was set aside, if any. */
  | { readonly kind: 'worker-replaced'; readonly reason: string; readonly path?: RepoPath }
  /** The browser ran out of space. `isStored`: evicting caches helped; else something was not stored. */
  | { readonly kind: 'storage-full'; readonly isStored: boolean }
  | { readonly kind: 'fault'; readonly fault: RunFault };

/** Lines of a block, cut to a length a screen can show. `cut[i]` UTF-16 units are missing at the end of line i. */
export interface BlockLines {
  readonly texts: readonly string[];
  readonly cut: readonly number[];
}

export interface MeasuredBody {
  /** Changes whenever the body or the title does. */
  readonly version: number;
  readonly measure: BlockMeasure;
}

/** A text block as rendered for a section. */
export interface MeasuredText extends MeasuredBody {
  readonly key: string;
  /** Name on screens; none for a block that is its whole section. */
  readonly title?: string;
  /** Differs whenever the body does; for a block of a symbol map, whenever its structure does. */
  readonly hash: string;
  /** The blocks of a symbol map that is one text, in order. */
  readonly items?: readonly MapItem[];
  /** The folders that have an alias, in order; only of the legend of a symbol map apart. */
  readonly aliases?: readonly string[];
  /** The block as it was last handed over, if only places and references have changed since. Kept under `printedKey`. */
  readonly printed?: MeasuredBody;
}

/** A block of a symbol map. */
export interface MapItem {
  /** See `symbolKey`. */
  readonly key: string;
  /** The hash of its structure. */
  readonly hash: string;
  readonly tokens: number;
}

/** A block of the document to assemble. `lead` is the heading line printed before its body; empty for none. */
export type BlockToAssemble = Pick<Block, 'lead' | 'source'>;

export interface AssembledBlock extends BlockToAssemble {
  /** SHA-256 of its body, in hexadecimal. */
  readonly hash: string;
  /** The hash of the text that was read; absent if it is no file with a text. */
  readonly content?: ContentHash;
  /** Tokens of the block with its lead and the separator or end after it. */
  readonly tokens: number;
  readonly bytes: number;
}

/** A block of an earlier document. */
export interface KeptBlock {
  readonly lead: string;
  readonly hash: string;
}

export interface AssembledDocument {
  readonly blob: Blob;
  readonly tokens: number;
  /** The encoding of all token counts. */
  readonly encoding: TokenEncoding;
  readonly bytes: number;
  /** SHA-256 of the document, in hexadecimal. */
  readonly hash: string;
  readonly blocks: readonly AssembledBlock[];
  /** Files that the document names only in a notice, with the reason. */
  readonly leftOut: readonly { readonly path: RepoPath; readonly reason: string }[];
  /** Views that are new or differ from their earlier measure. */
  readonly viewed: readonly MeasuredViews[];
  readonly timings: { readonly render: number; readonly assemble: number };
}

/** Asks for an update of a document that the model has seen. */
export interface UpdateWanted {
  readonly base: readonly SeenBlock[];
  /** The present document. */
  readonly present: readonly BlockToCompare[];
  readonly diffs: DiffUse;
}

export interface BlockToCompare extends BlockToAssemble, Omit<PresentBlock, 'hash' | 'lead'> {
  /** SHA-256 of its body, in hexadecimal; undefined if that has to be rendered. */
  readonly hash: string | undefined;
}

export interface AssembledUpdate extends Pick<AssembledDocument, 'blob' | 'tokens' | 'bytes' | 'hash'> {
  readonly blocks: readonly (KeptBlock & Pick<UpdateBlock, 'key'> & Pick<AssembledBlock, 'tokens'>)[];
}

/** A block of an earlier document, to be split. `title` names a block whose body has no heading. */
export interface KeptBlockToSplit extends KeptBlock {
  readonly key: string;
  readonly title: string;
}

/** Asks for a document that was just assembled as messages. Without its instructions and task, which are given as texts. */
export interface MessagesWanted
  extends
    Omit<ClassicInput, 'blocks' | 'legend'>,
    Pick<FlatInput, 'systemTokens' | 'taskTokens' | 'kept' | 'minimum'> {
  readonly format: MessagesFormat;
  readonly order: 'classic' | 'flat';
  /** By the classic tiers, the legend of the symbol map; undefined for none. */
  readonly legend: BlockInMessages | undefined;
  readonly blocks: readonly BlockInMessages[];
}

/** A block of the document, with the hash of its kept body, or with a message as it is stored. */
export type BlockInMessages = {
  readonly key: string;
  readonly tier: StabilityTier;
  readonly lead: string;
  readonly tokens: number;
  /** Why its text is not what it should be. */
  readonly problem?: string;
} & (
  | { readonly kind: 'symbol' | 'file' | 'tree' | 'other'; readonly hash: string }
  | ({ readonly kind: 'history' } & SpokenMessage)
);

export type MessagesMade =
  { readonly kind: 'messages'; readonly blob: Blob; readonly count: number } | RefusedBlocks;

export interface SearchMatch {
  /** Index into the sources searched. */
  readonly block: number;
  /** 0-based line of the block's body, and UTF-16 column. */
  readonly line: number;
  readonly column: number;
  readonly length: number;
}

export interface SearchResult {
  readonly matches: readonly SearchMatch[];
  /** True if there are more matches than the limit. */
  readonly more: boolean;
}

/** `fresh`: made for this call; `cached`: from storage. */
export type SummaryOrigin = 'cached' | 'fresh';

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

/** The number of symbols in a file; `none` if it cannot be parsed or its language is unknown. */
export type SymbolCount = number | 'none';

/** The measure of a file in one view. */
export interface ViewMeasure {
  /** See `viewKey`. */
  readonly key: string;
  readonly block: BlockMeasure;
  /** Lines that the view does not show, 1-based, inclusive, as start, end, start, end. */
  readonly gaps: readonly number[];
  readonly notes: readonly string[];
  /** Reasons why the view shows less than requested. */
  readonly warnings: readonly string[];
  /** The places of the slices in order, in a view that shows slices. */
  readonly slices?: readonly ResolvedSlice[];
  /** The origin of the summary, in a view that shows one. */
  readonly summary?: SummaryOrigin;
  /** Why the view shows an error. */
  readonly failed?: string;
  /** True if another attempt may give another view, because parsing was stopped or depends on a stored old text. */
  readonly passing?: true;
}

export interface ViewsWanted {
  readonly path: RepoPath;
  readonly views: readonly ViewRequest[];
  /** Also requests the file's symbols. */
  readonly symbols?: true;
  /** Also requests the text, for a model to summarize. */
  readonly text?: true;
  /** Also requests the number of symbols. */
  readonly symbolCount?: true;
  /** Skips the views, and so the summary, of a file without symbols. */
  readonly onlyParsed?: true;
  /** Also requests a summary: the one by a model that this identifies, see `writtenOf`; empty for the one by rules. */
  readonly summary?: string;
}

/** `hash` identifies the content. Undefined if the file has no text. */
export interface MeasuredViews {
  readonly path: RepoPath;
  readonly hash: ContentHash | undefined;
  readonly views: readonly ViewMeasure[];
  /** Why the file could not be read. */
  readonly failure?: string;
  readonly symbols?: FileSymbols;
  readonly text?: FileText;
  /** Also included unrequested if known anyway. */
  readonly symbolCount?: SymbolCount;
  readonly summary?: string;
}

/** A file's normalized text and its outline, which is empty if the file has no facts. */
export interface FileText {
  readonly text: string;
  readonly outline: string;
}

export interface SymbolInfo {
  readonly path: string;
  readonly kind: SymbolKind;
  readonly name: string;
  readonly startLine: number;
  readonly endLine: number;
  /** On one line. */
  readonly signature: string;
}

/** `note` explains why a text file has no symbols. */
export interface FileSymbols {
  readonly symbols: readonly SymbolInfo[];
  readonly note?: string;
}

export interface EngineApi {
  /** Starts the workers before a folder is open. Resolves once they are starting. */
  prepare(encoding: TokenEncoding): Promise<void>;
  addSnapshotFiles(files: readonly SnapshotFile[]): Promise<void>;
  /** Resolves when the first run is idle, canceled or failed. Results arrive as events. */
  open(source: FolderSource, options: OpenOptions, onEvent: (event: EngineEvent) => void): Promise<void>;
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
  /** Body lines [from, to) of a block, without heading and separator. */
  readLines(source: BlockSource, from: number, to: number): Promise<BlockLines>;
  /** Renders a plan and keeps the bodies of its blocks. Rejects if one of its text blocks is gone. */
  assemble(plan: readonly BlockToAssemble[]): Promise<AssembledDocument>;
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
  assembleKept(blocks: readonly KeptBlock[]): Promise<Blob | undefined>;
  /** Literal, case-insensitive search. A new search cancels the previous one, which resolves to undefined. */
  search(sources: readonly BlockSource[], query: string, limit: number): Promise<SearchResult | undefined>;
  /** Fuzzy search in all listed paths. Returns ids, best match first. */
  filter(query: string, limit: number): Promise<readonly number[]>;
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
  /** Ids of listed files that match a glob. Left-out files match only if the glob spells out their path. */
  matchGlob(glob: string): Promise<readonly number[]>;
}
