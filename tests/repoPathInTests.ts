import { parseRepoPath, type RepoPath } from '../src/core/files/repoPath';

export function path(text: string): RepoPath {
  const parsed = parseRepoPath(text);
  if (parsed.kind !== 'path') throw new Error(parsed.reason);
  return parsed.path;
}
