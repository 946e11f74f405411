import type { RepoPath } from '../files/repoPath';
import { WORKER } from '../summaries/agentTier';
import type { FileItem } from './fileItem';

/** Whether this is a focus file, which a worker gets in full. */
export function isFocus(item: Pick<FileItem, 'agentTier'>): boolean {
  return item.agentTier === WORKER;
}

/**
 * Whether `focus` names a file by any part of its path, such as the base name. Case-sensitive. An empty text matches no
 * file.
 */
export function matchesFocus(path: RepoPath, focus: string): boolean {
  return focus !== '' && path.includes(focus);
}
