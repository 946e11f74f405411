import type { BlockMeasure } from '../../core/tokens/blockMeasure';
import type { ViewRequest } from '../../core/views/viewRequest';
import type { Block } from '../../core/document/block';
import type { BodyTokens } from '../../core/document/plan';
import type { FileContent } from '../../core/files/fileContent';
import type { RepoPath } from '../../core/files/repoPath';

/** One block of the document as the screen needs it. */
export interface DocumentBlock extends Block, BodyTokens {
  /** Changes whenever the block's text does. */
  readonly version: string;
  readonly title: string;
  readonly leadTokens: number;
  /** Lines of the body, the separator not included. */
  readonly lines: number;
  /** False while the tokens are an estimate. */
  readonly exact: boolean;
}

/** The lines of a body: the separator holds four line feeds; the body's last line has none of its own. */
export function bodyLines(measure: BlockMeasure): number {
  return measure.lines - 3;
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
