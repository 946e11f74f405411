/** The part of the engine's contract for the document: views of files, texts, and what can be made of them. */
import type { BlockMeasure } from '../../src/core/tokens/blockMeasure';
import type { ViewRequest } from '../../src/core/views/viewRequest';
import type { Block } from '../../src/core/document/block';
import type { ImageToShow } from '../../src/core/document/bodyRequest';
import type { SentBlock } from '../../src/core/document/turn';
import type { ImageHeader } from '../../src/core/images/imageHeader';
import type { SymbolKind } from '../../src/core/facts/fileFacts';
import type { ContentHash } from '../../src/core/files/fileContent';
import type { RepoPath } from '../../src/core/files/repoPath';
import type { ResolvedSlice } from '../../src/core/slices/resolvedSlice';
import type { SpokenMessage } from '../../src/core/apiMessages/messageTypes';
import type { RefusedBlocks } from '../../src/core/apiMessages/block';
import type { ClassicInput, FlatInput } from '../../src/core/apiMessages/inputs';
import type { MessagesFormat } from '../../src/core/apiMessages/format';
import type { StabilityTier } from '../../src/core/tiers/tier';
import type { PresentBlock, SeenBlock } from '../../src/core/update/differences';
import type { DiffUse } from '../../src/core/update/diffUse';
import type { DocumentFacts } from './sourceContract';
import type { TokenEncoding } from '../../src/core/tokens/encoding';

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
  /** Of a screenshot: the image, or why it can't be shown, as the end of a sentence. */
  readonly image?: ImageFacts | string;
  /** The blocks of a symbol map that is one text, in order. */
  readonly items?: readonly MapItem[];
  /** The folders that have an alias, in order; only of the legend of a symbol map apart. */
  readonly aliases?: readonly string[];
  /** The block as it was last handed over, if only places and references have changed since. Kept under `printedKey`. */
  readonly printed?: MeasuredBody;
  /** True if the text last handed over differs, but is no longer kept. */
  readonly lacksEarlierForm?: true;
  /** The result of converting the document that it shows. */
  readonly document?: DocumentFacts;
}

/** An image file. */
export interface ImageFacts extends ImageHeader {
  readonly bytes: number;
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

/** The user's decisions about secrets, by fingerprint: the HMAC-SHA-256 of the value. Values are never stored. */
export interface SecretDecisions {
  /** The key of the HMAC, in hexadecimal. */
  readonly salt: string;
  /** The masks of values to mask; empty for one that has none yet. */
  readonly masked: ReadonlyMap<string, string>;
  /** Values that may be handed over. */
  readonly allowed: ReadonlySet<string>;
  /** Whether values without a decision are masked, too. Otherwise they hold the document back. */
  readonly masksAll: boolean;
  /** Whether all values may be handed over. */
  readonly isOff: boolean;
}

/** `open`: the user has to decide. `info`: public by design, or in tests and docs. */
export type SecretDecision = 'open' | 'masked' | 'allowed' | 'info';

/** A secret in a block or another text. Its value stays in the engine. */
export interface FoundSecret {
  /** The key of the block or text. */
  readonly key: string;
  readonly path?: RepoPath;
  /** See `secretKindName`; `unscanned` for a text that could not be searched. */
  readonly kind: string;
  readonly severity: 'secret' | 'info';
  /** 1-based line of the block's body. */
  readonly line: number;
  /** 1-based line of the file, if the block is a file's. */
  readonly fileLine?: number;
  /** The ends of the value; for an unscanned block, why. */
  readonly ends: string;
  readonly fingerprint: string;
  readonly decision: SecretDecision;
  /** The placeholder in its place, if it is masked. */
  readonly mask?: string;
}

/** A text outside the document that is to leave the app. */
export interface LeavingText {
  /** Names it for the user. */
  readonly key: string;
  readonly path?: RepoPath;
  readonly text: string;
}

export interface MaskedTexts {
  /** In order, with masks; empty if one of the secrets is open. */
  readonly texts: readonly string[];
  readonly secrets: readonly FoundSecret[];
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
  /** In the order of the document. If one of them is open, there is no text and no block. */
  readonly secrets: readonly FoundSecret[];
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
  readonly blocks: readonly SentBlock[];
  readonly secrets: readonly FoundSecret[];
}

/** An earlier document as it was, with masks for secrets that the user has masked since. */
export interface KeptDocument {
  /** Empty if one of the secrets is open. */
  readonly blob: Blob;
  readonly secrets: readonly FoundSecret[];
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
    Pick<FlatInput, 'systemTokens' | 'taskTokens' | 'lastKept' | 'minimum'> {
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
  | {
      readonly kind: 'symbol' | 'file' | 'tree' | 'other';
      readonly hash: string;
      readonly image?: ImageInMessage;
    }
  | ({ readonly kind: 'history' } & SpokenMessage)
);

/** A screenshot, which messages have as an image. */
export interface ImageInMessage extends Pick<ImageToShow, 'source' | 'attached'> {
  /** The block's body with a link, whatever the document has. */
  readonly link: string;
}

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
