import type { Message } from '../conversation/discussion';
import type { RepoPath } from '../files/repoPath';

/** Asks the engine for the body of a text block. It begins with the heading line. */
export type BodyRequest =
  /** The user's Markdown texts, one below the other; empty if all are blank. */
  | { readonly kind: 'markdown'; readonly heading: string; readonly texts: readonly string[] }
  | DiscussionRequest
  | FileTreeRequest;

export interface DiscussionRequest {
  readonly kind: 'discussion';
  readonly heading: string;
  readonly messages: readonly Message[];
}

export interface FileTreeRequest {
  readonly kind: 'fileTree';
  readonly heading: string;
  /** All listed files that are not left out, or `paths` alone. */
  readonly scope: 'all' | 'selected';
  readonly paths: readonly RepoPath[];
  /** Paths to leave out of the tree. */
  readonly except: readonly RepoPath[];
  /** Whether to add line and symbol counts to `paths`, which requires parsing them. */
  readonly figures: boolean;
}

/** Engine events that can change the body of an unchanged request. */
export type EngineNews = 'listed' | 'read';

export function isStaleAfter(request: BodyRequest, news: EngineNews): boolean {
  if (request.kind !== 'fileTree') return false;
  return news === 'listed' ? request.scope === 'all' : request.figures;
}

/** Whether two requests give the same body, apart from engine news. */
export function isSameRequest(one: BodyRequest | undefined, other: BodyRequest | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  const entries = Object.entries(one) as [string, unknown][];
  const others = other as unknown as Readonly<Record<string, unknown>>; // compared by key
  return entries.every(([key, value]) => isSameValue(value, others[key]));
}

function isSameValue(one: unknown, other: unknown): boolean {
  if (!Array.isArray(one) || !Array.isArray(other)) return one === other;
  return one === other || (one.length === other.length && one.every((each, at) => each === other[at]));
}
