import type { ContentHash } from '../../src/core/files/fileContent';
import type { RepoPath } from '../../src/core/files/repoPath';
import type { Patience } from './parseLimits';

/** A file's text as its views see it; the hash is of this text. */
export interface HashedText {
  readonly path: RepoPath;
  readonly text: string;
  readonly hash: ContentHash;
  /** Why it must not be parsed. */
  readonly unparsed?: string;
  /** How long to parse it. */
  readonly patience?: Patience;
  /** No summary of it by rules is stored. */
  readonly unsummarized?: true;
}
