import type { RepoPath } from '../files/repoPath';
import { WORKER } from '../summaries/agentTier';
import type { FileItem } from './fileItem';

/** Whether a worker is to work on this file, and gets it whole. */
export function isFocus(item: Pick<FileItem, 'agentTier'>): boolean {
  return item.agentTier === WORKER;
}

/**
 * Whether `focus` names a file: by its path, its base name or another part of its path, case kept, all of which are
 * parts of the path. An empty one names none.
 */
export function matchesFocus(path: RepoPath, focus: string): boolean {
  return focus !== '' && path.includes(focus);
}
