import type { BlockMeasure } from '../../core/tokens/blockMeasure';
import type { ViewRequest } from '../../core/views/viewRequest';
import type { Message } from '../../core/conversation/discussion';
import type { Block } from '../../core/document/block';
import type { BodyTokens } from '../../core/document/plan';
import type { PromptFacts, SectionInput } from '../../core/document/sections/section';
import type { FileContent } from '../../core/files/fileContent';
import type { RepoPath } from '../../core/files/repoPath';

/** One block of the document as the screen needs it. */
export interface DocumentBlock extends Block, BodyTokens {
  /** Changes whenever the text of the block does. */
  readonly version: string;
  readonly title: string;
  readonly leadTokens: number;
  /** Lines of the body without the separator. */
  readonly lines: number;
  /** False while the tokens are an estimate. */
  readonly exact: boolean;
}

/** Lines of a body without its separator. The first of the separator's four line feeds ends the body's last line. */
export function bodyLines(measure: BlockMeasure): number {
  return measure.lines - 3;
}

/** The workspace's facts that the document depends on, besides the composition. */
export interface DocumentFacts extends FileFacts {
  /** The messages of the current discussion; another list when they change. */
  messages(): readonly Message[];
  /** The message that the user has pinned to the end of it; empty for none. */
  workspaceMessage(): string;
  prompt(): PromptFacts;
  /** The attachments to print instead of the references in these texts. */
  attachedTo: SectionInput['attachedTo'];
}

/** The workspace's facts about files. */
export interface FileFacts {
  /** Incremented when a fact changes; reading it makes a derived value depend on all facts. */
  revision(): number;
  /** True while blocks are out of date: during a recount, or while very many file blocks are being updated. */
  unsettled(): boolean;
  contentOf(path: RepoPath): FileContent | undefined;
  /** In bytes. */
  sizeOf(path: RepoPath): number | undefined;
  /** The view of a file in the document; undefined if it is not in the document. */
  viewOf(path: RepoPath): ViewRequest | undefined;
  /** The measure of a view; undefined until it is known. */
  measureOf(path: RepoPath, content: FileContent, view: ViewRequest): BlockMeasure | undefined;
}
