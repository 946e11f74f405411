import type { BlockMeasure, BlockRef } from '../../core/compose/block';
import type { ViewRequest } from '../../core/views/viewRequest';
import type { FileContent } from '../../core/files/fileContent';
import type { RepoPath } from '../../core/files/repoPath';

/** One block of the document as the screen needs it. */
export interface DocumentBlock {
  readonly key: string;
  /** Changes whenever the block's text does. */
  readonly version: string;
  readonly ref: BlockRef;
  readonly title: string;
  /** The section's heading, where this block is the first of a section that holds several. */
  readonly lead: string;
  readonly leadTokens: number;
  /** Lines of the body, the separator not included. */
  readonly lines: number;
  /** Counts the body and the separator after it, in every place; the lead and the document's end count extra. */
  readonly tokens: number;
  /** False while `tokens` is an estimate. */
  readonly exact: boolean;
}

/** What is known of the files, by the workspace. */
export interface FileFacts {
  /** Rises with every change of what is known; reading it makes a derived value follow. */
  revision(): number;
  /** True while the blocks are still to follow: all is counted anew, or very many files stand otherwise. */
  unsettled(): boolean;
  contentOf(path: RepoPath): FileContent | undefined;
  /** In bytes. */
  sizeOf(path: RepoPath): number | undefined;
  /** How a file stands in the document; undefined when it does not. */
  viewOf(path: RepoPath): ViewRequest | undefined;
  /** What the view of a content measures, once that is known. */
  measureOf(path: RepoPath, content: FileContent, view: ViewRequest): BlockMeasure | undefined;
}
