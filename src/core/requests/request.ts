import type { RepoPath } from '../files/repoPath';
import type { PathIndex } from '../replies/placing/findPath';

/** The names that a reply can ask for. */
export interface KnownNames {
  readonly paths: PathIndex;
  /** Files that define a symbol. The name has no owner in front of it: `get`, not `Store.get`. */
  readonly filesOfSymbol: (name: string) => readonly RepoPath[];
}

/** Something that the model asks to see. */
export type ReplyRequest = {
  readonly path: RepoPath;
  /** As in the reply, without quotes. */
  readonly written: string;
  /** 1-based line of the reply. */
  readonly line: number;
} & Wanted;

/** The part of a file that is asked for. */
export type Wanted =
  | { readonly kind: 'file' }
  | { readonly kind: 'outline' }
  /** 1-based and inclusive. The file may have fewer lines. */
  | { readonly kind: 'lines'; readonly from: number; readonly to: number }
  /** The owner, if the reply names one, is in front of a dot: `Store.get`. */
  | { readonly kind: 'symbol'; readonly symbol: string };

/** A line of a `strata-request` fence that names nothing known. The reason is a sentence. */
export interface UnknownRequest {
  readonly written: string;
  /** 1-based line of the reply. */
  readonly line: number;
  readonly reason: string;
}

/** In the order of the reply, each once. */
export interface ReplyRequests {
  readonly requests: readonly ReplyRequest[];
  readonly unknown: readonly UnknownRequest[];
}
