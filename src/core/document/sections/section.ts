import type { AttachedText } from '../../attachments/attachment';
import type { Message } from '../../conversation/discussion';
import type { RepoPath } from '../../files/repoPath';
import type { CompositionOptions } from '../../settings/compositionOptions';
import type { ReadUrl } from '../../urls/pageText';
import type { BodyRequest, SymbolMapRequest } from '../bodyRequest';

/** The parts of the system prompt that the composition does not have. */
export interface PromptFacts {
  /** Name of the folder. */
  readonly folder: string;
  /** The user's instructions for all folders. */
  readonly globalInstructions: string;
  /** Identifies the current summary of a file by a model, if there is one. */
  writtenOf(path: RepoPath): string | undefined;
}

/** The part of a composition that sections are made from. */
export interface SectionInput extends PromptFacts {
  readonly options: CompositionOptions;
  /** Ticked files in document order, including those left out of the document. */
  readonly paths: readonly RepoPath[];
  readonly notIncluded: readonly RepoPath[];
  /** The files among `paths` whose full text is in the document. */
  shownInFull(): readonly RepoPath[];
  /** The messages of the current discussion. */
  readonly messages: readonly Message[];
  /** The message that the user has pinned to its end; empty for none. */
  readonly workspaceMessage: string;
  /** The texts of addresses in the task, in order. The same list until one changes. */
  readonly readUrls: readonly ReadUrl[];
  /** Whether the project's file says that the document has the issues of the Beads tracker. */
  readonly projectUsesBeads: boolean;
  /** The symbol map that the discussion was shown last. */
  readonly mapBefore: MapBefore;
  /** The attachments to print instead of the references in these texts. */
  attachedTo(texts: readonly ReferringText[]): readonly AttachedText[];
  /** An attachment by its name, whether or not a document has had it. Undefined before they are loaded. */
  attachment(name: string): AttachedText | undefined;
}

/** A symbol map that was handed over, see `SymbolMapRequest`. */
export type MapBefore = Pick<SymbolMapRequest, 'aliases' | 'printed'>;

/** A text that may refer to attachments. */
export type ReferringText = string | Pick<Message, 'content'>;

/** A part of the document. */
export interface Section {
  readonly id: string;
  /** Name on screens. */
  readonly title: string;
  /** Whether it belongs to the part that stays the same between turns and can be copied alone. */
  readonly isStatic: boolean;
  /** True if the body is a heading and one fenced block, without the user's Markdown. */
  readonly isFenced?: true;
  /** The heading above its blocks; none if it is part of the body. */
  readonly heading?: string;
  /** The request for the texts of a section; undefined leaves the section out. */
  readonly body?: (input: SectionInput) => BodyRequest | undefined;
}
