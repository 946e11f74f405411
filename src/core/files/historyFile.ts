import type { RepoPath } from './repoPath';

/** Whether a file is a conversation's history, which no selection, glob or preset may bring into a context. */
export function isHistoryFile(path: RepoPath): boolean {
  return historyRule(path.slice(path.lastIndexOf('/') + 1)) !== undefined;
}

/** Names the pattern that a conversation's history matches. */
export function historyRule(name: string): string | undefined {
  if (name === 'history.toml') return name;
  return name.endsWith('_history.toml') ? '*_history.toml' : undefined;
}
