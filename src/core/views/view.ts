import type { ViewRequest } from '../compose/block';
import type { FileBlockParts } from '../compose/fileBlock';
import type { FactsOutcome } from '../facts/outcome';
import type { RepoPath } from '../files/repoPath';
import type { Gap } from './described';

/** A file as views see it; `text` is normalised. */
export interface ViewSource {
  readonly path: RepoPath;
  readonly text: string;
  /** Asked for by all modes but full and none. */
  readonly facts?: FactsOutcome;
}

/** What a view left out, and what there is to say about it. */
export interface Hidden {
  readonly gaps: readonly Gap[];
  readonly notes: readonly string[];
}

/** What a mode shows: text for a fence with its info string, or a one-line message in place of it. */
export type Rendered =
  | ({ readonly kind: 'fenced'; readonly info: string; readonly text: string } & Hidden)
  | { readonly kind: 'message'; readonly message: string };

/** A view mode: a pure function of a file and what is asked of it. */
export interface View {
  readonly mode: ViewRequest['mode'];
  readonly name: string;
  readonly render: (source: ViewSource, request: ViewRequest) => Rendered;
}

/** A rendered file as it stands in a document; where a view threw, an error message stands in its block. */
export type RenderedBlock =
  | ({ readonly kind: 'rendered'; readonly parts: FileBlockParts } & Hidden)
  | { readonly kind: 'failed'; readonly parts: FileBlockParts; readonly reason: string };
