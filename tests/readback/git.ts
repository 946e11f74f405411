/** Git's own view of a folder: the oracle for ignore rules. */
import { execFileSync } from 'node:child_process';

/** Disables the user's own ignore file, and accepts folders that belong to someone else. */
const SETTINGS = ['core.excludesFile=/dev/null', 'core.quotePath=false', 'safe.directory=*'].flatMap(
  (setting) => ['-c', setting],
);

export function git(folder: string, args: readonly string[], input?: string): string {
  return execFileSync('git', [...SETTINGS, ...args], {
    cwd: folder,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
    ...(input !== undefined && { input }),
  });
}

/** Files that git lists, tracked or not, except tracked ones that its rules ignore. */
export function listedByGit(folder: string): readonly string[] {
  const ignoredAndTracked = new Set(paths(git(folder, ['ls-files', '-ci', '--exclude-standard', '-z'])));
  const listed = paths(git(folder, ['ls-files', '-co', '--exclude-standard', '-z']));
  return listed.filter((path) => !ignoredAndTracked.has(path));
}

/** Folders that are repositories themselves: git lists each as a single entry. */
export function gitlinks(folder: string): readonly string[] {
  return paths(git(folder, ['ls-files', '--stage', '-z'])).flatMap((entry) =>
    entry.startsWith('160000 ') ? [entry.slice(entry.indexOf('\t') + 1)] : [],
  );
}

export interface IgnoredBy {
  readonly file: string;
  readonly line: number;
  readonly rule: string;
}

/** The rule, file and line that ignore each path, according to `git check-ignore -v`. */
export function ignoredByGit(folder: string, ignored: readonly string[]): ReadonlyMap<string, IgnoredBy> {
  if (ignored.length === 0) return new Map();
  const args = ['check-ignore', '--verbose', '--non-matching', '--no-index', '--stdin', '-z'];
  const fields = git(folder, args, ignored.map((path) => `${path}\0`).join('')).split('\0');
  const found = new Map<string, IgnoredBy>();
  for (let at = 0; at + 3 < fields.length; at += 4) {
    const [file = '', line = '', rule = '', path = ''] = fields.slice(at, at + 4);
    if (file !== '') found.set(path, { file, line: Number(line), rule });
  }
  return found;
}

function paths(output: string): readonly string[] {
  return output.split('\0').filter((path) => path !== '');
}
