/** Messages between the page and the worker that reads conversations. Plain data only. */
import type { Discussion } from '../../src/core/conversation/discussion';
import type { SeenMessage } from '../../src/core/conversation/exchange';
import type { DiscussionFormat } from '../../src/core/conversation/formats';
import type { Besides, Emptiness, LeftOut } from '../../src/core/conversation/importers/importer';
import type { Extract } from '../../src/core/conversation/extractedSummary';

/** A conversation that was found, as a preview shows it. */
export interface FoundDiscussion {
  /** Empty if it has none. */
  readonly title: string;
  /** How many. */
  readonly messages: number;
  readonly besides?: Besides;
  /** How many others it has, by the reason why they are left out. */
  readonly leftOut: LeftOut;
  /** How many messages are taken without their reasoning. */
  readonly shortened: number;
  /** Empty if there are several discussions. */
  readonly first: readonly { readonly role: string; readonly line: string }[];
}

export type FoundConversations =
  | {
      readonly kind: 'found';
      readonly format: string;
      readonly discussions: readonly FoundDiscussion[];
      /** Discussions of which no message is left. */
      readonly empty: Emptiness;
      /** Files of an archive that are not read as conversations. Those that messages refer to are attached. */
      readonly otherFiles: number;
      /** Files of an archive that can't be read. `first` is the reason for one of them. */
      readonly unread: SomeFiles;
      /** Texts of an archive without conversations. `first` is the path of one of them. */
      readonly unknown: SomeFiles;
    }
  | { readonly kind: 'refused'; readonly reason: string };

export interface SomeFiles {
  readonly files: number;
  /** Describes one of them; empty if there is none. */
  readonly first: string;
}

/** Data that was taken out of a text. */
export interface TakenData {
  /** MIME type. */
  readonly type: string;
  /** If set, the text had this and the bytes as base64; else it had the bytes as UTF-8. */
  readonly head?: string;
  readonly blob: Blob;
}

/** A text in pieces, without its large data. */
export type TextPieces = readonly (string | TakenData)[];

export interface ReadMessage {
  /** If set, checkpoints of its discussion refer to the message by this. */
  readonly id?: string;
  readonly role: string;
  readonly content: TextPieces;
  /** Milliseconds since the epoch, if known. */
  readonly time?: number;
  readonly collapsed?: true;
  /** Why files of the message can't be read. Only their names are in the content. */
  readonly unread?: readonly string[];
}

export interface ConversationsApi {
  /** Reads the conversations in a file of any known format, and keeps them for `messages`. The last call wins. */
  read(source: Blob): Promise<FoundConversations>;
  /** Whether a file is an archive that a chat has exported. Rejects if it is damaged. */
  isExport(source: Blob): Promise<boolean>;
  /** Some messages of the discussion at `index`, from the message at `from`; empty after the last one. */
  messages(index: number, from: number): Promise<readonly ReadMessage[]>;
  takeOut(text: string): Promise<TextPieces>;
  /** The text of a file with a discussion. */
  write(discussion: Discussion, format: DiscussionFormat): Promise<string>;
  /** The lines that a summary of these messages can consist of. `earlier` is the summary that it folds in. */
  extract(messages: readonly SeenMessage[], earlier: string): Promise<Extract>;
}
