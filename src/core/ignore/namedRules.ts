import { parseRules } from './ignoreFile';
import { indexRules, lastMatchingRule, type RuleIndex, type RuleTarget } from './ruleIndex';

/** Rules that come with the app, one pattern an entry, in .gitignore syntax for the workspace's root. */
export function compileNamedRules(patterns: readonly string[]): RuleIndex {
  return indexRules(parseRules(patterns.join('\n')).rules);
}

/** The pattern that holds for a path; undefined when none does, or when a later `!` takes it back. */
export function namedRule(rules: RuleIndex, target: RuleTarget): string | undefined {
  const rule = lastMatchingRule(rules, target, 0);
  return rule === undefined || rule.negated ? undefined : rule.text;
}
