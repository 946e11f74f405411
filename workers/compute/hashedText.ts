import type { ContentHash } from '../../src/core/files/fileContent';
import type { RepoPath } from '../../src/core/files/repoPath';
import type { Patience } from './parseLimits';

/** A file's text as views see it, and its hash. */
export interface HashedText {
  readonly path: RepoPath;
  readonly text: string;
  readonly hash: ContentHash;
  /** The reason not to parse it. */
  readonly unparsed?: string;
  /** How long to parse it. */
  readonly patience?: Patience;
  /** No summary by rules is stored for it. */
  readonly unsummarized?: true;
}
