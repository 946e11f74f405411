import { historyRule } from '../files/historyFile';
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
