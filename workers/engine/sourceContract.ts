/** The part of the engine's contract for what goes into the document beside files. */
import type { Work } from '../../src/core/beads/work';
import type { RepoPath } from '../../src/core/files/repoPath';
import type { ConvertedDocument } from '../documents/contract';

/**
 * The issues of the Beads tracker in the folder. `unexported`: the tracker keeps them in a database, which can't be read.
 */
export type IssuesFound =
  | { readonly kind: 'absent' }
  | { readonly kind: 'unexported' }
  | { readonly kind: 'failed'; readonly path: RepoPath; readonly reason: string }
  | {
      readonly kind: 'found';
      readonly path: RepoPath;
      /** At most so many of each list as were asked for. */
      readonly work: Work;
      /** Numbers of issues, of all lists in full. */
      readonly counts: { readonly [List in keyof Work | 'closed']: number };
      /** Sentences about what could not be read. */
      readonly warnings: readonly string[];
    };

export interface IssuesWanted {
  /** Milliseconds since the epoch: issues can be deferred to a time. */
  readonly now: number;
  /** The maximum length of each list. */
  readonly limit: number;
}

/** The result of converting a document to Markdown. */
export type DocumentFacts =
  | { readonly kind: 'failed'; readonly reason: string }
  | (Pick<ConvertedDocument, 'format' | 'pages' | 'emptyPages'> & {
      readonly kind: 'converted';
      /** False if it is shown in full, also because it is short. */
      readonly isSummary: boolean;
    });
