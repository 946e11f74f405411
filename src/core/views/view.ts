import type { ViewRequest } from '../compose/block';
import type { FileBlockParts } from '../compose/fileBlock';
import type { RepoPath } from '../files/repoPath';

/** A file as views see it; `text` is normalised. */
export interface ViewSource {
  readonly path: RepoPath;
  readonly text: string;
}

/** What a mode shows: text for a fence with its info string, or a one-line message in place of it. */
export type Rendered =
  | { readonly kind: 'fenced'; readonly info: string; readonly text: string }
  | { readonly kind: 'message'; readonly message: string };

/** A view mode: a pure function of a file. */
export interface View {
  readonly mode: ViewRequest['mode'];
  readonly name: string;
  readonly render: (source: ViewSource) => Rendered;
}

/** A rendered file as it stands in a document; where a view threw, an error message stands in its block. */
export type RenderedBlock =
  | { readonly kind: 'rendered'; readonly parts: FileBlockParts }
  | { readonly kind: 'failed'; readonly parts: FileBlockParts; readonly reason: string };
