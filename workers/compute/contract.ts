/** What the engine worker asks of a compute worker. File bytes are transferred to it; a text leaves it only for a model. */
import type { BlockMeasure } from '../../src/core/compose/block';
import type { ViewRequest } from '../../src/core/views/viewRequest';
import type { ContentHash, FileContent } from '../../src/core/files/fileContent';
import type { RepoPath } from '../../src/core/files/repoPath';
import type { SourceEncoding } from '../../src/core/files/sourceEncoding';
import type { CustomSlice, SliceRequest } from '../../src/core/slices/customSlice';
import type { SummaryEntry } from '../../src/core/summaries/entry';
import type { TokenEncoding } from '../../src/core/tokens/encoding';
import type {
  BlockLines,
  CacheHits,
  FileSymbols,
  FileText,
  SymbolCount,
  ViewMeasure,
  WorkTimes,
} from '../engine/contract';
import type { Patience } from './parseLimits';

export interface FileBytes {
  readonly path: RepoPath;
  readonly bytes: ArrayBuffer;
  /** The encoding that the user chose; left out, the bytes decide. */
  readonly readAs?: SourceEncoding;
  /** Of the text, where it is known that these very bytes give it. */
  readonly hash?: ContentHash;
  /** Why the text must not be parsed: parsing it has killed workers. */
  readonly unparsed?: string;
  /** How long to parse it: patiently once that has given facts, or for a document that leaves the app. */
  readonly patience?: Patience;
  /** No summary of it by rules is stored: none has to be looked for. */
  readonly unsummarized?: true;
}

/** What has come of a file's summary by rules; nothing where none was wanted, or none is to be kept. */
export interface SummaryNews {
  /** The content of which it was found in the store. */
  readonly kept?: ContentHash;
  /** Written now, and to be stored by who has asked: a worker that waits for the database does nothing else. */
  readonly made?: SummaryEntry;
}

/** `known`: what an earlier reading told of this view in the same encoding; its measure stands as long as the hash does. */
export interface FileToRender extends FileBytes {
  readonly view: ViewRequest;
  readonly known?: { readonly hash: ContentHash; readonly block: BlockMeasure };
}

export interface RenderedFile extends SummaryNews {
  /** UTF-8 bytes of the block's body within the batch's bytes. */
  readonly length: number;
  readonly block: BlockMeasure;
  /** What reading told, unless it is what was known already. */
  readonly content?: FileContent;
  /** Left out if it was known, or for the full text. */
  readonly measure?: ViewMeasure;
  readonly symbolCount?: SymbolCount;
}

export interface FileToView extends FileBytes {
  readonly views: readonly ViewRequest[];
  readonly symbols?: true;
  readonly text?: true;
  readonly symbolCount?: true;
  readonly onlyParsed?: true;
}

/** The measures in the order asked for; without a hash the file has no text, and no views. */
export interface ViewedFile extends SummaryNews {
  readonly hash?: ContentHash;
  readonly views: readonly ViewMeasure[];
  readonly symbols?: FileSymbols;
  readonly text?: FileText;
  /** Also told unasked, where it has come out on the way. */
  readonly symbolCount?: SymbolCount;
}

/** The bodies of a batch, one after another. */
export interface RenderedFiles {
  readonly bytes: ArrayBuffer;
  readonly files: readonly RenderedFile[];
}

/** A file's text as the worker may still hold it. The key changes when the file does; `bytes` are sent when it does not hold it. */
export interface TextRequest {
  readonly key: string;
  readonly path: RepoPath;
  readonly view: ViewRequest;
  readonly bytes?: ArrayBuffer;
  readonly readAs?: SourceEncoding;
  readonly unparsed?: string;
  readonly patience?: Patience;
}

export interface LineMatch {
  /** 0-based line of the block's body, and UTF-16 column. */
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

/** What a worker has done since it started. */
export interface WorkerDone {
  readonly hits: Omit<CacheHits, 'viewsKept' | 'viewsMeasured'>;
  readonly times: WorkTimes;
}

/** Where the summaries of a workspace are kept; undefined: nowhere, each is made anew. */
export type SummaryShelf = string | undefined;

export interface ComputeApi {
  /** Loads what counting in an encoding needs. */
  prepare(encoding: TokenEncoding): Promise<void>;
  /** What each file holds, in the order given. Never rejects for a file: what cannot be read is `failed`. */
  index(encoding: TokenEncoding, files: readonly FileBytes[]): Promise<readonly FileContent[]>;
  render(
    encoding: TokenEncoding,
    files: readonly FileToRender[],
    shelf: SummaryShelf,
  ): Promise<RenderedFiles>;
  /** What each file would be in each of the views asked for. */
  measureViews(
    encoding: TokenEncoding,
    files: readonly FileToView[],
    shelf: SummaryShelf,
  ): Promise<readonly ViewedFile[]>;
  /** Slices of these lines of a file as it is, whose text is kept; undefined where it has none. */
  anchorSlices(file: FileBytes, wanted: readonly SliceRequest[]): Promise<readonly CustomSlice[] | undefined>;
  /** Measures bodies that are not files: sections and notices. */
  measureBodies(encoding: TokenEncoding, bodies: readonly string[]): Promise<readonly BlockMeasure[]>;
  countTokens(encoding: TokenEncoding, text: string): Promise<number>;
  /** Body lines [from, to) of a file's block; undefined when the text is not held and no bytes came. */
  readLines(text: TextRequest, from: number, to: number, shelf: SummaryShelf): Promise<LinesRead | undefined>;
  /** The first `limit` matches in each text; undefined for a text that is not held. */
  search(
    texts: readonly TextRequest[],
    query: string,
    limit: number,
    shelf: SummaryShelf,
  ): Promise<readonly (TextMatches | undefined)[]>;
  workDone(): Promise<WorkerDone>;
  /** Answered as soon as nothing holds the worker up. */
  ping(): Promise<void>;
}
