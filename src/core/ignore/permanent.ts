import type { RepoPath } from '../files/repoPath';
import type { RuleTarget } from './ruleIndex';

/**
 * What no pattern of any kind brings in: git's own folder, which a whitelist such as `!*` + `/` would otherwise let in and which git
 * itself never lists, and the two names that must not enter a context.
 */
export function permanentRule({ segments, isFolder }: RuleTarget): string | undefined {
  const name = segments.at(-1) ?? '';
  if (name === '.git') return '.git';
  return isFolder ? undefined : historyRule(name);
}

/** Whether a file is a conversation's history, which never enters a context: by no tick, no glob, no preset. */
export function isHistoryFile(path: RepoPath): boolean {
  return historyRule(path.slice(path.lastIndexOf('/') + 1)) !== undefined;
}

function historyRule(name: string): string | undefined {
  if (name === 'history.toml') return name;
  return name.endsWith('_history.toml') ? '*_history.toml' : undefined;
}
