/** The messages between the app and the engine worker: plain data only. Every call may be made at any time. */
import type { BlockMeasure } from '../../src/core/tokens/blockMeasure';
import type { ViewRequest } from '../../src/core/views/viewRequest';
import type { Block, BlockSource } from '../../src/core/document/block';
import type { BodyRequest } from '../../src/core/document/bodyRequest';
import type { SymbolKind } from '../../src/core/facts/fileFacts';
import type { ContentHash, FileContent } from '../../src/core/files/fileContent';
import type { RepoPath } from '../../src/core/files/repoPath';
import type { SourceEncoding } from '../../src/core/files/sourceEncoding';
import type { LeftOut } from '../../src/core/ignore/leftOut';
import type { CustomSlice, SliceRequest } from '../../src/core/slices/customSlice';
import type { ResolvedSlice } from '../../src/core/slices/resolvedSlice';
import type { SummaryEntry } from '../../src/core/summaries/entry';
import type { TokenEncoding } from '../../src/core/tokens/encoding';

export interface SnapshotFile {
  readonly path: string;
  readonly file: File;
}

/** The source of a workspace's bytes. A snapshot's files are handed over in slices by `addSnapshotFiles` before `open`. */
export type FolderSource =
  | { readonly kind: 'handle'; readonly handle: FileSystemDirectoryHandle }
  | { readonly kind: 'snapshot'; readonly name: string }
  | {
      readonly kind: 'memory';
      readonly name: string;
      readonly files: readonly { path: string; text: string }[];
    };

export interface OpenOptions {
  /** Key of the stored index; the same folder opened again has the same id. */
  readonly workspaceId: string;
  readonly encoding: TokenEncoding;
  /** The user's own patterns, in .gitignore syntax. */
  readonly userPatterns: string;
  /** The encodings that the user chose for files; all others are read as their bytes say. */
  readonly sourceEncodings: ReadonlyMap<RepoPath, SourceEncoding>;
  /** Whether summaries are kept between visits. */
  readonly keepSummaries: boolean;
}

/** One file, or one folder that is left out (nothing below it is listed then, unless `listIgnored` asks). */
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
  /** False while it comes from the stored index and the disk has not been asked yet. */
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

/** A line of an ignore file that was skipped, and why. */
export interface IgnoreProblem {
  readonly file: RepoPath | 'user';
  readonly line: number;
  readonly reason: string;
}

export type FolderFault =
  | { readonly kind: 'permission' }
  | { readonly kind: 'gone' }
  | { readonly kind: 'blocked'; readonly reason: string };

/** Why a run ended early. `broken`: the folder is fine, but a part of the app did not load or failed. */
export type RunFault = FolderFault | { readonly kind: 'broken'; readonly reason: string };

export type EngineEvent =
  | { readonly kind: 'entries'; readonly entries: readonly ScannedEntry[] }
  | { readonly kind: 'removed'; readonly ids: readonly number[] }
  | { readonly kind: 'indexed'; readonly files: readonly IndexedFile[] }
  | { readonly kind: 'progress'; readonly step: EngineStep; readonly done: number; readonly total: number }
  /** Nothing is left to do until the folder or a setting changes. `canceled`: stopped by the user, counts are incomplete. */
  | {
      readonly kind: 'idle';
      readonly timings: Timings;
      readonly canceled: boolean;
      readonly fromStore: number;
    }
  /** Summaries by rules of these files, as they are now, are kept from here on. */
  | { readonly kind: 'summaries-kept'; readonly files: readonly Pick<KeptSummary, 'path' | 'hash'>[] }
  /** Changes on the disk are told by the browser from now on. Without it, somebody has to ask by `refresh`. */
  | { readonly kind: 'watched' }
  | { readonly kind: 'ignore-problems'; readonly problems: readonly IgnoreProblem[] }
  /** A worker died and was replaced; `path` is set when a file was set aside for it. */
  | { readonly kind: 'worker-replaced'; readonly reason: string; readonly path?: RepoPath }
  /** The browser has no room left. `isStored`: caches were emptied, and now there is; else something was not stored. */
  | { readonly kind: 'storage-full'; readonly isStored: boolean }
  | { readonly kind: 'fault'; readonly fault: RunFault };

/** Lines of a block, cut to what a screen can show. `cut[i]` is the number of UTF-16 units missing at the end of line i. */
export interface BlockLines {
  readonly texts: readonly string[];
  readonly cut: readonly number[];
}

/** A block of the document to assemble. `lead` is the heading line printed before its body; empty for none. */
export type BlockToAssemble = Pick<Block, 'lead' | 'source'>;

export interface AssembledBlock {
  readonly source: BlockSource;
  /** Tokens of the block as it is printed, with its lead and the separator or end that follows. */
  readonly tokens: number;
  readonly bytes: number;
}

export interface AssembledDocument {
  readonly blob: Blob;
  readonly tokens: number;
  readonly bytes: number;
  readonly blocks: readonly AssembledBlock[];
  /** Files of the document that stand as a notice instead of their text, and why. */
  readonly leftOut: readonly { readonly path: RepoPath; readonly reason: string }[];
  /** The views that were not measured before, or that came out differently now. */
  readonly viewed: readonly MeasuredViews[];
  readonly timings: { readonly render: number; readonly assemble: number };
}

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
  /** True when more matches exist than the limit allowed. */
  readonly more: boolean;
}

/** `fresh`: written for this very call, `cached`: kept from an earlier one. */
export type SummaryOrigin = 'cached' | 'fresh';

/** A stored summary. `current` is false if it has an older version and is no longer used. */
export interface KeptSummary {
  readonly path: RepoPath;
  readonly hash: ContentHash;
  /** Which one by a model, see `writtenOf`; empty for the one by rules. */
  readonly written: string;
  readonly current: boolean;
}

/** Counts of what came from a store and what had to be made since the workers started. */
export interface CacheHits {
  readonly factsStored: number;
  readonly factsParsed: number;
  readonly summariesKept: number;
  readonly summariesMade: number;
  readonly viewsKept: number;
  readonly viewsMeasured: number;
}

/** Milliseconds that the workers have spent since they started, in sum: two at once count twice. */
export interface WorkTimes {
  readonly parse: number;
  readonly render: number;
}

export interface WorkDone {
  readonly hits: CacheHits;
  readonly times: WorkTimes;
}

/** How many symbols a file holds; `none` where its language is not known, or it cannot be parsed. */
export type SymbolCount = number | 'none';

/** The measure of a file in one view. */
export interface ViewMeasure {
  /** See `viewKey`. */
  readonly key: string;
  readonly block: BlockMeasure;
  /** Lines of the file that the view does not show, 1-based, inclusive; as start, end, start, end. */
  readonly gaps: readonly number[];
  readonly notes: readonly string[];
  /** Why the view shows less than was asked for. */
  readonly warnings: readonly string[];
  /** The places of its slices, in their order, in a view that shows slices. */
  readonly slices?: readonly ResolvedSlice[];
  /** The origin of the summary, in a view that shows one. */
  readonly summary?: SummaryOrigin;
  /** Why the view shows an error. */
  readonly failed?: string;
  /** Another attempt may give another view: parsing was given up, or slices are of an old text that may be kept or not. */
  readonly passing?: true;
}

export interface ViewsWanted {
  readonly path: RepoPath;
  readonly views: readonly ViewRequest[];
  /** Asks for the file's symbols as well. */
  readonly symbols?: true;
  /** Asks for its text, for a model that is to summarize it. */
  readonly text?: true;
  /** Asks how many there are. */
  readonly symbolCount?: true;
  /** Asks for no views, and so for no summary, of a file that has no symbols to count. */
  readonly onlyParsed?: true;
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
  /** Also told unasked, where it has come out on the way. */
  readonly symbolCount?: SymbolCount;
}

/** A file's normalized text and its outline; the outline is empty where nothing is known of its parts. */
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

/** `note` says why a file with a text has no symbols. */
export interface FileSymbols {
  readonly symbols: readonly SymbolInfo[];
  readonly note?: string;
}

export interface EngineApi {
  /** Starts what counting needs, before there is a folder; resolves when that has begun. */
  prepare(encoding: TokenEncoding): Promise<void>;
  addSnapshotFiles(files: readonly SnapshotFile[]): Promise<void>;
  /** Resolves when the first run is idle, canceled or at fault; everything found on the way comes as events. */
  open(source: FolderSource, options: OpenOptions, onEvent: (event: EngineEvent) => void): Promise<void>;
  /** Walks the folder again and reads what changed. */
  refresh(): Promise<void>;
  /** Stops the run under way; what is known stays. */
  cancel(): Promise<void>;
  setUserPatterns(patterns: string): Promise<void>;
  setEncoding(encoding: TokenEncoding): Promise<void>;
  /** Reads the files again whose chosen encoding changes. */
  setSourceEncodings(chosen: ReadonlyMap<RepoPath, SourceEncoding>): Promise<void>;
  /** If false, each summary is made again and none is stored. Stored ones stay. */
  setKeepSummaries(keep: boolean): Promise<void>;
  /** Everything kept of this folder's files. */
  keptSummaries(): Promise<readonly KeptSummary[]>;
  /** Resolves to false where they could not be stored. */
  keepSummaries(entries: readonly SummaryEntry[]): Promise<boolean>;
  workDone(): Promise<WorkDone>;
  /** Lists what lies directly in a folder that is left out, as `entries` events. */
  listIgnored(path: RepoPath): Promise<void>;
  /** Reads and counts these before all others: ticked files that are left out, large, or gone. */
  measureFiles(paths: readonly RepoPath[]): Promise<void>;
  /** Reads the files and measures views of them; a few hundred a call. */
  measureViews(wanted: readonly ViewsWanted[]): Promise<readonly MeasuredViews[]>;
  /**
   * Slices of these lines of a file as it is now, with all that finds them again; `fileHash` tells of which content. Its
   * text is kept for that. Undefined where the file has no text.
   */
  anchorSlices(path: RepoPath, wanted: readonly SliceRequest[]): Promise<readonly CustomSlice[] | undefined>;
  /** Makes the body of a text block and keeps it under a key. An empty body clears the key and has no measure. Latest wins. */
  setText(key: string, request: BodyRequest): Promise<BlockMeasure | undefined>;
  clearText(key: string): Promise<void>;
  /** The measure of a body without keeping it; undefined for an empty one. */
  measureText(request: BodyRequest): Promise<BlockMeasure | undefined>;
  /** Tokens of each text in the current encoding. */
  countTexts(texts: readonly string[]): Promise<readonly number[]>;
  /** Body lines [from, to) of a block, its heading and separator not included. */
  readLines(source: BlockSource, from: number, to: number): Promise<BlockLines>;
  /** Prints a plan. Text blocks that have been cleared meanwhile are left out. */
  assemble(plan: readonly BlockToAssemble[]): Promise<AssembledDocument>;
  /** Literal, case-insensitive. A new search ends the one before it, which then resolves to undefined. */
  search(sources: readonly BlockSource[], query: string, limit: number): Promise<SearchResult | undefined>;
  /** Fuzzy match over all listed paths; ids best first. */
  filter(query: string, limit: number): Promise<readonly number[]>;
  /** Ids of listed files whose path matches a glob; what is left out only where the glob names it without a wildcard. */
  matchGlob(glob: string): Promise<readonly number[]>;
}
