import type { ForeignMessage } from '../foreignMessage';

/** A discussion from outside. */
export interface ForeignDiscussion {
  /** Empty if it has none. */
  readonly title: string;
  readonly messages: readonly ForeignMessage[];
  /** Messages of branches that are not read. */
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
  /** Undefined if the text is in another format. */
  read(source: ImportedText): readonly ForeignDiscussion[] | undefined;
}
