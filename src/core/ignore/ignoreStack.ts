import type { RepoPath } from '../files/repoPath';
import { builtInRule } from './builtin';
import { permanentRule } from './permanent';
import { IGNORE_FILE_NAMES, type FolderPath, type IgnoreFile, type IgnoreKind } from './ignoreFile';
import type { LeftOut } from './leftOut';
import type { IgnoreRule } from './ignoreRule';
import { lastMatchingRule, ruleTargets, type RuleTarget } from './ruleIndex';
import { sensitiveRule } from './sensitive';

/**
 * All rules that apply in one folder. Immutable: a stack made by `enterFolder` shares everything with its parent's, so
 * a scanner can keep one for each folder in progress.
 */
export interface IgnoreStack {
  /** Whether rules match in any case. All files of the stack are parsed for that. */
  readonly ignoreCase: boolean;
  readonly user: readonly PlacedFile[];
  /** Strongest kind first; within a kind, deepest folder first. */
  readonly kinds: readonly (readonly PlacedFile[])[];
}

interface PlacedFile {
  readonly file: IgnoreFile;
  /** Number of folders from the root down to the file's own, inclusive. */
  readonly depth: number;
}

/** In order of strength, after the user's own patterns. */
const KINDS: readonly IgnoreKind[] = [...IGNORE_FILE_NAMES, 'exclude'];

/** Creates the stack for the workspace, before any folder is entered. */
export function createIgnoreStack(sources: {
  readonly userPatterns: IgnoreFile;
  /** `.git/info/exclude`. */
  readonly exclude?: IgnoreFile;
  /** `core.ignoreCase` of `.git/config`. */
  readonly ignoreCase?: boolean;
}): IgnoreStack {
  const exclude = sources.exclude === undefined ? [] : [placed(sources.exclude)];
  return {
    ignoreCase: sources.ignoreCase ?? false,
    user: [placed(sources.userPatterns)],
    kinds: KINDS.map((kind) => (kind === 'exclude' ? exclude : [])),
  };
}

/**
 * Returns the stack for the contents of `folderPath` ('' is the workspace itself), given the ignore files found in that
 * folder.
 */
export function enterFolder(
  stack: IgnoreStack,
  folderPath: FolderPath,
  filesFoundThere: readonly IgnoreFile[],
): IgnoreStack {
  if (filesFoundThere.length === 0) return stack;
  const depth = depthOf(folderPath);
  const kinds = stack.kinds.map((files, index) => {
    const found = filesFoundThere.filter((file) => file.kind === KINDS[index]);
    return found.length === 0 ? files : [...found.map((file) => ({ file, depth })), ...files];
  });
  return { ...stack, kinds };
}

/**
 * Explains why an entry is left out; undefined if it is not. `stack` must be that of the entry's own folder. Do not ask
 * about entries below a folder that is left out: git does not look for exceptions there either.
 * Permanent exclusions come first, then sensitive names unless one of the user's own patterns re-includes them with
 * `!`, then the first kind of ignore file with a rule for the path, then the built-in list.
 */
export function decide(stack: IgnoreStack, path: RepoPath, isFolder: boolean): LeftOut | undefined {
  const targets = ruleTargets(path, isFolder);
  const target = stack.ignoreCase ? targets.lower : targets.written;
  const permanent = permanentRule(targets.written);
  if (permanent !== undefined) return { source: 'built-in', rule: permanent };

  const own = lastMatch(stack.user, target);
  if (own?.rule.negated === true) return undefined;
  const sensitive = sensitiveRule(targets);
  if (sensitive !== undefined) return { source: 'sensitive', rule: sensitive };
  if (own !== undefined) return leftOutBy(own);

  for (const files of stack.kinds) {
    const match = lastMatch(files, target);
    if (match !== undefined) return match.rule.negated ? undefined : leftOutBy(match);
  }
  const builtIn = builtInRule(targets);
  return builtIn === undefined ? undefined : { source: 'built-in', rule: builtIn };
}

/** Whether git itself ignores an entry, by its own files alone. Ask as `decide` is asked. */
export function isIgnoredByGit(stack: IgnoreStack, path: RepoPath, isFolder: boolean): boolean {
  const targets = ruleTargets(path, isFolder);
  const target = stack.ignoreCase ? targets.lower : targets.written;
  for (const [at, files] of stack.kinds.entries()) {
    const kind = KINDS[at];
    const match = kind === '.gitignore' || kind === 'exclude' ? lastMatch(files, target) : undefined;
    if (match !== undefined) return !match.rule.negated;
  }
  return false;
}

interface Match {
  readonly rule: IgnoreRule;
  readonly file: IgnoreFile;
}

function lastMatch(files: readonly PlacedFile[], target: RuleTarget): Match | undefined {
  for (const { file, depth } of files) {
    const rule = lastMatchingRule(file.rules, target, depth);
    if (rule !== undefined) return { rule, file };
  }
  return undefined;
}

function leftOutBy({ rule, file }: Match): LeftOut {
  if (file.file === 'user') return { source: 'user', rule: rule.text, line: rule.line };
  return { source: 'file', rule: rule.text, file: file.file, line: rule.line };
}

function placed(file: IgnoreFile): PlacedFile {
  return { file, depth: depthOf(file.folder) };
}

function depthOf(folder: FolderPath): number {
  return folder === '' ? 0 : folder.split('/').length;
}
