/** A way in which replies and files go wrong between a model and the disk. */
import type { Row } from './rows';
import type { Random } from './seededRandom';

/** An edit as the model means it, before it is printed in a format. */
export interface WrittenEdit {
  readonly path: string;
  /** Undefined for a new file. */
  readonly before: string | undefined;
  /** Undefined for a deleted file. */
  readonly after: string | undefined;
}

/** An existing file that the reply changes. */
export interface TrialFile {
  readonly path: string;
  /** From the text that was sent to what the model makes of it. */
  readonly sent: readonly Row[];
  /** From the text on disk to the one that applying the reply should give. */
  readonly now: readonly Row[];
  readonly lineEnd: '\n' | '\r\n';
  readonly hasFinalEnd: boolean;
  /** Whether the disk has changed what the reply changes, so that nothing may be applied without asking. */
  readonly isConflict?: boolean;
}

export type Group = 'clean' | 'rendered' | 'model' | 'path' | 'drift' | 'conflict' | 'twice' | 'combined';

/** Each returns undefined if there is nothing to damage. */
export type Corruption = {
  readonly name: string;
  readonly group: Group;
  /** Whether a whole file means all of its lines, so that the damage would be a change of its own. */
  readonly isAboutContext?: boolean;
  /** Whether the reply ends early, so that some edits aren't in it. */
  readonly isPartial?: boolean;
} & (
  | { readonly level: 'file'; readonly corrupt: (file: TrialFile, random: Random) => TrialFile | undefined }
  | {
      readonly level: 'edits';
      readonly corrupt: (edits: readonly WrittenEdit[], random: Random) => readonly WrittenEdit[] | undefined;
    }
  | { readonly level: 'text'; readonly corrupt: (text: string, random: Random) => string | undefined }
);
