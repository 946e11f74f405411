import type { RepoPath } from '../files/repoPath';
import { withoutMark } from '../outside/withoutMark';
import { parseIgnoreLine, type IgnoreRule } from './ignoreRule';
import { indexRules, isCheap, type RuleIndex } from './ruleIndex';

/** The ignore files read in every folder, strongest first. */
export const IGNORE_FILE_NAMES = ['.strataignore', '.ignore', '.repomixignore', '.gitignore'] as const;

export type IgnoreFileName = (typeof IGNORE_FILE_NAMES)[number];

/** `user`: the user's own patterns; `exclude`: `.git/info/exclude`. */
export type IgnoreKind = IgnoreFileName | 'user' | 'exclude';

/** A folder's path; '' is the workspace itself. */
export type FolderPath = RepoPath | '';

export interface SkippedLine {
  /** 1-based. */
  readonly line: number;
  readonly reason: string;
}

export interface IgnoreSource {
  readonly kind: IgnoreKind;
  /** The rules apply to everything below this folder. */
  readonly folder: FolderPath;
  /** The name to use in explanations. */
  readonly file: RepoPath | 'user';
}

export interface IgnoreFile extends IgnoreSource {
  readonly rules: RuleIndex;
  readonly problems: readonly SkippedLine[];
}

/**
 * Reads a file in .gitignore syntax. It never fails: unusable lines are skipped and listed in `problems`. With
 * `ignoreCase`, the rules match paths in lower case.
 */
export function parseIgnoreFile(source: IgnoreSource, text: string, ignoreCase = false): IgnoreFile {
  const { rules, problems } = parseRules(text, ignoreCase);
  return { ...source, rules: indexRules(rules), problems };
}

/** Limit on rules per file; rules after it are skipped. */
export const MAX_RULES = 20_000;

/** Limit per file on wildcards in rules that no index answers: each of them costs work for every path in the tree. */
export const MAX_COSTLY_WILDCARDS = 4_000;

/** Limit per file on bad lines that are listed one by one. */
const MAX_PROBLEMS = 100;

/**
 * Parses the rules of a file in .gitignore syntax, and lists the lines that are skipped because they are bad or beyond
 * the limits.
 */
export function parseRules(
  text: string,
  ignoreCase = false,
): { rules: readonly IgnoreRule[]; problems: readonly SkippedLine[] } {
  const rules: IgnoreRule[] = [];
  const problems: SkippedLine[] = [];
  const costly = new Set<string>();
  let costlyWildcards = 0;
  let bad = 0;
  let line = 0;
  for (const source of linesOf(withoutMark(text))) {
    line++;
    const parsed = parseIgnoreLine(source, line, ignoreCase);
    if (parsed.kind === 'nothing') continue;
    if (parsed.kind === 'refused') {
      bad++;
      if (bad <= MAX_PROBLEMS) problems.push({ line, reason: parsed.reason });
      continue;
    }
    const limit = reachedLimit(rules.length, costlyWildcards);
    if (limit !== undefined) {
      problems.push({ line, reason: `this line and all after it are skipped: ${limit}` });
      break;
    }
    const { rule } = parsed;
    if (!isCheap(rule) && !costly.has(rule.text)) {
      costly.add(rule.text);
      costlyWildcards += rule.pattern.wildcards;
    }
    rules.push(rule);
  }
  if (bad > MAX_PROBLEMS)
    problems.push({ line, reason: `${bad - MAX_PROBLEMS} more bad lines up to this one are skipped` });
  return { rules, problems };
}

function reachedLimit(rules: number, wildcards: number): string | undefined {
  if (rules >= MAX_RULES) return `the file has ${MAX_RULES} rules before it`;
  if (wildcards >= MAX_COSTLY_WILDCARDS) return `the file has ${MAX_COSTLY_WILDCARDS} wildcards before it`;
  return undefined;
}

/** The lines of a file without their LF. */
function* linesOf(text: string): Generator<string> {
  let start = 0;
  while (start < text.length) {
    const end = text.indexOf('\n', start);
    yield end < 0 ? text.slice(start) : text.slice(start, end);
    start = end < 0 ? text.length : end + 1;
  }
}
