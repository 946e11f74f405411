import type { RepoPath } from '../files/repoPath';
import { parseIgnoreLine, type IgnoreRule } from './ignoreRule';
import { indexRules, isCheap, type RuleIndex } from './ruleIndex';

/** The ignore files that are looked for in every folder, strongest first. */
export const IGNORE_FILE_NAMES = ['.strataignore', '.ignore', '.repomixignore', '.gitignore'] as const;

export type IgnoreFileName = (typeof IGNORE_FILE_NAMES)[number];

/** `user`: the user's own patterns; `exclude`: `.git/info/exclude`. */
export type IgnoreKind = IgnoreFileName | 'user' | 'exclude';

/** A folder by its path; '' is the workspace itself. */
export type FolderPath = RepoPath | '';

export interface SkippedLine {
  /** 1-based. */
  readonly line: number;
  readonly reason: string;
}

export interface IgnoreFile {
  readonly kind: IgnoreKind;
  /** Its rules hold for what lies below this folder. */
  readonly folder: FolderPath;
  /** What an explanation calls it. */
  readonly file: RepoPath | 'user';
  readonly rules: RuleIndex;
  readonly problems: readonly SkippedLine[];
}

/** Reads a file in .gitignore syntax. It never fails: lines that cannot be used are skipped and named in `problems`. */
export function parseIgnoreFile(
  kind: IgnoreKind,
  folder: FolderPath,
  fileLabel: RepoPath | 'user',
  text: string,
): IgnoreFile {
  const { rules, problems } = parseRules(text);
  return { kind, folder, file: fileLabel, rules: indexRules(rules), problems };
}

/** Rules of one file that are kept; those of later lines are skipped. */
export const MAX_RULES = 20_000;

/** Wildcards of one file in rules that no index answers: each is work for every path of the tree. */
export const MAX_COSTLY_WILDCARDS = 4_000;

/** Bad lines of one file that are named one by one. */
const MAX_PROBLEMS = 100;

export function parseRules(text: string): { rules: readonly IgnoreRule[]; problems: readonly SkippedLine[] } {
  const rules: IgnoreRule[] = [];
  const problems: SkippedLine[] = [];
  const costly = new Set<string>();
  let costlyWildcards = 0;
  let bad = 0;
  let line = 0;
  for (const source of linesOf(text)) {
    line++;
    const parsed = parseIgnoreLine(source, line);
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
    if (!isCheap(rule.pattern) && !costly.has(rule.text)) {
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

/** Lines without their LF; a byte order mark at the start of the file belongs to none. */
function* linesOf(text: string): Generator<string> {
  let start = text.startsWith('\uFEFF') ? 1 : 0;
  while (start < text.length) {
    const end = text.indexOf('\n', start);
    yield end < 0 ? text.slice(start) : text.slice(start, end);
    start = end < 0 ? text.length : end + 1;
  }
}
