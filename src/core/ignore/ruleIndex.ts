import { matchesSegments, type Wildmatch } from '../globs/wildmatch';
import type { SegmentPattern } from '../globs/segment';
import { toByteString, toLowerAscii, type IgnoreRule } from './ignoreRule';

/**
 * The rules of one file, indexed by their last segment: every path in the tree is checked against every file, and most
 * rules name one thing or one extension. Each list holds the latest rule first.
 */
export interface RuleIndex {
  readonly byPath: RuleLists;
  readonly byName: RuleLists;
  readonly byExtension: RuleLists;
  readonly others: readonly IgnoreRule[];
}

type RuleLists = ReadonlyMap<string, readonly IgnoreRule[]>;

/** A path in the form that rules match: segments as byte strings. */
export interface RuleTarget {
  readonly segments: readonly string[];
  readonly isFolder: boolean;
}

/** The path as written, and with ASCII letters in lower case for rules that match in any case. */
export interface RuleTargets {
  readonly written: RuleTarget;
  readonly lower: RuleTarget;
}

/** Splits a path for matching. */
export function ruleTargets(path: string, isFolder: boolean): RuleTargets {
  const bytes = toByteString(path);
  const written = { segments: bytes.split('/'), isFolder };
  const lower = toLowerAscii(bytes);
  return { written, lower: lower === bytes ? written : { segments: lower.split('/'), isFolder } };
}

/** Indexes the rules of one file, given in the order of its lines. */
export function indexRules(rules: readonly IgnoreRule[]): RuleIndex {
  const byPath = new Map<string, IgnoreRule[]>();
  const byName = new Map<string, IgnoreRule[]>();
  const byExtension = new Map<string, IgnoreRule[]>();
  const others: IgnoreRule[] = [];
  const seen = new Set<string>();
  for (const rule of rules.toReversed()) {
    // An earlier rule with the same pattern can never have the last word.
    const pattern = rule.negated ? rule.text.slice(1) : rule.text;
    if (seen.has(pattern)) continue;
    seen.add(pattern);
    const place = indexPlace(rule);
    if (place.kind === 'path') append(byPath, place.key, rule);
    else if (place.kind === 'name') append(byName, place.key, rule);
    else if (place.kind === 'extension') append(byExtension, place.key, rule);
    else others.push(rule);
  }
  return { byPath, byName, byExtension, others };
}

/** Whether checking this rule costs no more than a map lookup. */
export function isCheap(rule: IgnoreRule): boolean {
  const place = indexPlace(rule);
  return place.kind === 'path' || (place.kind !== 'other' && isForNamesAnywhere(rule.pattern));
}

/** The rule with the last word on a path. The rules' file lies `depth` folders deep, above the path. */
export function lastMatchingRule(
  index: RuleIndex,
  target: RuleTarget,
  depth: number,
): IgnoreRule | undefined {
  const name = target.segments.at(-1) ?? '';
  let best: IgnoreRule | undefined;
  const consider = (rules: readonly IgnoreRule[] | undefined): void => {
    if (rules !== undefined) best = laterMatch(rules, best, target, depth);
  };
  if (index.byPath.size > 0) consider(index.byPath.get(target.segments.slice(depth).join('/')));
  if (index.byName.size > 0) consider(index.byName.get(name));
  if (index.byExtension.size > 0) {
    for (let dot = name.indexOf('.'); dot >= 0; dot = name.indexOf('.', dot + 1))
      consider(index.byExtension.get(name.slice(dot)));
  }
  consider(index.others);
  return best;
}

type Place =
  { readonly kind: 'path' | 'name' | 'extension'; readonly key: string } | { readonly kind: 'other' };

function indexPlace({ prefix, pattern }: IgnoreRule): Place {
  // The prefix may end in the last segment.
  if (prefix !== '') return { kind: 'other' };
  const lastBlock = pattern.blocks.at(-1) ?? [];
  if (pattern.gaps.length === 0) {
    const names = lastBlock.map((segment) => (segment.kind === 'literal' ? segment.text : undefined));
    if (!names.includes(undefined)) return { kind: 'path', key: names.join('/') };
  }
  return lastSegmentPlace(lastBlock.at(-1));
}

function lastSegmentPlace(segment: SegmentPattern | undefined): Place {
  if (segment?.kind === 'literal') return { kind: 'name', key: segment.text };
  if (segment?.kind === 'suffix' && segment.text.startsWith('.'))
    return { kind: 'extension', key: segment.text };
  return { kind: 'other' };
}

function isForNamesAnywhere({ blocks, gaps }: Wildmatch): boolean {
  return gaps.length === 1 && gaps[0] === 0 && blocks[0]?.length === 0 && blocks[1]?.length === 1;
}

function append(lists: Map<string, IgnoreRule[]>, key: string, rule: IgnoreRule): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [rule]);
  else list.push(rule);
}

function laterMatch(
  rules: readonly IgnoreRule[],
  best: IgnoreRule | undefined,
  target: RuleTarget,
  depth: number,
): IgnoreRule | undefined {
  for (const rule of rules) {
    if (best !== undefined && rule.line <= best.line) return best;
    if (rule.foldersOnly && !target.isFolder) continue;
    if (matchesRule(rule, target.segments, depth)) return rule;
  }
  return best;
}

/** Whether a rule's pattern matches the segments below its file's folder, which lies `depth` folders deep. */
export function matchesRule(
  { prefix, pattern }: IgnoreRule,
  segments: readonly string[],
  depth: number,
): boolean {
  if (prefix === '') return matchesSegments(pattern, segments, depth);
  const path = segments.slice(depth).join('/');
  return path.startsWith(prefix) && matchesSegments(pattern, path.slice(prefix.length).split('/'), 0);
}
