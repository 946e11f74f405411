import type { DiscussionParts } from '../discussion';
import type { ForeignMessage } from '../foreignMessage';

/** The parts of a discussion besides its messages. A checkpoint is stale if its hash is empty. */
export type Besides = Pick<DiscussionParts, 'workspaceMessage' | 'checkpoints'>;

/** A discussion from outside. */
export interface ForeignDiscussion {
  /** Empty if it has none. */
  readonly title: string;
  readonly messages: readonly ForeignMessage[];
  readonly besides?: Besides;
  /** Number of skipped messages: those on other branches, and those without a text. */
  readonly leftOut?: number;
}

/** A text to import. `data` is its value if it is JSON or TOML. */
export interface ImportedText {
  readonly text: string;
  readonly data: unknown;
}

/** A format of conversations. */
export interface ConversationImporter {
  /** Names the format on screens. */
  readonly name: string;
  /** Undefined if the text is in another format; empty if it is in this one and has no messages. */
  read(source: ImportedText): readonly ForeignDiscussion[] | undefined;
}

/** Creates a discussion of the messages that have a text. `others` counts the messages already left out. */
export function withTexts(
  title: unknown,
  messages: readonly ForeignMessage[],
  others = 0,
): ForeignDiscussion & { readonly leftOut: number } {
  const kept = messages.filter(({ content }) => content.trim() !== '');
  return {
    title: typeof title === 'string' ? title.toWellFormed() : '',
    messages: kept,
    leftOut: others + messages.length - kept.length,
  };
}
