/** The blocks of files without text to show. */
import {
  EXCLUDED_MESSAGE,
  missingMessage,
  noTextMessage,
  noticeBlock,
  viewErrorMessage,
} from '../../src/core/compose/fileBlock';
import type { RepoPath } from '../../src/core/files/repoPath';

export type NoText =
  | { readonly kind: 'binary'; readonly reason: string; readonly size: number }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'missing' }
  | { readonly kind: 'unread'; readonly reason: string }
  /** The user wants the file named but not shown. */
  | { readonly kind: 'excluded' };

/** The body of the block for such a file. */
export function noticeBody(path: RepoPath, problem: NoText): string {
  return noticeBlock(path, messageOf(path, problem));
}

function messageOf(path: RepoPath, problem: NoText): string {
  switch (problem.kind) {
    case 'binary':
      return noTextMessage(problem.reason, problem.size);
    case 'failed':
      return viewErrorMessage('full', path, problem.reason);
    case 'missing':
      return missingMessage(path);
    case 'unread':
      return `(${problem.reason})`;
    case 'excluded':
      return EXCLUDED_MESSAGE;
  }
}
