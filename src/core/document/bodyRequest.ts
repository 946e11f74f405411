import type { AttachedText } from '../attachments/attachment';
import type { Message } from '../conversation/discussion';
import type { RepoPath } from '../files/repoPath';
import type { PromptForm } from '../prompt/workspaceList';
import type { DiffStart, ImageForm } from '../settings/settings';
import type { DocumentForm } from '../sources/addedDocument';
import type { AddedFile } from '../sources/addedFile';
import type { ReadUrl } from '../urls/pageText';

/** Asks the engine for the texts of a section. */
export type BodyRequest =
  /** The user's Markdown texts, one below the other; empty if all are blank. */
  | {
      readonly kind: 'markdown';
      readonly heading: string;
      readonly texts: readonly string[];
      /** Printed instead of references to these attachments. */
      readonly attached?: readonly AttachedText[];
    }
  | PromptRequest
  | DiscussionRequest
  | FileTreeRequest
  | SymbolMapRequest
  | ScreenshotsRequest
  | GitChangesRequest
  | GitLogRequest
  | BeadsRequest
  | DocumentsRequest
  | UrlsRequest;

/** The system prompt as a section, or as a message, which has no heading. */
export interface PromptRequest {
  readonly kind: 'prompt';
  readonly heading: string;
  readonly form: PromptForm;
  /** In order; blank ones add nothing. */
  readonly sources: readonly PromptSource[];
}

/** The text of a part of the prompt, or the files to list in it. */
export type PromptSource = string | WorkspaceSource;

export interface WorkspaceSource {
  readonly name: string;
  readonly files: readonly FileToList[];
}

export interface FileToList {
  readonly path: RepoPath;
  /** Identifies a model's summary to use, as in `ViewRequest`. */
  readonly written?: string;
}

export interface DiscussionRequest {
  readonly kind: 'discussion';
  readonly messages: readonly Message[];
  /** Printed instead of references to these attachments. */
  readonly attached: readonly AttachedText[];
}

export interface FileTreeRequest {
  readonly kind: 'fileTree';
  readonly heading: string;
  /** All listed files that are not left out, or `paths` alone. */
  readonly scope: 'all' | 'selected';
  readonly paths: readonly RepoPath[];
  /** Paths to leave out of the tree. */
  readonly except: readonly RepoPath[];
  /** Whether to add line and symbol counts to `paths`, which requires parsing them. */
  readonly figures: boolean;
}

/** The symbol map of these paths, or of all listed files except some. */
export interface SymbolMapRequest {
  readonly kind: 'symbolMap';
  readonly heading: string;
  readonly paths?: readonly RepoPath[];
  readonly except?: readonly RepoPath[];
  /** The maximum number of tokens for all blocks. The most used files come first. */
  readonly tokens: number;
  /** Asks for a text per file and one for the legend, without the heading. Their references name files, not lines. */
  readonly form?: 'apart';
  /** For a map apart: the only folders to alias, in order. Without them, the map decides. */
  readonly aliases?: readonly string[];
  /** For a map apart: the blocks of the last document. */
  readonly printed?: readonly PrintedBlock[];
}

export interface ScreenshotsRequest {
  readonly kind: 'screenshots';
  readonly form: ImageForm;
  /** In order, each source once. */
  readonly images: readonly ImageToShow[];
}

export interface ImageToShow extends AddedFile {
  /** Absent for a file of the folder. */
  readonly attached?: AttachedText;
}

/** The diffs of the folder's repository: of what is not committed, of one commit, or both. */
export interface GitChangesRequest {
  readonly kind: 'gitChanges';
  readonly heading: string;
  /** The start of the comparison; undefined leaves uncommitted work out. */
  readonly since?: DiffStart;
  /** A commit as git names it, such as `4f2a1b9` or `v1.2`; empty for none. */
  readonly commit: string;
}

export interface GitLogRequest {
  readonly kind: 'gitLog';
  readonly heading: string;
  /** The maximum number of commits. */
  readonly count: number;
}

/** The issues of the Beads tracker in the folder. */
export interface BeadsRequest {
  readonly kind: 'beads';
  readonly heading: string;
}

/** Documents as Markdown, each a block. */
export interface DocumentsRequest {
  readonly kind: 'documents';
  readonly documents: readonly DocumentToShow[];
}

export interface DocumentToShow {
  /** See `AddedDocument`. */
  readonly source: string;
  readonly form: DocumentForm;
  /** A file of the folder by its path, or an attachment. */
  readonly file: RepoPath | AttachedText;
}

/** The texts of addresses in the task. */
export interface UrlsRequest {
  readonly kind: 'urls';
  readonly pages: readonly ReadUrl[];
}

/** A block of a symbol map that was handed over. */
export interface PrintedBlock {
  readonly path: RepoPath;
  /** The hash of its structure. */
  readonly structure: string;
  /** SHA-256 of its body, in hexadecimal. */
  readonly body: string;
}

/** Engine events that can change the body of an unchanged request. `ended`: the engine has followed the disk. */
export type EngineNews = 'listed' | 'read' | 'ended' | 'git';

export function isStaleAfter(request: BodyRequest, news: EngineNews): boolean {
  if (request.kind === 'prompt')
    return news === 'read' && request.sources.some((source) => typeof source !== 'string');
  if (request.kind === 'gitChanges' || request.kind === 'gitLog') return news === 'git';
  if (request.kind === 'beads' || request.kind === 'documents') return news === 'ended';
  if (request.kind === 'screenshots')
    return news === 'ended' && request.images.some(({ attached }) => attached === undefined);
  if (news === 'ended' || news === 'git') return false;
  if (request.kind === 'symbolMap') return true;
  if (request.kind !== 'fileTree') return false;
  return news === 'listed' ? request.scope === 'all' : request.figures;
}

/** Whether two requests give the same body, apart from engine news. */
export function isSameRequest(one: BodyRequest | undefined, other: BodyRequest | undefined): boolean {
  return isSameValue(one, other);
}

/** Requests are plain data. Most of their parts are the same objects as long as they have not changed. */
function isSameValue(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  const entries = Object.entries(one);
  const others = other as Readonly<Record<string, unknown>>; // compared by key
  return (
    entries.length === Object.keys(others).length &&
    entries.every(([key, value]) => isSameValue(value, others[key]))
  );
}
