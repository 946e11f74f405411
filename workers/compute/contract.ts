/**
 * The interface between engine and compute workers. File bytes are transferred to the compute worker; a text leaves it
 * only for a model.
 */
import type { ReadIssues } from '../../src/core/beads/readIssues';
import type { BlockMeasure } from '../../src/core/tokens/blockMeasure';
import type { ViewRequest } from '../../src/core/views/viewRequest';
import type { ContentHash, FileContent } from '../../src/core/files/fileContent';
import type { RepoPath } from '../../src/core/files/repoPath';
import type { BodyFinding } from '../../src/core/secrets/secretsInBody';
import type { SourceEncoding } from '../../src/core/files/sourceEncoding';
import type { PartLimits } from '../../src/core/parts/chatProfile';
import type { BlockToSplit } from '../../src/core/parts/longBlock';
import type { SplitDocument } from '../../src/core/parts/part';
import type { WeighedTerm } from '../../src/core/ranking/fieldScores';
import type { FileTerms } from '../../src/core/ranking/fileTerms';
import type { WindowTerms } from '../../src/core/ranking/windowTerms';
import type { Few, Reference } from '../../src/core/references/symbolMap/mapBlock';
import type { ModuleFacts } from '../../src/core/references/moduleFacts';
import type { FoundInText } from '../../src/core/search/findLines';
import type { TextQuery } from '../../src/core/search/textQuery';
import type { CustomSlice, SliceRequest } from '../../src/core/slices/customSlice';
import type { SummaryEntry } from '../../src/core/summaries/entry';
import type { PackedSymbols } from '../../src/core/symbols/packedSymbols';
import type { TokenEncoding } from '../../src/core/tokens/encoding';
import type { Differences } from '../../src/core/update/differences';
import type { DiffUse } from '../../src/core/update/diffUse';
import type { UpdateBlock } from '../../src/core/update/updateBlock';
import type { CacheHits, WorkTimes } from '../engine/contract';
import type { BlockLines, FileSymbols, FileText, SymbolCount, ViewMeasure } from '../engine/documentContract';
import type { NamePlaces } from '../engine/searchContract';
import type { Patience } from './parseLimits';

export interface FileBytes {
  readonly path: RepoPath;
  /** The files of a batch may share a buffer. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The encoding chosen by the user; without one, the bytes decide. */
  readonly readAs?: SourceEncoding;
  /** The hash of the text, if these exact bytes are known to decode to it. */
  readonly hash?: ContentHash;
  /** The reason not to parse the text: parsing it has killed workers. */
  readonly unparsed?: string;
  /** How long to parse it: longer if that has produced facts before, or for a document that leaves the app. */
  readonly patience?: Patience;
  /** No summary by rules is stored for it, so none needs to be looked up. */
  readonly unsummarized?: true;
}

/** The result for a file's summary by rules; empty if none was requested or none must be kept. */
export interface SummaryNews {
  /** Hash of the content whose summary was found in the store. */
  readonly kept?: ContentHash;
  /** A new summary for the caller to store: a worker that waits for the database does nothing else. */
  readonly made?: SummaryEntry;
}

/**
 * `known` is what an earlier reading returned for this view in the same encoding. Its measure is valid while the hash
 * matches.
 */
export interface FileToRender extends FileBytes {
  readonly view: ViewRequest;
  readonly known?: { readonly hash: ContentHash; readonly block: BlockMeasure };
}

export interface RenderedFile extends SummaryNews {
  /** Length in UTF-8 bytes of the block's body within the batch's bytes. */
  readonly length: number;
  /** SHA-256 of the body. */
  readonly hash: string;
  readonly block: BlockMeasure;
  /** The result of reading the file, unless it was already known. */
  readonly content?: FileContent;
  /** Omitted if it was known, and for the full text. */
  readonly measure?: ViewMeasure;
  readonly symbolCount?: SymbolCount;
  /** Omitted if there are none. */
  readonly secrets?: BodySecrets;
}

export interface TextToSearch {
  /** Decides about the severity; may be empty. */
  readonly path: string;
  readonly text: string;
}

/** The secrets of a body, with offsets in UTF-16 units; or why it could not be searched for them. */
export type BodySecrets = readonly BodyFinding[] | { readonly unscanned: string };

export interface FileToView extends FileBytes {
  readonly views: readonly ViewRequest[];
  readonly symbols?: true;
  readonly text?: true;
  readonly symbolCount?: true;
  readonly onlyParsed?: true;
  readonly summary?: string;
}

/** The measures in the requested order. Without a hash, the file has no text and no views. */
export interface ViewedFile extends SummaryNews {
  readonly hash?: ContentHash;
  readonly views: readonly ViewMeasure[];
  readonly symbols?: FileSymbols;
  readonly text?: FileText;
  /** Also included unrequested if known anyway. */
  readonly symbolCount?: SymbolCount;
  readonly summary?: string;
}

/** The bodies of a batch, concatenated. */
export interface RenderedFiles {
  readonly bytes: ArrayBuffer;
  readonly files: readonly RenderedFile[];
}

/**
 * A file's text that the worker may still hold. The key changes with the file. `bytes` are sent if the worker does not
 * hold it.
 */
export interface TextRequest {
  readonly key: string;
  readonly path: RepoPath;
  readonly view: ViewRequest;
  readonly bytes?: Uint8Array<ArrayBuffer>;
  readonly readAs?: SourceEncoding;
  readonly unparsed?: string;
  readonly patience?: Patience;
}

export interface LineMatch {
  /** 0-based line in the block's body, and UTF-16 column. */
  readonly line: number;
  readonly column: number;
  readonly length: number;
}

export interface LinesRead extends SummaryNews {
  readonly lines: BlockLines;
}

export interface TextMatches extends SummaryNews {
  readonly matches: readonly LineMatch[];
}

/** A content that may have stored facts. */
export type KnownContent = Pick<FileBytes, 'path'> & { readonly hash: ContentHash };

/**
 * The symbols of a content. `none`: its language has no rules. `unparsed`: it could not be parsed; `lasting` if every
 * attempt would fail.
 */
export type ContentSymbols =
  | { readonly kind: 'symbols'; readonly symbols: PackedSymbols }
  | { readonly kind: 'none' }
  | { readonly kind: 'unparsed'; readonly lasting: boolean };

/** Data for ranking and references about a file; `none` if it has no text or can't be read now. */
export type ContentReferences =
  ({ readonly kind: 'references' } & KnownReferences) | { readonly kind: 'none' };

export interface KnownReferences {
  readonly terms: FileTerms;
  readonly modules: ModuleFacts;
  /** The file's text if it is a manifest. */
  readonly manifest?: string;
}

/** Hashes of names to find in a content. */
export interface NamesWanted extends KnownContent {
  readonly names: Uint32Array;
}

/** Data for a block of the symbol map beyond the file's facts. Names are hashed. */
export interface MapBlockWanted {
  readonly outside: readonly string[];
  readonly inside: readonly string[];
  readonly users: Few<RepoPath>;
  readonly references: ReadonlyMap<number, Few<Reference>>;
  readonly definers: ReadonlyMap<number, RepoPath>;
}

export interface MapBlock {
  /** The text, with marked paths. */
  readonly block: string;
  /** SHA-256 of its structure (see `structureOf`), in hexadecimal. */
  readonly structure: string;
  readonly tokens: number;
}

/** The result of reading a file. Without a hash, the file has no text. */
export interface ReadContent<T> {
  readonly hash?: ContentHash;
  readonly found: T;
}

/** The work of a worker since it started. */
export interface WorkerDone {
  readonly hits: Omit<CacheHits, 'viewsKept' | 'viewsMeasured'>;
  readonly times: WorkTimes;
}

/** The key under which a workspace's summaries are stored; if undefined, they are not stored. */
export type SummaryShelf = string | undefined;

/** Which lines of a file to slice. */
export interface Focus {
  readonly terms: readonly WeighedTerm[];
  /** Shares of a file's lines, each from 0 to 1. */
  readonly shares: readonly number[];
  readonly tag: string;
}

/** The parts of an update. `bodies` are those of `neededBodies`, by their hash, unless they are gone. */
export interface UpdateToRender {
  readonly differences: Differences;
  readonly diffs: DiffUse;
  readonly bodies: ReadonlyMap<string, string>;
}

export interface ComputeApi {
  /** Loads the vocabulary of an encoding. */
  prepare(encoding: TokenEncoding): Promise<void>;
  /** The content of each file, in order. Never rejects because of a file: one that cannot be read is `failed`. */
  index(encoding: TokenEncoding, files: readonly FileBytes[]): Promise<readonly FileContent[]>;
  render(
    encoding: TokenEncoding,
    files: readonly FileToRender[],
    shelf: SummaryShelf,
  ): Promise<RenderedFiles>;
  /** The secrets of texts that are not blocks of files, in order. */
  findSecrets(texts: readonly TextToSearch[]): Promise<readonly (BodySecrets | undefined)[]>;
  /** Measures each file in each of the requested views. */
  measureViews(
    encoding: TokenEncoding,
    files: readonly FileToView[],
    shelf: SummaryShelf,
  ): Promise<readonly ViewedFile[]>;
  /** The symbols of these contents, without reading or parsing them. Undefined for a content that has to be parsed. */
  storedSymbols(contents: readonly KnownContent[]): Promise<readonly (ContentSymbols | undefined)[]>;
  /** The symbols of these files, which are parsed unless their facts are stored. */
  readSymbols(files: readonly FileBytes[]): Promise<readonly ReadContent<ContentSymbols>[]>;
  readReferences(files: readonly FileBytes[]): Promise<readonly ReadContent<ContentReferences>[]>;
  /** The places of these names in each content, from its stored facts; undefined if no facts are stored. */
  namePlaces(contents: readonly NamesWanted[]): Promise<readonly (readonly NamePlaces[] | undefined)[]>;
  /** Like `namePlaces`, for files whose facts are not stored; `names` has an entry per file. */
  readNamePlaces(
    files: readonly FileBytes[],
    names: readonly Uint32Array[],
  ): Promise<readonly (readonly NamePlaces[])[]>;
  /** A block of the symbol map for each content; undefined if its facts are not stored and the file must be read. */
  mapBlocks(
    encoding: TokenEncoding,
    wanted: readonly (KnownContent & MapBlockWanted)[],
  ): Promise<readonly (MapBlock | undefined)[]>;
  readMapBlocks(
    encoding: TokenEncoding,
    files: readonly FileBytes[],
    wanted: readonly MapBlockWanted[],
  ): Promise<readonly MapBlock[]>;
  /** Undefined for files without text. */
  readWindowTerms(files: readonly FileBytes[]): Promise<readonly ReadContent<WindowTerms | undefined>[]>;
  /**
   * Creates slices of each file's lines that match the terms best, a list per share, and stores the texts. The lists of a
   * file without text or match are empty.
   */
  focusFiles(
    files: readonly FileBytes[],
    focus: Focus,
  ): Promise<readonly (readonly (readonly CustomSlice[])[])[]>;
  /** Creates slices of these lines of a file and stores its text; undefined if it has none. */
  anchorSlices(file: FileBytes, wanted: readonly SliceRequest[]): Promise<readonly CustomSlice[] | undefined>;
  /** Reads an export of the Beads tracker. Resolves to the reason if it is no text. */
  readIssues(bytes: Uint8Array): Promise<ReadIssues | string>;
  /** Measures bodies that are not files: sections and notices. */
  measureBodies(encoding: TokenEncoding, bodies: readonly string[]): Promise<readonly BlockMeasure[]>;
  /** The blocks of an update. Rejects if the body of a present block is gone. */
  renderUpdate(encoding: TokenEncoding, update: UpdateToRender): Promise<readonly UpdateBlock[]>;
  countTokens(encoding: TokenEncoding, text: string): Promise<number>;
  /** A summary by rules of a document. */
  summarizeDocument(encoding: TokenEncoding, markdown: string): Promise<string>;
  splitDocument(
    encoding: TokenEncoding,
    blocks: readonly BlockToSplit[],
    limits: PartLimits,
  ): Promise<SplitDocument>;
  /** Lines [from, to) of the body of a file's block; undefined if the text is not held and no bytes were sent. */
  readLines(text: TextRequest, from: number, to: number, shelf: SummaryShelf): Promise<LinesRead | undefined>;
  /** The first `limit` matches in each text; undefined for a text that is not held. */
  search(
    texts: readonly TextRequest[],
    query: string,
    limit: number,
    shelf: SummaryShelf,
  ): Promise<readonly (TextMatches | undefined)[]>;
  /** The first `limit` matches in the texts of these files; undefined for a file without text. */
  findInFiles(
    files: readonly FileBytes[],
    query: TextQuery,
    limit: number,
  ): Promise<readonly (FoundInText | undefined)[]>;
  workDone(): Promise<WorkerDone>;
  /** Resolves as soon as the worker is not blocked. */
  ping(): Promise<void>;
}
