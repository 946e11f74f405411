import type { RepoPath } from '../files/repoPath';
import type { RuleTarget } from './ruleIndex';

/**
 * Names the rule for entries that no pattern can include: git's own folder, which git never lists but a whitelist such
 * as `!*` + `/` would let in, and the two files that must not enter a context.
 */
export function permanentRule({ segments, isFolder }: RuleTarget): string | undefined {
  const name = segments.at(-1) ?? '';
  if (name === '.git') return '.git';
  return isFolder ? undefined : historyRule(name);
}

/** Whether a file is a conversation's history, which no selection, glob or preset may bring into a context. */
export function isHistoryFile(path: RepoPath): boolean {
  return historyRule(path.slice(path.lastIndexOf('/') + 1)) !== undefined;
}

function historyRule(name: string): string | undefined {
  if (name === 'history.toml') return name;
  return name.endsWith('_history.toml') ? '*_history.toml' : undefined;
}
