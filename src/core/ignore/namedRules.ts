import { parseRules } from './ignoreFile';
import { indexRules, lastMatchingRule, type RuleIndex, type RuleTarget } from './ruleIndex';

/**
 * Compiles rules that come with the app: one pattern per entry, in .gitignore syntax, relative to the workspace's root.
 */
export function compileNamedRules(patterns: readonly string[]): RuleIndex {
  return indexRules(parseRules(patterns.join('\n')).rules);
}

/** The pattern that applies to a path; undefined if none does, or if a later `!` re-includes it. */
export function namedRule(rules: RuleIndex, target: RuleTarget): string | undefined {
  const rule = lastMatchingRule(rules, target, 0);
  return rule === undefined || rule.negated ? undefined : rule.text;
}
